"""`check_game`: it accepts the example game, refuses wrong arguments, and plays reproducible games.

The five games are checked in tests/games, one by one.
"""

import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.errors import BadOption, BadPlayers
from chabudai.testing import check_game, position_at
from example_game import GAME as POND


@pytest.mark.parametrize("players", POND.players)
def test_the_example_game_keeps_the_contract(players: int) -> None:
    check_game(POND, players=players, games=4 if players == 2 else 1)


def test_wrong_players_and_options_are_refused() -> None:
    with pytest.raises(BadPlayers, match="for 3 or 4 players, not 5"):
        check_game(AMENO, players=5)
    with pytest.raises(BadOption, match="there is no option tricks"):
        check_game(AMENO, options={"tricks": 6})


def test_the_same_seed_plays_the_same_game() -> None:
    once, again = (position_at(AMENO, players=4, seed=7, number=3, step=90) for _ in range(2))
    assert once == again
    assert once != position_at(AMENO, players=4, seed=8, number=3, step=90)
    with pytest.raises(ValueError, match="has only"):
        position_at(AMENO, players=4, seed=7, number=3, step=1000)
