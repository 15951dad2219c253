"""Sampled worlds without recall against plain enumeration: ordered hands, discards and draw pile (KI-22)."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.equipment import card_list
from chabudai.games.kasane.phases import MELD, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.bits import members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import deal
from games.kasane.positions import counts, digits, hand_and_field, kasane, of_kasane, shown
from goodness_of_fit import assert_fits

World = tuple[str, ...]
"""The hands, the discards and the draw pile, in words."""

DRAWS = 6000


@dataclass(frozen=True)
class Case:
    """A position of 3 players: hands, draw pile, discards, and the top cards of the fields.

    `asked` is the seat that may meld, and the card that it has just taken; None while a card is to be taken.
    """

    hands: tuple[str, str, str]
    pile: str
    discards: str = ""
    tops: tuple[str, str, str] = ("", "", "")
    asked: tuple[int, str] | None = None
    options: dict[str, object] = field(default_factory=dict)

    def position(self) -> Kasane:
        """Set up the position. All other cards are visible, under the tops of the fields."""
        table = deal(GAME, 3, options=self.options)
        state = kasane(table)
        left = Counter(counts(state.equipment.deck))
        fixed = " ".join([*self.hands, self.pile, self.discards, *self.tops])
        left.subtract(fixed.split())
        assert min(left.values()) >= 0
        others = sorted(left.elements())
        below = [others[seat::3] for seat in range(3)]
        seats = [
            player.as_json() | hand_and_field(self.hands[seat], " ".join([*below[seat], self.tops[seat]]))
            for seat, player in enumerate(state.seats)
        ]
        asked, card = self.asked or (1, "")
        part = 1 if self.discards else 2
        table.set_up(
            seats=seats, rows=[{"cards": 0}] * 3, ends=0, part=part, dealt=15,
            pile=_counted(self.pile), discards=_counted(self.discards),
            waiting=1 << asked, first=MELD if self.asked else TAKE, taken=digits(card) if card else 0,
        )  # fmt: skip
        state = kasane(table)
        if self.asked:
            player = state.seats[asked]
            state.offers = state.meld_choices(player.hand, player.field)
            assert state.offers, "the true hand must allow a meld"
        return state


def _counted(cards: str) -> int:
    """Encode cards as the draw pile and the discards hold them."""
    return sum(1 << 4 * CARDS.index(card) for card in cards.split())


def world_of(state: Kasane) -> World:
    """Return the hands, the discards and the draw pile of a state, in words."""
    piles = (Counter(counts(pile)) for pile in (state.discards, state.pile))
    return (*(shown(player.hand) for player in state.seats), *(" ".join(sorted(pile.elements())) for pile in piles))


def enumerated(case: Case, viewer: int) -> dict[World, float]:
    """Return every arrangement of the hidden cards that fits the view, with its probability under a uniform deal."""
    true = case.position()
    known = [seat == viewer or bool(case.options.get("open_hands")) for seat in range(3)]
    hands = [case.hands[seat].split() for seat in range(3)]
    top_is_known = [
        case.asked is not None and hands[seat][-1:] == [case.asked[1]] and seat == case.asked[0] for seat in range(3)
    ]
    sizes = [0 if known[seat] else len(hands[seat]) - top_is_known[seat] for seat in range(3)]
    hidden = [
        card for seat in range(3) if not known[seat] for card in hands[seat][: len(hands[seat]) - top_is_known[seat]]
    ]
    hidden += case.discards.split() + case.pile.split()
    ways: Counter[World] = Counter()
    for order in permutations(hidden):
        dealt, at = [], 0
        for seat, size in enumerate(sizes):
            cards = (
                hands[seat]
                if known[seat]
                else [*order[at : at + size], *(hands[seat][-1:] if top_is_known[seat] else [])]
            )
            dealt.append(" ".join(cards))
            at += size
        if any("+1" in hand.split() for hand in dealt):
            continue
        if case.asked is not None:
            seat = case.asked[0]
            if not true.meld_choices(digits(dealt[seat]), true.seats[seat].field):
                continue
        discards, pile = order[at : at + len(case.discards.split())], order[at + len(case.discards.split()) :]
        ways[(*dealt, " ".join(sorted(discards)), " ".join(sorted(pile)))] += 1
    total = ways.total()
    return {world: number / total for world, number in ways.items()}


CASES = {
    "two hands and the cards out of play": Case(("1", "4 4 6", "7"), "9 +1"),
    "no hand holds a +1": Case(("1", "4 6", "7"), "+1 +1 9"),
    "discards and draw pile": Case(("1", "4", ""), "7 8", "5 +1 9"),
    "open hands": Case(("1 2", "4 4 6", "7"), "9 +1", "5 5 3", options={"open_hands": True}),
    "asked, after a number": Case(("1", "9 8 5", "4 4"), "6 3", tops=("", "1", ""), asked=(1, "5")),
    "asked, with the field": Case(("1", "9 2 2", "8 8"), "3 4", tops=("", "6", ""), asked=(1, "2")),
    "asked, in a long hand": Case(("", "3 7 1 5", "2 4 6 8"), "", tops=("", "2", ""), asked=(1, "5")),
    "asked, and the card taken is enough": Case(("1", "9 8 4", "5 3"), "7 +1", tops=("", "6", ""), asked=(1, "4")),
    "asked, after a +1": Case(
        ("1", "9 4 6", "5"), "7 +1", tops=("", "+1", ""), asked=(1, "+1"), options={"plus_one_meld": True}
    ),
}


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("name", CASES)
def test_worlds_have_the_probabilities_of_a_uniform_deal(name: str, viewer: int) -> None:  # KI-20, KI-21, KI-22
    case = CASES[name]
    true = case.position()
    possible = enumerated(case, viewer)
    assert world_of(true) in possible
    view = true.seen_by(viewer, recall=False)
    worlds, rng = view.worlds(), Rng(seed=3)
    world = of_kasane(view.clone())
    drawn: Counter[World] = Counter()
    for _ in range(DRAWS if len(possible) > 1 else 10):
        world.imagine_into(view, worlds, rng)
        drawn[world_of(world)] += 1
    assert drawn.keys() <= possible.keys()
    assert_fits(drawn, possible)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_that_is_asked_holds_a_meld_in_every_world(seat: int) -> None:  # KI-21
    rng = Rng(seed=5)
    asked = 0
    for seed in range(12):
        table = deal(GAME, 3, seed=seed)
        while not table.state.over():
            table.play_on(moves=1)
            if table.state.first == MELD and not table.state.over():
                world = of_kasane(table.state.seen_by(seat, recall=False).imagine(rng))
                chooser = members(world.waiting)[0]
                assert world.offers == world.meld_choices(world.seats[chooser].hand, world.seats[chooser].field) != 0
                assert world.taken in (10, *card_list(world.seats[chooser].hand)[-1:])
                asked += 1
    assert asked > 50
