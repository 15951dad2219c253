"""Deals: every rotation of the bots gets the same cards and the same random numbers."""

import pytest

from arena.players import make
from chabudai.arena.deal_rng import DealRng
from chabudai.arena.duplicate import RunSettings, ThinkingTime, margin, play_deal, play_game
from chabudai.arena.lineup import Lineup, sides_of
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.state import State

SEATINGS = [
    ["random", "first", "first", "first"],
    ["first", "random", "first", "first"],
    ["first", "first", "first", "random"],
]


Deck = tuple[int, int, tuple[tuple[int, int], ...]]
"""A chance event, how often it began before, and the outcomes possible when it began, each with its weight."""


def drawn(name: str, seating: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[Deck, list[int]]:
    """Return the outcomes of each deck in one game of a deal."""
    outcomes: dict[Deck, list[int]] = {}
    latest: dict[int, Deck] = {}
    real = DealRng.outcome

    def recorded(deal_rng: DealRng, state: State) -> int:
        due = state.due
        if state.drawn() == 0:
            cards = tuple((outcome, state.weight(outcome)) for outcome in members(state.possible_outcomes()))
            latest[due] = due, latest[due][1] + 1 if due in latest else 0, cards
        outcome = real(deal_rng, state)
        outcomes.setdefault(latest[due], []).append(outcome)
        return outcome

    game = games()[name]
    with monkeypatch.context() as patch:
        patch.setattr(DealRng, "outcome", recorded)
        play_game(
            RunSettings(name, game.setup(4), 8, make), 3, seating, {"random": ThinkingTime(), "first": ThinkingTime()}
        )
    return outcomes


@pytest.mark.parametrize("name", games())
def test_decks_have_the_same_order_in_every_rotation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = (drawn(name, seating, monkeypatch) for seating in SEATINGS)
    shared = first.keys() & second.keys() & third.keys()
    assert next(iter(first)) in shared
    for deck in shared:
        shortest = min(len(game[deck]) for game in (first, second, third))
        assert first[deck][:shortest] == second[deck][:shortest] == third[deck][:shortest]


@pytest.mark.parametrize("name", games())
def test_a_bot_has_exactly_its_fair_share_against_itself(name: str) -> None:
    game = games()[name]
    for players in game.players:
        deal = play_deal(RunSettings(name, game.setup(players), 1, make), (Lineup("random", "twin"), 5))
        assert sum(deal.shares) == pytest.approx(1)
        assert sum(deal.margins) == pytest.approx(0)


def test_other_deals_and_other_seeds_give_other_games() -> None:
    game = games()["kasane"]
    lineup = Lineup("first", "random")
    margins = [
        play_deal(RunSettings("kasane", game.setup(4), seed, make), (lineup, deal)).margins
        for seed in (1, 2)
        for deal in (0, 1)
    ]
    assert len({tuple(deal_margins) for deal_margins in margins}) == 4


def test_partners_rotate_together() -> None:
    setup = games()["only_one"].setup(4, {"teams": True})
    assert sides_of(setup) == ((0, 2), (1, 3))
    deal = play_deal(RunSettings("only_one", setup, 1, make), (Lineup("first", "random"), 0))
    assert len(deal.shares) == 2


def test_each_bot_has_its_own_thinking_time() -> None:
    setup = games()["ameno_kirifuda"].setup(4)
    deal = play_deal(RunSettings("ameno_kirifuda", setup, 1, make), (Lineup("first", "random"), 0))
    assert 0 < deal.thinking["first"].moves < deal.thinking["random"].moves
    assert all(thinking.seconds > 0 for thinking in deal.thinking.values())


def test_a_margin_is_relative_to_the_mean_of_the_other_sides() -> None:
    class End(State):
        def score(self, seat: int) -> int:
            return (5, 1, 2, 4)[seat]

    setup = games()["kasane"].setup(4)
    end, sides = End(setup), sides_of(setup)
    assert [margin(end, sides, side) for side in range(4)] == pytest.approx([8 / 3, -8 / 3, -4 / 3, 4 / 3])


def test_fixed_chance_changes_the_result_of_a_deal() -> None:
    game = games()["only_one"]
    chance = game.chances[0]
    fixed, free = (
        play_deal(RunSettings("only_one", game.setup(3), 1, make, texts), (Lineup("first", "random"), 0))
        for texts in ((f"{chance.name}={chance.outcomes[0]}",), ())
    )
    assert fixed.margins != free.margins
