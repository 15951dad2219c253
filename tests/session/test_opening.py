"""What the published games let the players decide before they begin: who starts, and the sides of the familiars."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.chance import resolve_chance, source_for
from chabudai.session.opening import decided_chance, open_table
from chabudai.session.refusal import Refused
from chabudai.session.table import Table

KASANE, ONLY_ONE = games()["kasane"], games()["only_one"]
STARTERS = [game for game in games().values() if any(choice.chance == "start" for choice in game.opening_choices)]


def opened(game: Game, decided: dict[str, list[str]], seed: int = 1, **options: object) -> Table:
    """Return a table where this was decided, and whose first chance events are resolved."""
    setup = game.setup(4, options)
    chance = decided_chance(game, setup, decided, Rng(seed))
    table = Table("t", open_table(game, setup, "host", chance), 0.0)
    for seat in range(4):
        table.apply(log.Sat(seat, "host", "Aoi"), 0.0)
    table.apply(resolve_chance(table, source_for(table, seed)), 0.0)
    return table


@pytest.mark.parametrize("game", STARTERS, ids=[game.name for game in STARTERS])
def test_the_players_choose_who_starts(game: Game) -> None:  # FW-11, KI-13, OO-10
    for seat in range(4):
        record = opened(game, {"start": [str(seat)]}).record()
        assert (record.chance[0].what, record.chance[0].result) == ("start", [seat])
        assert "start" not in record.options


def test_only_what_the_published_games_leave_to_the_players_can_be_decided() -> None:
    assert [game.name for game in STARTERS] == ["fine_weather", "kasane", "only_one"]
    with pytest.raises(Refused) as error:
        opened(KASANE, {"deck": ["1"]})
    assert error.value.message_id == "no_opening_choice"


def test_the_players_choose_some_familiars_and_chance_the_others() -> None:  # OO-50
    for seed in range(20):
        table = opened(ONLY_ONE, {"familiars": ["", "crown", "", "encore"]}, seed, familiars=True)
        (drawn,) = [chance.result for chance in table.record().chance if chance.what == "familiars"]
        assert (drawn[1], drawn[3], len(set(drawn))) == ("crown", "encore", 4)
        assert not {"windfall", "early_bird"} & set(drawn), "the other sides of these cards"


@pytest.mark.parametrize(
    ("decided", "options"),
    [
        ({"familiars": ["encore", "early_bird", "", ""]}, {"familiars": True}),  # two sides of one card
        ({"familiars": ["encore", "", "", ""]}, {}),  # there are no familiars
        ({"start": ["4"]}, {}),
        ({"start": ["nobody"]}, {}),
    ],
)
def test_what_does_not_fit_is_refused_before_the_game(
    decided: dict[str, list[str]], options: dict[str, object]
) -> None:
    with pytest.raises(Refused) as error:
        opened(ONLY_ONE, decided, 1, **options)
    assert error.value.message_id == "opening_does_not_fit"
    assert error.value.text("ja") != error.value.text("en")


def test_nothing_decided_leaves_everything_to_chance() -> None:
    assert decided_chance(KASANE, KASANE.setup(4), {"start": [""]}, Rng(1)) == []


def test_a_restored_table_goes_on_with_chance() -> None:
    table = opened(KASANE, {"start": ["2"]})
    source = source_for(table, 5)
    again = source_for(table, 5)
    while table.state.due < 0:
        seat = next(seat for seat in range(4) if table.state.legal(seat))
        table.apply(log.Chose(seat, table.state.legal(seat)[0]), 0.0)
    assert table.state.part == 1
    assert resolve_chance(table, source) == resolve_chance(table, again)
