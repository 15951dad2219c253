"""What views show and hide: the order of the deck, the discard, and the cards that `foresight` looked at."""

from collections.abc import Iterator

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import ONE, kind_of
from chabudai.games.only_one.position import FACE_DOWN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import StackedTable, deal
from games.only_one.positions import discarded, of_only_one, only_one, position

VIEWERS = (SPECTATOR, 0, 1, 2)


def foreseen(*moves: str, deck: str = "9* 6A 10", above: int | None = None) -> StackedTable:
    """Let seat 0 look at three cards and then make these moves; `above` is the number of cards above the 1."""
    table = position(
        "9 | 2 | 3", 3, familiars="foresight - -", deck=deck, collections=["", "7 7", "5"], discard="8A 8A*"
    )
    if above is not None:
        table.set_up(turned=only_one(table).equipment.before_the_one - above)
    table.play("foresight", *moves)
    return table


def top(table: StackedTable, viewer: int, recall: bool) -> list[str]:
    """Return the cards looked at, as a viewer sees them."""
    seen = of_only_one(table.state.seen_by(viewer, recall)).top
    return ["?" if card == FACE_DOWN else CARDS[card] for card in seen]


def positions(players: int, seed: int, **options: object) -> Iterator[OnlyOne]:
    """Yield all positions of a random game."""
    state = GAME.setup(players, options).start()
    rng = Rng(seed)
    while not state.over():
        yield of_only_one(state)
        if state.due >= 0:
            state.settle(state.draw(rng))
        else:
            seat = next(seat for seat in range(players) if state.legal(seat))
            actions = state.legal(seat)
            state.apply(seat, actions[rng.below(len(actions))])
    yield of_only_one(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_with_recall_shows_everything_but_the_order_of_the_deck(players: int) -> None:  # OO-10
    for state in positions(players, seed=4):
        for viewer in (SPECTATOR, 0, players - 1):
            seen = state.seen_by(viewer, recall=True).position()
            assert seen == {**state.position(), "viewer": viewer, "recall": True}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_without_recall_hides_only_the_deck_and_the_discard(players: int) -> None:  # OO-22
    nothing = {"kinds": 0, "special": 0}
    for state in positions(players, seed=5):
        for viewer in (SPECTATOR, 1):
            seen = of_only_one(state.seen_by(viewer, recall=False))
            expected = {**state.position(), "viewer": viewer, "recall": False, "deck": nothing, "discard": nothing}
            if state.over() and players > 2:
                expected["discard"] = state.discard.as_json()
            assert seen.position() == expected
            assert seen.discard_size() == state.discard.size()
            assert seen.deck_size() == state.deck_size()
            assert seen.above_the_one() == state.above_the_one()


def test_after_the_game_the_discard_is_shown_where_it_scores() -> None:  # OO-31, OO-40
    for players in (2, 3):
        table = deal(GAME, players, seed=2)
        table.play_on()
        assert discarded(table)
        seen = of_only_one(table.state.seen_by(0, recall=False))
        assert seen.discard.size() == (table.state.discard.size() if players > 2 else 0)  # type: ignore[attr-defined]


def test_final_scores_and_winners_are_the_same_in_every_view() -> None:  # OO-32
    for players in (2, 3, 4):
        table = deal(GAME, players, seed=players)
        table.play_on()
        for viewer in (SPECTATOR, 0, 1):
            seen = table.state.seen_by(viewer, recall=False)
            assert (seen.scores(), seen.winners()) == (table.state.scores(), table.state.winners())


@pytest.mark.parametrize("recall", [True, False])
def test_only_the_owner_of_foresight_sees_the_cards_looked_at(recall: bool) -> None:  # OO-51
    table = foreseen()
    assert top(table, 0, recall) == ["9*", "6A", "10"]
    for viewer in (SPECTATOR, 1, 2):
        assert top(table, viewer, recall) == ["?", "?", "?"]
    table.play("pick 1")
    assert top(table, 0, recall) == ["9*", "10"]
    assert top(table, 1, recall) == ["?", "?"]


def test_with_recall_the_owner_of_foresight_remembers_the_cards_put_back() -> None:  # OO-51
    table = foreseen("pick 1", "order 2 0")
    assert top(table, 0, True) == ["10", "9*"]
    assert top(table, 0, False) == ["?", "?"], "without recall they cannot be looked at again"
    for viewer in (SPECTATOR, 1, 2):
        assert top(table, viewer, True) == ["?", "?"]
    table.play("add 0", "explore")
    assert top(table, 0, True) == ["9*"]
    assert top(table, 1, True) == ["?"]


def test_hidden_cards_count_as_part_of_the_deck() -> None:  # OO-51
    table = foreseen("pick 1", "order 2 0")
    own, others = (of_only_one(table.state.seen_by(viewer, True)) for viewer in (0, 1))
    assert others.deck.size() == own.deck.size() + 2
    assert sorted(others.deck.listed()) == sorted([*own.deck.listed(), *own.top])


@pytest.mark.parametrize("recall", [True, False])
def test_everybody_sees_the_place_of_the_1_among_the_cards_looked_at(recall: bool) -> None:  # OO-10, OO-52
    table = foreseen(deck="4A 1 6A", above=1)
    assert top(table, 1, recall) == ["?", "1", "?"]
    table.play("pick 0", "order 2 1")
    assert top(table, 1, recall) == ["?", "1"]


def test_only_the_owner_of_foresight_sees_which_cards_the_events_are_about() -> None:  # OO-51
    table = foreseen("pick 1", "order 2 0")
    assert table.events("looked", seen_by=0) == [(0, "9*", "6A", "10")]
    assert table.events("put_back", seen_by=0) == [(0, "10", "9*")]
    for viewer in (SPECTATOR, 1, 2):
        assert table.events("looked", seen_by=viewer) == [(0,)]
        assert table.events("put_back", seen_by=viewer) == [(0,)]
        assert table.events("picked", seen_by=viewer) == [(0, 1, "6A")]


def test_once_one_of_two_equal_cards_appears_everybody_knows_the_other() -> None:  # OO-50
    table = foreseen("pick 1", deck="10 6A 10")
    assert top(table, 1, True) == ["?", "?"]
    table.play("add 0", "explore")
    assert only_one(table).card == CARDS.index("10")
    for viewer in (SPECTATOR, 1, 2):
        assert top(table, viewer, True) == ["10"]
        assert top(table, viewer, False) == ["?"]


def test_the_1_is_never_among_the_cards_of_the_deck() -> None:  # OO-10
    for state in positions(3, seed=8):
        assert state.deck.count_of(kind_of(ONE)) == 0
