"""The layout of The Moon in the Pond: the table as a viewer sees it, made from the view alone."""

from chabudai.kernel.bits import has
from chabudai.kernel.state import NONE
from chabudai.scene.builder import People, is_asked
from chabudai.scene.vocabulary import AnyZone, Card, Fan, Layout, Marker, Pile, Row, Seat
from chabudai.scene.words import Words
from example_game.equipment import NIGHTS
from example_game.facts import facts
from example_game.phases import GO, LAY
from example_game.rules import Pond
from example_game.score_steps import score_steps
from example_game.words import ACTIONS, CARDS


def lay_out(view: Pond, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    asked = is_asked(view)
    return Layout(
        status=_status(view, words),
        prompt=words.text("prompt", _phase(view)),
        remark=words.text("remark", _phase(view), lie=view.equipment.lie) if asked else "",
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words),
        notes=_notes(view, words) if asked else {},
        scoring=score_steps(view, words, people) if view.over() else [],
    )


def card(view: Pond, kind: int, words: Words) -> Card:
    """Return a card as the scene shows it: face down and without an id if the view does not know it."""
    if kind < 0:
        return Card()
    return Card(CARDS[kind], words.name(CARDS[kind]), index=str(view.equipment.points[kind]), suit=CARDS[kind])


def _phase(view: Pond) -> str:
    return "go" if view.first == GO else "lay"


def _status(view: Pond, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    return words.text("status", "night", night=view.part + 1, nights=NIGHTS)


def _middle(view: Pond, words: Words) -> list[AnyZone]:
    reflection = 0 if view.reflection.kind == NONE else 1
    return [
        Pile(id="deck", title=words.text("zone", "deck"), count=len(view.deck) + reflection),
        Pile(id="pile", title=words.text("zone", "pile"), count=len(view.pile)),
    ]


def _seat(view: Pond, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    you = seat == view.viewer
    cards = [card(view, slot.kind, words) for slot in (player.dealt, player.drawn) if slot.kind != NONE]
    title = words.text("zone", "cards")
    zone: AnyZone = (
        Fan(id="cards", title=title, cards=cards) if you else Row(id=f"cards-{seat}", title=title, cards=cards)
    )
    markers = []
    if player.place != NONE:
        markers.append(Marker("chosen", words.text("marker", "chosen")))
    if player.laid >= 0:
        markers.append(
            Marker("laid", words.text("marker", "laid_by_you", card=CARDS[player.laid], name=CARDS[player.named]))
        )
    elif player.laid != NONE:
        markers.append(Marker("laid", words.text("marker", "laid", name=CARDS[player.named])))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=you,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=[zone],
        markers=markers,
    )


def _notes(view: Pond, words: Words) -> dict[str, str]:
    """Return, for every false name, a note that says what it costs."""
    notes = {}
    for move in ACTIONS[LAY:]:
        _, laid, _, name = move.split()
        if laid != name:
            notes[move] = words.text("note", "lie", lie=view.equipment.lie)
    return notes
