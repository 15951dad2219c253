"""The melds that a hand allows, as people look at them: with their cards and points, the best first."""

from dataclasses import dataclass

from chabudai.games.kasane.equipment import BOX_KINDS, CARD, DIGIT, PLUS_ONE, listed
from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.position import MELD, PASS
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import ACTIONS
from chabudai.kernel.bits import bit, members
from chabudai.scene.words import Said, Words


@dataclass(frozen=True)
class Offer:
    """A meld that can be made: its move, its cards in order, whether the first lies in the field, and its points."""

    action: str
    meld: str
    cards: list[int]
    on_field: bool
    points: int

    def told(self, words: Words) -> str:
        """Cards and points, for a choice that has named the meld already."""
        return words.text("meld", "offer", cards=self._shown(), points=self.points)

    def named(self, words: Words) -> str:
        """Meld, cards and points."""
        return words.text("meld", "named", meld=self.meld, cards=self._shown(), points=self.points)

    def _shown(self) -> Said:
        """The cards in a line; the one that lies in the field in brackets."""
        texts = [str(number) for number in self.cards]
        return Said("–".join([f"[{texts[0]}]", *texts[1:]] if self.on_field else texts))


def offers(view: Kasane, seat: int) -> list[Offer]:
    """What a seat that may meld can choose, as far as the view knows it."""
    player = view.seats[seat]
    return _offers(view, view.offers, player.hand, player.field)


def offers_after(view: Kasane, seat: int, card: int) -> list[Offer]:
    """What a seat could choose if it took this card."""
    player = view.seats[seat]
    hand, field = player.hand, player.field
    if card == PLUS_ONE:
        if not view.rules.plus_one_meld:
            return []
        field = field << DIGIT | card
    elif card:
        hand = hand << DIGIT | card
    else:
        return []
    return _offers(view, view.offered(hand, field), hand, field)


def best(offered: list[Offer]) -> int:
    """The most points among them."""
    return max(offer.points for offer in offered)


def _offers(view: Kasane, choices: int, hand: int, field: int) -> list[Offer]:
    found = []
    for choice in members(choices & ~bit(PASS)):
        box, on_field = choice % BOX_KINDS, choice >= BOX_KINDS
        meld, length = BOXES[box]
        from_hand = listed(hand)[-(length - on_field) :]
        cards = [field & CARD, *from_hand] if on_field else from_hand
        found.append(Offer(ACTIONS[MELD + choice], meld, cards, on_field, view.worth(box)))
    return sorted(found, key=lambda offer: -offer.points)
