"""Describes every kind of zone in a sentence or a few."""

from collections.abc import Sequence

from chabudai.scene.vocabulary import AnyZone, Card, Columns, Fan, Grid, GridRow, Pile, Ring, Row, Scene, Strip
from chabudai.terminal.plain.plain_words import PlainWords


def zone_sentences(scene: Scene, zone: AnyZone, say: PlainWords) -> list[str]:
    """Return what is in a zone; a board has a sentence for each row, and columns one for each column."""
    match zone:
        case Columns():
            columns = [
                say(
                    "plain.zone",
                    title=column.title,
                    text=_with_note(_cards(scene, column.cards, say), column.note, say),
                )
                for column in zone.columns
            ]
            return [say.sentence(zone.title), *columns]
        case Grid():
            return [say("plain.zone", title=row.title, text=_row(scene, row, say)) for row in zone.rows]
        case Strip():
            text = say.listed([chip.text for chip in zone.chips])
            return [say("plain.zone", title=zone.title, text=say("plain.ranked", text=text) if zone.ordered else text)]
        case Pile():
            return [say("plain.zone", title=zone.title, text=_pile(scene, zone, say))]
        case Ring():
            return [say("plain.zone", title=zone.title, text=_ring(scene, zone, say))]
        case Fan() | Row():
            return [say("plain.zone", title=zone.title, text=_cards(scene, zone.cards, say))]


def card_words(scene: Scene, card: Card, say: PlainWords) -> str:
    """Return everything that a card shows, in words; "" for the back of a card."""
    if not card.id:
        return ""
    parts = [card.name or card.index, card.caption]
    if card.note not in card.name and card.note != card.caption and not card.chips:
        parts.append(card.note.removesuffix(card.caption).rstrip(", 、") if card.caption else card.note)
    parts += [scene.terms[mark] for mark in card.marks]
    shown = [part for index, part in enumerate(parts) if (part and part not in card.name) or index == 0]
    return say("plain.cell", text=shown[0], where=say.listed(shown[1:])) if len(shown) > 1 else shown[0]


def _cards(scene: Scene, cards: Sequence[Card], say: PlainWords) -> str:
    hidden = sum(not card.id for card in cards)
    texts = [card_words(scene, card, say) for card in cards if card.id]
    texts += [say("plain.face_down", number=hidden)] if hidden else []
    # Where a name has commas of its own, they cannot separate the cards, too.
    has_commas = any(say("plain.part_comma").strip() in text for text in texts)
    return say("plain.semicolon").join(texts) if has_commas else say.listed(texts)


def _pile(scene: Scene, pile: Pile, say: PlainWords) -> str:
    count = say("plain.one_card" if pile.count == 1 else "plain.cards", number=pile.count)
    if pile.top is None:
        return count
    return say("plain.on_top", count=count, card=_cards(scene, [pile.top], say))


def _ring(scene: Scene, ring: Ring, say: PlainWords) -> str:
    """Return who has which card in front, beginning to the left of the viewer."""
    start = scene.viewer + 1
    seats = [seat for seat in [*scene.seats[start:], *scene.seats[:start]] if ring.cards[seat.number] is not None]
    cards = [(seat.name, _cards(scene, [card], say)) for seat in seats if (card := ring.cards[seat.number]) is not None]
    texts = [say("plain.at", name=name, text=text) for name, text in cards]
    return say("plain.semicolon").join(texts) if texts else say("plain.nothing_yet")


def _row(scene: Scene, row: GridRow, say: PlainWords) -> str:
    """Return what is on the spaces of a row of a board, and which of them are free."""
    taken, free = [], []
    for space in row.spaces:
        marks = [scene.terms[mark] for mark in space.marks]
        name = say("plain.cell", text=space.name, where=say.listed(marks)) if marks else space.name
        if space.token is None:
            free.append(name)
            continue
        token, seat = space.token.name, space.token.seat
        if seat is not None:
            own = scene.seats[seat].you
            token = say("plain.own_token" if own else "plain.owned", token=token, name=scene.seats[seat].name)
        taken.append(say("plain.entry", title=name, text=token))
    if not taken:
        return say("plain.all_free", spaces=say.listed(free))
    return say("plain.semicolon").join([*taken, *([say("plain.free", spaces=say.listed(free))] if free else [])])


def _with_note(text: str, note: str, say: PlainWords) -> str:
    return say("plain.semicolon").join([text, note]) if note else text
