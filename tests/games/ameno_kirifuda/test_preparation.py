"""Dealing, drafting and discarding: AK-10 to AK-13."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.phases import DISCARD, PLAY
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import StackedTable, deal
from games.ameno_kirifuda.positions import ameno, draft_first, last_trick, lay_stones, named, of_ameno, prepare, trick

SPRING_AND_SUMMER = "spring-x1 spring-x2 spring-x3 spring-x0 summer-x1 summer-x2 summer-x3 summer-x0"
SPRING_1_TO_SEAT_2 = "… | … | spring-1 … | …"


def drafted(omegumi: str = SPRING_AND_SUMMER, deck: str = SPRING_1_TO_SEAT_2, players: int = 4) -> StackedTable:
    """Deal and draft, always the first card that is face up."""
    table = deal(GAME, players, chance={"omegumi": omegumi, "deck": deck})
    while table.state.first != DISCARD:
        draft_first(table)
    return table


def second_round() -> StackedTable:
    """Set up the draft of the second round; seat 0 has scored spring-x1, but not spring-x2."""
    table = last_trick("spring-3 winter-1 autumn-2 spring-2", "spring-x1 spring-x2")
    lay_stones(table, ". . . . 1 . . . . . . . . . . .")
    trick(table, "spring-3 winter-1 autumn-2 spring-2", "place spring-a")
    return table


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_is_dealt_eight_cards(players: int) -> None:  # AK-10
    table = deal(GAME, players)
    assert [len(dealt) - 1 for dealt in table.events("dealt")] == [8] * players
    dealt = [card for _, *cards in table.events("dealt") for card in cards]
    assert sorted(map(str, dealt)) == sorted(named(CARDS, ameno(table).equipment.deck).split())


@pytest.mark.parametrize(("players", "leader"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_the_holder_of_spring_1_leads(players: int, leader: int) -> None:  # AK-10
    hands = " | ".join("spring-1 …" if seat == leader else "…" for seat in range(players))
    table = deal(GAME, players, chance={"deck": hands})
    assert table.events("opens") == [(leader,)]
    prepare(table)
    table.play("play spring-1")
    assert table.events("played") == [(leader, "spring-1")]


def test_in_the_second_round_the_holder_of_spring_1_leads_again() -> None:  # AK-10
    table = deal(GAME, 4, chance={"deck": ["spring-1 … | … | … | …", SPRING_1_TO_SEAT_2]})
    table.play_on(until=lambda state: state.part == 1)
    assert table.events("opens") == [(0,), (2,)]
    prepare(table)
    assert ameno(table).leader == 2


@pytest.mark.parametrize("players", [3, 4])
def test_two_omegumi_cards_per_player_are_turned_up_each_round_from_one_deck(players: int) -> None:  # AK-11
    table = deal(GAME, players)
    table.play_on(until=lambda state: state.part == 1)
    first, second = table.events("turned_up")
    assert len(first) == len(second) == 2 * players
    assert not set(first) & set(second)
    table.play_on()
    omegumi = table.record().chance[0]
    assert omegumi.what == "omegumi"
    assert len(omegumi.result) == 16
    assert set(omegumi.result[: 2 * players]) == set(first)
    assert set(omegumi.result[2 * players : 4 * players]) == set(second)


@pytest.mark.parametrize(
    ("deck", "drafters"),
    [
        (SPRING_1_TO_SEAT_2, [3, 0, 1, 2, 2, 1, 0, 3]),
        ("spring-1 … | … | … | …", [1, 2, 3, 0, 0, 3, 2, 1]),
        ("… | … | spring-1 …", [0, 1, 2, 2, 1, 0]),
    ],
)
def test_the_draft_goes_from_the_leaders_left_around_to_the_leader_who_takes_two_and_back(
    deck: str, drafters: list[int]
) -> None:  # AK-11
    table = drafted(deck=deck, players=deck.count("|") + 1)
    assert [seat for seat, _ in table.events("drafted")] == drafters
    assert {omegumi for _, omegumi in table.events("drafted")} == set(table.events("turned_up")[0])


def test_any_face_up_omegumi_card_can_be_drafted() -> None:  # AK-11
    table = deal(GAME, 4, chance={"omegumi": SPRING_AND_SUMMER, "deck": SPRING_1_TO_SEAT_2})
    assert table.legal(3) == [f"draft {omegumi}" for omegumi in SPRING_AND_SUMMER.split()]
    table.play("draft summer-x2")
    assert table.refusal(0, "draft summer-x2") == "summer-x2 is not face up"
    assert len(table.legal(0)) == 7


def test_the_last_omegumi_card_is_not_drafted_automatically() -> None:  # AK-11
    table = deal(GAME, 4, chance={"omegumi": SPRING_AND_SUMMER, "deck": SPRING_1_TO_SEAT_2})
    for omegumi in SPRING_AND_SUMMER.split()[:-1]:
        table.play(f"draft {omegumi}")
    assert table.legal(3) == ["draft summer-x0"]


def test_a_discarded_omegumi_card_gives_a_stone_from_the_supply_and_leaves_the_game() -> None:  # AK-12
    table = drafted()
    table.play("discard spring-x0")
    leader = ameno(table).seats[2]
    assert (leader.stones, leader.supply) == (4, 3)
    assert named(OMEGUMI, leader.omegumi) == "summer-x1"
    table.play_on()
    assert not any("spring-x0" in event for event in table.events("drafted")[8:])


def test_players_discard_clockwise_from_the_leader() -> None:  # AK-12
    table = drafted()
    table.play("done", "done", "done")
    assert table.legal(1) == ["discard spring-x3", "discard summer-x2", "done"]
    table.play("done")
    assert table.events("done") == [(2,), (3,), (0,), (1,)]
    assert table.state.first == PLAY


def test_a_player_may_discard_one_card_or_all() -> None:  # AK-12
    table = drafted()
    table.play("discard summer-x1", "discard spring-x0")  # no card is left, so seat 2 is not asked again
    table.play("discard spring-x1", "done")
    assert table.events("discarded") == [(2, "summer-x1"), (2, "spring-x0"), (3, "spring-x1")]
    assert table.refusal(3, "done") == "other seats must choose first: 0"


def test_everybody_sees_discards() -> None:  # AK-12
    table = drafted()
    table.play("discard spring-x0")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert table.events("discarded", seen_by=viewer) == [(2, "spring-x0")]


def test_discarding_a_scored_card_gives_a_stone_and_loses_its_points() -> None:  # AK-12
    table = second_round()
    assert table.events("scored") == [(0, "spring-x1")]
    assert table.state.scores()[0] == 1 * 1 + 2
    while table.state.first != DISCARD:
        draft_first(table)
    while 0 not in [seat for seat in range(4) if table.legal(seat)]:
        table.play("done")
    stones = ameno(table).seats[0].stones
    table.play("discard spring-x1")
    assert table.state.scores()[0] == 1 * 1
    assert ameno(table).seats[0].stones == stones + 1
    assert table.refusal(0, "discard spring-x1") == "spring-x1 is not yours"


def test_a_card_not_scored_in_the_first_round_can_be_discarded_in_the_second() -> None:  # AK-12
    table = second_round()
    while table.state.first != DISCARD:
        draft_first(table)
    while 0 not in [seat for seat in range(4) if table.legal(seat)]:
        table.play("done")
    table.play("discard spring-x2")
    assert "spring-x2" not in named(OMEGUMI, ameno(table).seats[0].omegumi)
    assert named(OMEGUMI, ameno(table).seats[0].scored) == "spring-x1"


def test_with_3_players_the_supply_is_empty_after_three_discards() -> None:  # AK-12
    table = deal(GAME, 3, chance={"deck": ["spring-1 … | … | …", "spring-1 … | … | …"]})
    prepare(table, discards=2)
    table.play_on(until=lambda state: state.part == 1)
    while table.state.first != DISCARD:
        draft_first(table)
    assert (ameno(table).seats[0].supply, len(table.legal(0))) == (1, 3)
    table.play(table.legal(0)[0])
    leader = ameno(table).seats[0]
    assert leader.supply == 0
    assert len(named(OMEGUMI, leader.omegumi).split()) == 1
    assert not table.legal(0), "a seat with 7 stones is not asked to discard"


def test_with_4_players_all_four_cards_can_be_discarded() -> None:  # AK-12
    table = deal(GAME, 4, chance={"deck": ["spring-1 … | … | … | …", "spring-1 … | … | … | …"]})
    prepare(table, discards=2)
    table.play_on(until=lambda state: state.part == 1)
    prepare(table, discards=2)
    leader = ameno(table).seats[0]
    assert (leader.omegumi, leader.supply) == (0, 0)


def test_omegumi_cards_are_face_up_in_front_of_their_owners() -> None:  # AK-13
    table = drafted()
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        seen = of_ameno(table.state.seen_by(viewer, recall=False))
        assert [named(OMEGUMI, player.omegumi) for player in seen.seats] == [
            "spring-x2 summer-x3", "spring-x3 summer-x2", "spring-x0 summer-x1", "spring-x1 summer-x0",
        ]  # fmt: skip


def test_omegumi_cards_are_worth_nothing_until_scored() -> None:  # AK-13
    table = last_trick("summer-1 spring-3 autumn-2 winter-1", "spring-x1")
    lay_stones(table, "0 . . . . . . . . . . . . . . .")
    state = ameno(table)
    assert named(OMEGUMI, state.fulfilled(0)) == "spring-x1"
    assert state.scores()[0] == 1
    trick(table, "summer-1 spring-3 autumn-2 winter-1", "place autumn-a")
    assert table.state.scores()[0] == 1 + 2
