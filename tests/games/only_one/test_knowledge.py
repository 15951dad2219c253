"""Knowledge and advice in Only One Collection: the worth of cards, the risk of a bust, and when to collect."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import values_of
from chabudai.games.only_one.forecast import next_cards
from chabudai.games.only_one.judgement import (
    CERTAIN,
    CardJudgement,
    bust_probability,
    card_total,
    larger_counts,
    shared_values,
)
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.judgement import POINT
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.sampling.walk import random_positions
from chabudai.testing.table import StackedTable
from games.knowledge_probes import advised, knowledge_win_share, messages, ranked, senseless
from games.only_one.positions import begin, of_only_one, only_one, position


def worth(table: StackedTable, card: str, seat: int = 0) -> float:
    """Return the worth of a card to a seat, in points."""
    return float(CardJudgement(only_one(table), seat).card_worth(CARDS.index(card))) / float(POINT)


def test_a_special_card_is_a_point_more() -> None:  # OO-30
    table = position("9 | 2 | 3 | 8A")
    assert worth(table, "7*") == worth(table, "7") + 1
    assert worth(table, "egg*") == 1


def test_the_lead_in_a_kind_is_worth_more_than_a_card_behind_it() -> None:  # OO-31
    table = position("9 | 2 | 3 | 8A", collections=["7 8A 6A 6A", "8A 8A", "7 10 10 10", "5"])
    level, behind, far_behind, ahead = (worth(table, card) for card in ("7", "8A", "10", "6A"))
    assert level == 1
    assert level > behind > far_behind
    assert level > ahead > 0


def test_cards_of_the_right_neighbor_and_in_the_discard_are_a_bonus() -> None:  # OO-31
    before = worth(position("9 | 2 | 3 | 8A", collections=["7 7"]), "7")
    right = worth(position("9 | 2 | 3 | 8A", collections=["7 7", "", "", "7"]), "7")
    left = worth(position("9 | 2 | 3 | 8A", collections=["7 7", "7"]), "7")
    discarded = worth(position("9 | 2 | 3 | 8A", collections=["7 7"], discard="7"), "7")
    assert right == discarded > before == left


def test_two_players_have_no_bonus_from_the_discard() -> None:  # OO-40
    table = position("9 | 2 | 3", 2, collections=["7 7"], discard="7 7")
    assert worth(table, "7") == worth(position("9 | 2 | 3", 2, collections=["7 7"]), "7")


def test_counts_of_all_kinds_are_compared_together() -> None:
    rng = Rng(1)
    for _ in range(200):
        first, second = ([rng.below(11) for _ in range(14)] for _ in range(2))
        packed = [sum(number << 4 * kind for kind, number in enumerate(counts)) for counts in (first, second)]
        most = sum(max(pair) << 4 * kind for kind, pair in enumerate(zip(first, second, strict=True)))
        assert larger_counts(*packed) == most
        assert card_total(packed[0]) == sum(first)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bust_probability_equals_a_count_card_by_card(players: int) -> None:  # OO-22
    rng = Rng(seed=2)
    risky = 0
    for _ in range(10):
        for state in random_positions(GAME.setup(players), rng):
            if state.waiting and state.is_legal(0, GAME.action("explore")):
                view = of_only_one(state.seen_by(0, recall=True))
                weights = next_cards(view)
                clashing = sum(n for card, n in weights.items() if values_of(card) & shared_values(view))
                assert bust_probability(view, 0) == CERTAIN * clashing // sum(weights.values())
                risky += clashing > 0
    assert risky > 20


def test_nobody_busts_while_every_card_fits_somewhere() -> None:  # OO-22
    table = position("9 | 2 | 3 | 8A")
    assert advised(GAME, table, "explore") == "cannot_bust"
    assert ranked(GAME, table)[0] == "explore"


def test_a_rich_column_is_collected_before_somebody_else_takes_it() -> None:  # OO-23
    table = position("9* 7* 2* 10 | 3 | 3 | 8A")
    assert ranked(GAME, table)[0] == "collect 0"
    assert advised(GAME, table, "collect 0") == "brings"
    assert advised(GAME, table, "collect 1") == "better_column"
    assert senseless(GAME, table) == ["explore", "collect 1", "collect 2", "collect 3"]


def test_a_familiar_counts_as_a_special_card() -> None:  # OO-50
    table = begin(familiars="encore windfall foresight salvage")
    message, *_ = messages(GAME, table.state.seen_by(0, recall=False), GAME.action("collect 0"))
    assert message == Message("brings", {"special": "special_cards-1", "leads": "kinds-0"})


def test_the_last_player_in_the_round_stops_when_most_cards_clash() -> None:  # OO-21
    table = position("8A 10 9 | - | - | -", out=[1, 2, 3])
    assert advised(GAME, table, "explore") == "may_bust"
    assert ranked(GAME, table)[0] == "collect 0"


def test_a_card_is_added_where_it_does_not_clash() -> None:  # OO-4, OO-22
    table = position("9 | 2* | 3 | 8A", deck="9")
    table.play("explore")
    assert ranked(GAME, table)[-1] == "add 0"
    assert senseless(GAME, table) == ["add 0"]
    advice = [advised(GAME, table, f"add {column}") for column in range(4)]
    assert advice == ["busts", "fits_in_a_richer", "fits_in_the_poorest", "fits_in_the_poorest"]


def test_the_only_column_that_fits_is_named() -> None:
    table = position("9 | 9 3 | 5 9 | 8A", deck="9")
    table.play("explore")
    assert ranked(GAME, table)[0] == "add 3"
    assert advised(GAME, table, "add 3") == "fits_only_here"


def test_foresight_picks_what_fits_and_leaves_the_poorer_card() -> None:  # OO-50, OO-52
    table = position("9 | 9 2 | 9 4A", 3, familiars="foresight - -", deck="9 10* 7")
    assert advised(GAME, table, "foresight") == "foresees"
    table.play("foresight")
    assert ranked(GAME, table)[0] == "pick 1"
    assert [advised(GAME, table, f"pick {place}") for place in (0, 1)] == ["clashes_everywhere", "best_of_three"]
    table.play("pick 0")
    assert ranked(GAME, table) == ["order 2 1", "order 1 2"]
    assert [advised(GAME, table, f"order {order}") for order in ("2 1", "1 2")] == [
        "leaves_the_poorer",
        "leaves_the_richer",
    ]


def test_a_seat_that_looked_at_the_next_card_knows_whether_it_busts() -> None:  # OO-51
    table = position("9 | - | -", 3, out=[1, 2], familiars="foresight - -", deck="7 9 10")
    table.play("foresight", "pick 0", "order 1 2", "add 0")
    assert bust_probability(only_one(table), 0) == CERTAIN
    assert senseless(GAME, table) == []
    assert ranked(GAME, table) == ["collect 0", "explore"]


def test_a_next_card_that_only_another_seat_looked_at_is_unknown() -> None:  # OO-51
    table = position("9 | 9 2 | 3", 3, familiars="foresight - -", deck="7 9 10")
    table.play("foresight", "pick 0", "order 1 2", "add 2")
    assert table.state.waiting == 2
    assert (
        bust_probability(only_one(table), 1)
        == bust_probability(of_only_one(table.state.seen_by(1, recall=True)), 1)
        < CERTAIN
    )


def test_salvage_keeps_the_most_valuable_card() -> None:  # OO-50
    table = position("9* 7 | 9 | 9", 3, familiars="salvage - -", deck="9", collections=["9", "9 9 9"])
    table.play("explore", "add 0")
    assert ranked(GAME, table)[0] == "keep 9*"
    assert [advised(GAME, table, f"keep {card}") for card in ("9*", "7", "9")] == [
        "keeps_a_special",
        "keeps_a_lead",
        "",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_that_knows_the_game_wins_far_more_than_its_share(players: int) -> None:
    assert knowledge_win_share(GAME, players, games=40) > 0.75
