"""What a person sees of The Moon in the Pond."""

from chabudai.kernel.bits import has
from chabudai.kernel.state import NONE
from chabudai.scene.make import People, is_asked
from chabudai.scene.vocabulary import AnyZone, Card, FactRow, Facts, Fan, Layout, Marker, Pile, Row, ScoreStep, Seat
from chabudai.scene.words import Words
from example_game.equipment import ALL_CARDS
from example_game.rules import GO, LAY, NIGHTS, Pond
from example_game.words import ACTIONS, CARDS


def lay_out(view: Pond, words: Words, people: People) -> Layout:
    """The table as the view's owner sees it."""
    asks = is_asked(view)
    return Layout(
        status=_status(view, words),
        prompt=words.text("prompt", _phase(view)),
        remark=words.text("remark", _phase(view), lie=view.rules.lie) if asks else "",
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.rules.players)],
        facts=[_values(view, words), *_memories(view, words)],
        notes=_notes(view, words) if asks else {},
        scoring=_scoring(view, words, people) if view.over() else [],
    )


def card(view: Pond, kind: int, words: Words) -> Card:
    """A card by its kind, or face down if the view does not know it: then it has no id, and tells nothing."""
    if kind < 0:
        return Card()
    return Card(CARDS[kind], words.name(CARDS[kind]), index=str(view.rules.points[kind]), suit=CARDS[kind])


def _phase(view: Pond) -> str:
    return "go" if view.first == GO else "lay"


def _status(view: Pond, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    return words.text("status", "night", night=view.part + 1, nights=NIGHTS)


def _middle(view: Pond, words: Words) -> list[AnyZone]:
    looked_at = 0 if view.reflection.kind == NONE else 1
    return [
        Pile(id="deck", title=words.text("zone", "deck"), count=len(view.deck) + looked_at),
        Pile(id="pile", title=words.text("zone", "pile"), count=len(view.pile)),
    ]


def _seat(view: Pond, words: Words, people: People, seat: int) -> Seat:
    guest = view.guests[seat]
    you = seat == view.viewer
    cards = [card(view, each.kind, words) for each in (guest.dealt, guest.drawn) if each.kind != NONE]
    title = words.text("zone", "cards")
    zone: AnyZone = (
        Fan(id="cards", title=title, cards=cards) if you else Row(id=f"cards-{seat}", title=title, cards=cards)
    )
    markers = []
    if guest.place != NONE:
        markers.append(Marker("chosen", words.text("marker", "chosen")))
    if guest.laid >= 0:
        markers.append(
            Marker("laid", words.text("marker", "laid_by_you", card=CARDS[guest.laid], name=CARDS[guest.named]))
        )
    elif guest.laid != NONE:
        markers.append(Marker("laid", words.text("marker", "laid", name=CARDS[guest.named])))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=you,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=[zone],
        markers=markers,
    )


def _values(view: Pond, words: Words) -> Facts:
    """How many cards of each kind there are, and what they are worth."""
    rows = [
        FactRow(words.name(word), [str(ALL_CARDS.count(kind)), str(view.rules.points[kind])], suit=word)
        for kind, word in enumerate(CARDS)
    ]
    columns = [words.text("fact", "cards"), words.text("fact", "points")]
    return Facts(id="values", title=words.text("fact", "values"), columns=columns, rows=rows, always=True)


def _memories(view: Pond, words: Words) -> list[Facts]:
    """What a view with recall knows beyond what lies in sight: the pile, and the reflection for who looked at it."""
    rows = []
    if view.recall and view.pile:
        rows.append(FactRow(words.text("fact", "pile"), [words.list([CARDS[kind] for kind in view.pile]).text]))
    if view.reflection.kind >= 0:
        rows.append(FactRow(words.text("fact", "reflection"), [words.name(CARDS[view.reflection.kind])]))
    return [Facts(id="memories", title=words.text("fact", "memories"), rows=rows)] if rows else []


def _notes(view: Pond, words: Words) -> dict[str, str]:
    """Beside every false name, what it costs."""
    notes = {}
    for move in ACTIONS[LAY:]:
        _, laid, _, name = move.split()
        if laid != name:
            notes[move] = words.text("note", "lie", lie=view.rules.lie)
    return notes


def _scoring(view: Pond, words: Words, people: People) -> list[ScoreStep]:
    """The points of one guest after the other; their nights have been scored as they ended."""
    steps = []
    totals = [0] * view.rules.players
    for seat in range(view.rules.players):
        totals[seat] = view.score(seat)
        text = words.text("score", "nights", seat=people.name(seat), nights=NIGHTS)
        steps.append(ScoreStep(text, seat, view.score(seat), list(totals)))
    return steps
