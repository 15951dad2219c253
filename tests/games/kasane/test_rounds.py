"""Rows, rounds and the shuffle before the last round: KI-10 to KI-13."""

from collections import Counter

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.equipment import card_list
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.rng import Rng
from chabudai.testing.table import StackedTable, deal
from games.kasane.positions import counts, kasane, of_kasane, shown
from goodness_of_fit import assert_fits, even

FIRST_CARDS = "1 2 3 4 5 6 7 8 9 +1 1 2 3 4 5 6"


def play_to_round(table: StackedTable, number: int) -> None:
    """Play until this round has begun."""
    table.play_on(until=lambda state: state.part == number - 1 and state.due < 0)


def test_with_4_players_there_are_four_rows_of_four_cards() -> None:  # KI-10
    table = deal(GAME, 4, chance={"deck": FIRST_CARDS})
    assert [shown(row.cards) for row in kasane(table).rows] == ["1 2 3 4", "5 6 7 8", "9 +1 1 2", "3 4 5 6"]


def test_with_3_players_there_are_three_rows_of_five_cards() -> None:  # KI-10
    table = deal(GAME, 3, chance={"deck": FIRST_CARDS})
    assert [shown(row.cards) for row in kasane(table).rows] == ["1 2 3 4 5", "6 7 8 9 +1", "1 2 3 4 5"]


def test_only_the_end_card_of_a_row_can_be_taken() -> None:  # KI-10, KI-20
    table = deal(GAME, 4, chance={"deck": FIRST_CARDS, "start": "0"})
    assert table.legal(0) == ["take 0", "take 1", "take 2", "take 3"]
    table.play("take 1")
    assert table.events("took") == [(0, "row-1", "8")]
    assert shown(kasane(table).rows[1].cards) == "5 6 7"


def test_a_row_can_be_emptied() -> None:  # KI-10
    table = deal(GAME, 4, chance={"deck": "1 9 3 7", "start": "0"})
    table.play("take 0", "take 0", "take 0", "take 0")
    assert table.legal(0) == ["take 1", "take 2", "take 3"]
    assert table.refusal(0, "take 0") == "row-0 is empty"


@pytest.mark.parametrize(("players", "turns"), [(4, 3), (3, 4)])
def test_a_round_ends_when_as_many_cards_are_left_as_there_are_players(players: int, turns: int) -> None:  # KI-11
    table = deal(GAME, players, seed=1)
    play_to_round(table, 2)
    assert Counter(seat for seat, *_ in table.events("took")) == dict.fromkeys(range(players), turns)
    assert table.events("round_over") == [(1,)]
    assert len(table.events("discarded")[0]) == players
    state = kasane(table)
    assert sum(counts(state.discards).values()) == players
    assert sum(len(card_list(row.cards)) for row in state.rows) == state.equipment.dealt_per_round


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("first", [0, 2])
def test_the_start_player_moves_one_seat_to_the_left_each_round(players: int, first: int) -> None:  # KI-11
    table = deal(GAME, players, chance={"start": str(first)})
    table.play_on()
    starters = [(first + number) % players for number in range(players)]
    assert table.events("began") == [(seat, number + 1) for number, seat in enumerate(starters)]


def test_the_next_rows_continue_where_the_last_deal_ended() -> None:  # KI-11
    table = deal(GAME, 4, chance={"deck": f"{FIRST_CARDS} 9 9 8 7 1 1"})
    play_to_round(table, 2)
    assert next(shown(row.cards) for row in kasane(table).rows) == "9 9 8 7"


@pytest.mark.parametrize(("players", "pile", "discards"), [(4, 4, 12), (3, 11, 6)])
def test_for_the_last_round_the_discards_are_shuffled_into_the_draw_pile(
    players: int, pile: int, discards: int
) -> None:  # KI-12
    state = of_kasane(GAME.setup(players).start())
    rng = Rng(seed=4)
    while not (state.last_round() and state.due >= 0):
        if state.due >= 0:
            state.settle(state.draw(rng))
        else:
            seat = lowest(state.waiting)
            state.apply(seat, state.first + rng.member(state.choices(seat)))
    old, discarded = Counter(counts(state.pile)), Counter(counts(state.discards))
    assert (old.total(), discarded.total(), state.drawn()) == (pile, discards, 0)
    assert Counter(CARDS[kind] for kind in state.undrawn(1)) == old
    assert {CARDS[kind]: state.weight(kind) for kind in members(state.possible_outcomes())} == old + discarded
    state.settle(state.draw(rng))
    assert sum(counts(state.pile).values()) == pile + discards - 1
    assert state.discards == 0


@pytest.mark.parametrize(("players", "first", "second", "out_of_play"), [(4, 52, 16, 0), (3, 41, 17, 2)])
def test_a_record_holds_both_whole_decks(players: int, first: int, second: int, out_of_play: int) -> None:  # KI-12
    table = deal(GAME, players, seed=2)
    table.play_on()
    chance = table.record().chance
    assert [(entry.what, len(entry.result)) for entry in chance] == [("start", 1), ("deck", first), ("deck", second)]
    assert sum(counts(kasane(table).pile).values()) == out_of_play
    deck = Counter(chance[1].result)
    new = Counter(chance[2].result)
    dealt = first - (11 if players == 3 else 4)
    discarded: Counter[str | int] = Counter()
    for event in table.events("discarded"):
        discarded.update(event)
    assert new == deck - Counter(chance[1].result[:dealt]) + discarded


def test_the_second_deck_comes_right_after_the_second_to_last_round() -> None:  # KI-12
    table = deal(GAME, 3, seed=5)
    table.play_on(until=lambda state: state.part == 1 and of_kasane(state).turns == 11)
    assert len(table.record().chance) == 2
    play_to_round(table, 3)
    assert [entry.what for entry in table.record().chance] == ["start", "deck", "deck"]
    assert table.events("shuffled") == [()]


@pytest.mark.parametrize("players", [3, 4])
def test_each_player_has_twelve_turns(players: int) -> None:  # KI-12
    table = deal(GAME, players, seed=3)
    table.play_on()
    assert Counter(seat for seat, *_ in table.events("took")) == dict.fromkeys(range(players), 12)
    assert all(player.held + player.laid == 12 for player in kasane(table).seats)


def test_turns_go_clockwise_from_the_start_player() -> None:  # KI-13
    table = deal(GAME, 4, chance={"start": "2"})
    play_to_round(table, 2)
    assert [seat for seat, *_ in table.events("took")] == [2, 3, 0, 1] * 3


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_start_player_is_random(players: int) -> None:  # KI-13
    setup = GAME.setup(players)
    starters: Counter[int] = Counter()
    rng = Rng(seed=9)
    for _ in range(600):
        state = of_kasane(setup.start())
        state.resolve(rng)
        starters[state.starter] += 1
    assert_fits(starters, even(list(range(players))))
