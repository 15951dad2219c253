"""The knowledge of Ameno Kirifuda: how it judges cards, stones and Omegumi cards, and infers hands from play."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.knowledge import KNOWLEDGE, rebuild_first_trick
from chabudai.games.ameno_kirifuda.phases import DISCARD, PLACE, PLAY, PUSH, RETURN
from chabudai.games.ameno_kirifuda.scoring import lengthening_spaces, longest_line
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI
from chabudai.kernel.bits import bit, lowest, mask_of, members
from chabudai.kernel.rng import Rng
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.testing.table import deal
from games.ameno_kirifuda.positions import ameno, first_trick, lay_stones, of_ameno, trick
from games.knowledge_probes import advised, knowledge_win_share, likelier_truths, ranked, senseless

HANDS = """
    spring-1 spring-8 summer-2 summer-3 summer-4 … |
    spring-2 spring-5 winter-1 … |
    spring-3 spring-6 … |
    spring-4 spring-7 winter-8 …
"""


def test_the_last_player_wins_with_the_lowest_card_that_can() -> None:  # AK-21
    table = first_trick(HANDS)
    trick(table, "spring-1 spring-2 spring-3")
    assert ranked(GAME, table) == ["play spring-4", "play spring-7"]
    assert [advised(GAME, table, f"play spring-{rank}") for rank in (4, 7)] == ["wins_cheaply", "wins_dearly"]


def test_a_player_with_no_stone_in_hand_prefers_to_lose() -> None:  # AK-24
    table = first_trick(HANDS)
    lay_stones(table, "3 3 3 3  . . . .  . . . .  . . . .", in_hand=(1, 1, 1, 0))
    trick(table, "spring-1 spring-5 spring-6")
    assert ranked(GAME, table) == ["play spring-4", "play spring-7"]
    assert senseless(GAME, table) == ["play spring-7"]
    said = [advised(GAME, table, f"play spring-{rank}") for rank in (4, 7)]
    assert said == ["bachiatari_avoided", "bachiatari_risked"]


def test_a_stone_completes_a_line_even_by_pushing_another_out() -> None:  # AK-23, AK-32
    table = first_trick(HANDS)
    won = {"waiting": 8, "winner": 3, "best": CARDS.index("winter-8")}
    lay_stones(table, "3 . . .  . 3 . .  . . 3 .  . 2 1 .")
    table.set_up(first=PLACE, **won)
    assert ranked(GAME, table) == ["place winter-d", "place winter-a"]
    assert advised(GAME, table, "place winter-d") == "makes_a_line"
    lay_stones(table, "3 . . .  . 3 . .  . . 3 .  1 2 1 0")
    table.set_up(first=PUSH, **won)
    assert ranked(GAME, table)[0] == "push winter-d"
    assert advised(GAME, table, "push winter-d") == "makes_a_line"


def test_a_pushed_stone_goes_where_it_does_not_help_its_owner() -> None:  # AK-23
    table = first_trick(HANDS)
    lay_stones(table, "1 1 . .  . . . .  . . . .  1 2 0 0")
    table.set_up(first=PUSH, waiting=8, winner=3, best=CARDS.index("winter-8"))
    table.play("push winter-a")
    assert ranked(GAME, table) == ["to spring-d", "to spring-c"]
    said = [advised(GAME, table, f"to spring-{column}") for column in "dc"]
    assert said == ["helps_nobody", "lengthens_anothers_line"]


def test_bachiatari_takes_back_the_least_useful_stones() -> None:  # AK-24
    table = first_trick(HANDS)
    lay_stones(table, "3 3 3 .  . . . .  . . . 3  . . . .", in_hand=(1, 1, 1, 0))
    table.set_up(first=RETURN, waiting=8, owed=3, winner=3, best=CARDS.index("spring-7"))
    assert ranked(GAME, table)[0] == "return autumn-d"
    assert advised(GAME, table, "return autumn-d") == "keeps_the_line"
    assert advised(GAME, table, "return spring-b") == "shortens_the_line"


def test_a_scored_omegumi_card_is_kept_and_one_that_cannot_be_met_is_discarded() -> None:  # AK-12, AK-30
    table = deal(GAME, 4, chance={"deck": "spring-1 … | … | … | …"})
    table.play_on(until=lambda state: state.first == DISCARD)
    lay_stones(table, "0 0 0 .  . . . .  . . . .  . . . .", in_hand=(2, 1, 1, 1))
    seats = [player.as_json() for player in ameno(table).seats]
    owned = mask_of([OMEGUMI.index(card) for card in ("spring-x1", "spring-x3", "winter-x3")])
    seats[0] |= {"omegumi": owned, "scored": bit(OMEGUMI.index("spring-x3"))}
    table.set_up(seats=seats)
    assert ranked(GAME, table)[0] == "discard spring-x1"
    assert ranked(GAME, table)[-1] == "discard spring-x3"
    assert advised(GAME, table, "discard spring-x1") == "too_many_stones_for_it"
    assert advised(GAME, table, "discard spring-x3") == "scored_already"


def test_a_card_without_a_condition_is_met_on_any_board() -> None:  # AK-4
    table = deal(GAME, 4, data={"omegumi": {"spring-x1": [-1, -1, -1, -1, 9]}}, chance={"omegumi": "spring-x1"})
    assert advised(GAME, table, "draft spring-x1") == "met_already"
    table.play("draft spring-x1")
    table.play_on(until=lambda state: "discard spring-x1" in table.legal(lowest(state.waiting)))
    assert advised(GAME, table, "discard spring-x1") == "card_may_score"


def test_the_lengthening_spaces_are_right_on_random_boards() -> None:  # AK-32
    rng = Rng(seed=1)
    for _ in range(300):
        board = rng.below(1 << 16) & rng.below(1 << 16)
        line = longest_line(board)
        longer = [space for space in range(16) if longest_line(board | bit(space)) > line]
        assert members(lengthening_spaces(board, line)) == longer


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_trick_of_a_round_is_rebuilt_from_memory(players: int) -> None:
    rng = Rng(players)
    rebuilt = 0
    for options in option_sets(GAME, players):
        for _ in range(4):
            for state in map(of_ameno, random_positions(GAME.setup(players, options), rng)):
                if state.waiting and state.first >= PLAY:
                    if state.trick == 0 and state.first == PLAY and state.led < 0:
                        before_first_lead = state.clone()
                    assert rebuild_first_trick(state).same_position(before_first_lead)
                    rebuilt += 1
    assert rebuilt > 300


def test_a_seat_that_lets_another_win_is_less_likely_to_hold_a_winning_card() -> None:
    table = first_trick(HANDS)
    trick(table, "spring-1 spring-5 spring-6 spring-4")
    with_winning_card = ameno(table)
    without_winning_card = of_ameno(with_winning_card.clone())
    swapped = mask_of([CARDS.index("spring-7"), CARDS.index("winter-1")])
    for seat in (1, 3):
        without_winning_card.seats[seat].hand ^= swapped
    assert without_winning_card.seen_by(0, recall=True) == with_winning_card.seen_by(0, recall=True)
    assert KNOWLEDGE.likelihood(without_winning_card, 0) > KNOWLEDGE.likelihood(with_winning_card, 0)


def test_a_world_without_recall_supports_no_inference() -> None:
    table = first_trick(HANDS)
    trick(table, "spring-1 spring-5 spring-6 spring-4")
    assert KNOWLEDGE.likelihood(table.state.seen_by(0, recall=False).imagine(Rng(1)), 0) == 1


def test_the_true_world_is_more_likely_than_most_imagined_ones() -> None:
    assert likelier_truths(GAME, {}, lambda state: state.first == PLAY and of_ameno(state).trick == 4) > 0.65


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_knows_the_game_wins_far_more_than_its_share(players: int) -> None:
    assert knowledge_win_share(GAME, players, games=60) > 0.5
