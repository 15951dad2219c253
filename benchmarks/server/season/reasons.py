"""The reasons why an action of Season is illegal."""

from benchmarks.server.season.rules import Season
from benchmarks.server.season.words import CARDS
from chabudai.kernel.bits import has
from chabudai.kernel.message import Message


def reason(view: Season, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot play this card."""
    return Message("follow" if has(view.hands[seat], action) else "not_in_hand", {"card": CARDS[action]})
