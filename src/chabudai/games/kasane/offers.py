"""The melds that a player of Kasane no Irome can choose from, with their cards and points, the best first."""

from dataclasses import dataclass

from chabudai.games.kasane.equipment import BOX_KINDS, CARD_BITS, CARD_MASK, PLUS_ONE, card_list
from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.phases import MELD, PASS
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import ACTIONS
from chabudai.kernel.bits import bit, members
from chabudai.scene.words import Verbatim, Words


@dataclass(frozen=True)
class Offer:
    """A possible meld: its action as the record writes it, its name, its cards in order, and its points.

    `on_field` says that the first card is already in the field.
    """

    action: str
    meld: str
    cards: list[int]
    on_field: bool
    points: int

    def summary(self, words: Words) -> str:
        """Describe the cards and points, next to a choice that already names the meld."""
        return words.text("meld", "offer", cards=self._card_text(), points=self.points)

    def full_summary(self, words: Words) -> str:
        """Describe the meld, its cards and points."""
        return words.text("meld", "named", meld=self.meld, cards=self._card_text(), points=self.points)

    def _card_text(self) -> Verbatim:
        """Join the cards in one line, with the card in the field in brackets."""
        texts = [str(number) for number in self.cards]
        return Verbatim("–".join([f"[{texts[0]}]", *texts[1:]] if self.on_field else texts))


def offers(view: Kasane, seat: int) -> list[Offer]:
    """Return the melds that the seat can choose now, the best first; none if the view hides them."""
    player = view.seats[seat]
    return _offers(view, view.offers, player.hand, player.field)


def offers_after(view: Kasane, seat: int, card: int) -> list[Offer]:
    """Return the melds that a seat could choose after taking this card, the best first; 0 stands for no card."""
    player = view.seats[seat]
    hand, field = player.hand, player.field
    if card == PLUS_ONE:
        if not view.equipment.plus_one_meld:
            return []
        field = field << CARD_BITS | card
    elif card:
        hand = hand << CARD_BITS | card
    else:
        return []
    return _offers(view, view.meld_choices(hand, field), hand, field)


def best_points(offered: list[Offer]) -> int:
    """Return the most points that one of these melds scores."""
    return max(offer.points for offer in offered)


def _offers(view: Kasane, choices: int, hand: int, field: int) -> list[Offer]:
    offered = []
    for choice in members(choices & ~bit(PASS)):
        box, on_field = choice % BOX_KINDS, choice >= BOX_KINDS
        meld, _ = BOXES[box]
        length = view.equipment.meld_lengths[box]
        from_hand = card_list(hand)[-(length - on_field) :]
        cards = [field & CARD_MASK, *from_hand] if on_field else from_hand
        offered.append(Offer(ACTIONS[MELD + choice], meld, cards, on_field, view.points_for(box)))
    return sorted(offered, key=lambda offer: -offer.points)
