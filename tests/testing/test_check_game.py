"""The games keep the contract."""

from dataclasses import replace

import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.errors import BadOption, BadPlayers
from chabudai.kernel.options import Option
from chabudai.sampling.setups import setups
from chabudai.testing import check_game, position_at
from example_game import GAME as POND


@pytest.mark.parametrize("players", AMENO.players)
def test_ameno_keeps_the_contract(players: int) -> None:
    check_game(AMENO, players=players)


@pytest.mark.parametrize("players", POND.players)
def test_the_example_game_keeps_the_contract(players: int) -> None:
    check_game(POND, players=players, games=4 if players == 2 else 1)


def test_wrong_players_and_options_are_refused() -> None:
    with pytest.raises(BadPlayers, match="for 3 or 4 players, not 5"):
        check_game(AMENO, players=5)
    with pytest.raises(BadOption, match="there is no option tricks"):
        check_game(AMENO, options={"tricks": 6})


def test_every_player_count_and_option_is_checked() -> None:
    assert [(setup.players, setup.options["tricks_3p"]) for setup in setups(AMENO, None, None)] == [
        (3, 8),
        (3, 6),
        (4, 8),
    ]


def test_fixed_options_stay_fixed() -> None:
    assert {setup.options["lie"] for setup in setups(POND, None, {"lie": 2})} == {2}


def test_with_too_many_options_each_value_is_checked_once() -> None:
    flags = tuple(Option(name=f"flag_{i}", meaning="on or off", default=False, values=(False, True)) for i in range(6))
    ready = [setup.options for setup in setups(replace(AMENO, options=(*AMENO.options, *flags)), 4, None)]
    ups = sorted(sum(options[flag.name] is True for flag in flags) for options in ready)
    assert ups == [0, *(1 for _ in flags), 6]


def test_the_same_seed_plays_the_same_game() -> None:
    once, again = (position_at(AMENO, players=4, seed=7, number=3, step=90) for _ in range(2))
    assert once == again
    assert once != position_at(AMENO, players=4, seed=8, number=3, step=90)
    with pytest.raises(ValueError, match="has only"):
        position_at(AMENO, players=4, seed=7, number=3, step=1000)
