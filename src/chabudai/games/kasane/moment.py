"""The layout of a moment of Kasane no Irome: a meld has been laid, or the last turn of a round is over."""

from chabudai.games.kasane.equipment import CARD_BITS
from chabudai.games.kasane.layout import lay_out
from chabudai.games.kasane.phases import TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.scene.builder import People, nobody_asked
from chabudai.scene.vocabulary import Layout
from chabudai.scene.words import Words


def lay_out_moment(before: Kasane, view: Kasane, words: Words, people: People) -> Layout:
    """Return the table at the end of the turn: the rows and the turn are still those of the player who moved."""
    shown = before.clone()
    assert isinstance(shown, Kasane)
    for player, now in zip(shown.seats, view.seats, strict=True):
        player.copy_from(now)
    for event in view.events:
        if event.name == "took":
            shown.rows[event.values[0]].cards >>= CARD_BITS
    shown.free, shown.twice_free = view.free, view.twice_free
    shown.first, shown.taken, shown.offers = TAKE, 0, 0
    shown.waiting = nobody_asked(shown)
    return lay_out(shown, words, people)
