"""The layout of a moment of Only One Collection: the 1 has appeared, a column is bust, or a round is over."""

from msgspec.structs import replace

from chabudai.games.only_one.faces import ingredient_card
from chabudai.games.only_one.layout import lay_out
from chabudai.games.only_one.phases import FOR_EXPLORING, TURN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.kernel.bits import bit
from chabudai.kernel.state import NONE
from chabudai.scene.builder import People, nobody_asked
from chabudai.scene.vocabulary import AnyZone, Layout, Row
from chabudai.scene.words import Words


def lay_out_moment(before: OnlyOne, view: OnlyOne, words: Words, people: People) -> Layout:
    """Return the table: after a bust with its cards, after a round without the next one."""
    names = {event.name for event in view.events}
    if not names & {"kept", "round_over"}:
        return lay_out(view, words, people)
    layout = lay_out(_after_leaving(before, view), words, people)
    # `foresight` may have put the 1 on top of the deck: then it is the head of a column of the next round.
    zones = lay_out(view, words, people).zones if "one_appeared" in names else layout.zones
    return replace(layout, zones=[*zones, *_bust_column(view, words)])


def _after_leaving(before: OnlyOne, view: OnlyOne) -> OnlyOne:
    """Return the position right after the seat that moved has left the round."""
    shown = before.clone()
    assert isinstance(shown, OnlyOne)
    for player, now in zip(shown.seats, view.seats, strict=True):
        player.copy_from(now)
    shown.discard.copy_from(view.discard)
    left = shown.broken
    for event in view.events:
        if event.name in ("bust", "collected"):
            left = event.values[0]
    shown.columns[left].clear()
    shown.lying &= ~bit(left)
    shown.full &= ~bit(left)
    shown.in_round &= ~bit(before.turn)
    shown.card = shown.broken = NONE
    shown.token = view.token
    shown.first, shown.wanted = TURN, FOR_EXPLORING
    shown.waiting = nobody_asked(shown)
    return shown


def _bust_column(view: OnlyOne, words: Words) -> list[AnyZone]:
    """Return the cards of the bust that the last step resolved: those discarded, then the one kept."""
    events = {event.name: event.values for event in view.events}
    if "kept" not in events:
        return []
    shown = [ingredient_card(number, words) for number in [*events["discarded"], *events["kept"]]]
    return [Row(id="broken", title=words.text("zone", "ruined"), cards=shown)]
