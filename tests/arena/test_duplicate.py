"""A deal and its rotations: the same cards, the same luck, and one value for the table."""

import pytest

from arena.players import make
from chabudai.arena.duplicate import Match, Thought, margin, play_deal, play_game
from chabudai.arena.lineup import Lineup, sides_of
from chabudai.arena.luck import Luck
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.state import State

SEATINGS = [
    ["random", "first", "first", "first"],
    ["first", "random", "first", "first"],
    ["first", "first", "first", "random"],
]


Deck = tuple[int, int, tuple[tuple[int, int], ...]]
"""A chance event, how often it had begun, and what was in the deck then: cards that were played may be in it."""


def drawn(name: str, seating: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[Deck, list[int]]:
    """What came of each deck in a game of a deal."""
    came: dict[Deck, list[int]] = {}
    latest: dict[int, Deck] = {}
    real = Luck.outcome

    def noted(luck: Luck, state: State) -> int:
        event = state.due
        if state.drawn() == 0:
            cards = tuple((outcome, state.weight(outcome)) for outcome in members(state.odds()))
            latest[event] = event, latest[event][1] + 1 if event in latest else 0, cards
        outcome = real(luck, state)
        came.setdefault(latest[event], []).append(outcome)
        return outcome

    game = games()[name]
    with monkeypatch.context() as patch:
        patch.setattr(Luck, "outcome", noted)
        play_game(Match(name, game.setup(4), 8, make), 3, seating, {"random": Thought(), "first": Thought()})
    return came


@pytest.mark.parametrize("name", games())
def test_decks_come_in_the_same_order_whoever_sits_where(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = (drawn(name, seating, monkeypatch) for seating in SEATINGS)
    shared = one.keys() & two.keys() & three.keys()
    assert next(iter(one)) in shared
    for deck in shared:
        shortest = min(len(game[deck]) for game in (one, two, three))
        assert one[deck][:shortest] == two[deck][:shortest] == three[deck][:shortest]


@pytest.mark.parametrize("name", games())
def test_a_bot_has_exactly_its_fair_share_against_itself(name: str) -> None:
    game = games()[name]
    for players in game.players:
        deal = play_deal(Match(name, game.setup(players), 1, make), (Lineup("random", "twin"), 5))
        assert sum(deal.shares) == pytest.approx(1)
        assert sum(deal.margins) == pytest.approx(0)


def test_other_deals_and_other_seeds_are_other_games() -> None:
    game = games()["kasane"]
    lineup = Lineup("first", "random")
    margins = [
        play_deal(Match("kasane", game.setup(4), seed, make), (lineup, deal)).margins
        for seed in (1, 2)
        for deal in (0, 1)
    ]
    assert len({tuple(each) for each in margins}) == 4


def test_sides_of_a_team_rotate_together() -> None:
    setup = games()["only_one"].setup(4, {"teams": True})
    assert sides_of(setup) == ((0, 2), (1, 3))
    deal = play_deal(Match("only_one", setup, 1, make), (Lineup("first", "random"), 0))
    assert len(deal.shares) == 2


def test_time_is_counted_only_where_there_is_a_choice() -> None:
    setup = games()["ameno_kirifuda"].setup(4)
    deal = play_deal(Match("ameno_kirifuda", setup, 1, make), (Lineup("first", "random"), 0))
    assert 0 < deal.thought["first"].moves < deal.thought["random"].moves
    assert all(thought.seconds > 0 for thought in deal.thought.values())


def test_a_margin_is_over_the_mean_of_the_other_sides() -> None:
    class End(State):
        def score(self, seat: int) -> int:
            return (5, 1, 2, 4)[seat]

    setup = games()["kasane"].setup(4)
    end, sides = End(setup), sides_of(setup)
    assert [margin(end, sides, side) for side in range(4)] == pytest.approx([8 / 3, -8 / 3, -4 / 3, 4 / 3])


def test_fixed_chance_holds_in_every_game_of_the_deal() -> None:
    game = games()["only_one"]
    event = game.chances[0]
    match = Match("only_one", game.setup(3), 1, make, (f"{event.name}={event.outcomes[2]}",))
    assert play_deal(match, (Lineup("first", "random"), 0)) != play_deal(
        Match("only_one", game.setup(3), 1, make), (Lineup("first", "random"), 0)
    )
