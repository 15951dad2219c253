"""The layout of Only One Collection: the table as a viewer sees it, made from the view alone."""

from functools import lru_cache

from chabudai.games.only_one import phases
from chabudai.games.only_one.equipment import FULL, SALVAGE, kind_of, values_of
from chabudai.games.only_one.faces import familiar_card, ingredient_card
from chabudai.games.only_one.facts import facts
from chabudai.games.only_one.forecast import clash_probability
from chabudai.games.only_one.phases import FOR_LOOKING
from chabudai.games.only_one.position import FACE_DOWN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.score_steps import decided_by, score_steps
from chabudai.games.only_one.words import CARDS, COLUMNS
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People, counter, is_asked
from chabudai.scene.vocabulary import (
    AnyZone,
    Card,
    Column,
    Columns,
    Layout,
    Marker,
    Pile,
    Row,
    Seat,
)
from chabudai.scene.words import Verbatim, Words

_PROMPTS = {phases.PICK: "pick", phases.ORDER: "order", phases.KEEP: "keep"}


def lay_out(view: OnlyOne, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words, people),
        zones=_middle(view, words, people),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words, people),
        buttons=["explore"],
        notes=_notes(view, words),
        scoring=score_steps(view, words, people) if view.over() else [],
    )


# ---- Status and prompts ----------------------------------------------------------------------------------------------


def _status(view: OnlyOne, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    number = view.above_the_one()
    which = "last" if view.revealed else "next" if number == 0 else "round"
    above = Verbatim(words.text("status", "card" if number == 1 else "cards", number=number))
    return words.text("status", which, round=view.part + 1, deck=view.deck_size(), above=above)


def _prompt(view: OnlyOne, words: Words) -> str:
    if view.first == phases.ADD:
        return words.text("prompt", "add", card=CARDS[view.card])
    if view.first == phases.TURN:
        return words.text("prompt", "turn" if has(view.choices(view.viewer), phases.EXPLORE) else "collect")
    return words.text("prompt", _PROMPTS[view.first])


def _remark(view: OnlyOne, words: Words, people: People) -> str:
    """Say what decided the game, or why nobody can explore."""
    if view.over():
        return words.text("remark", decided_by(view), holder=people.name(view.holder))
    if view.due >= 0:
        return ""
    return words.text("remark", "last_round") if view.revealed else ""


def _notes(view: OnlyOne, words: Words) -> dict[str, str]:
    """Return notes on what choices would do: a bust, or the order of two cards."""
    notes: dict[str, str] = {}
    if view.waiting == 0:
        return notes
    if view.first == phases.ADD:
        for number, column in enumerate(view.columns):
            if column.values & values_of(view.card):
                lost = words.list([CARDS[card] for card in column.listed()])
                saved = view.has_power(view.viewer, SALVAGE) if view.viewer >= 0 else False
                sentence = "salvage" if saved else "bust"
                notes[f"add {number}"] = words.text("note", sentence, card=CARDS[view.card], lost=lost)
    if view.first == phases.ORDER and FACE_DOWN not in view.top:
        places = [place for place in range(phases.LOOK_COUNT) if place != view.picked]
        names = dict(zip(places, (CARDS[number] for number in view.top), strict=True))
        for first, second in (places, places[::-1]):
            notes[f"order {first} {second}"] = words.text("note", "order", first=names[first], second=names[second])
    return notes


# ---- The middle of the table -----------------------------------------------------------------------------------------


def _middle(view: OnlyOne, words: Words, people: People) -> list[AnyZone]:
    zones: list[AnyZone] = [
        Columns(
            id="columns",
            title=words.text("zone", "columns"),
            verbs=["collect", "add"],
            columns=[_column(view, words, number) for number in members(view.lying)],
        )
    ]
    if view.card >= 0:
        title = words.text("zone", "turned_up")
        zones.append(Row(id="turned_up", title=title, cards=[ingredient_card(view.card, words)]))
    if view.wanted == FOR_LOOKING:
        places = [place for place in range(phases.LOOK_COUNT) if place != view.picked]
        looked = [ingredient_card(number, words, str(place)) for place, number in zip(places, view.top, strict=False)]
        zones.append(Row(id="looked", title=words.text("zone", "looked"), verbs=["pick"], cards=looked))
    if view.broken >= 0:
        choices = [*view.columns[view.broken].listed(), view.card]
        keepable = [ingredient_card(number, words) for number in dict.fromkeys(choices)]
        zones.append(Row(id="broken", title=words.text("zone", "broken"), verbs=["keep"], cards=keepable))
    zones.append(Pile(id="deck", title=words.text("zone", "deck"), count=view.deck_size()))
    zones.append(Pile(id="discard", title=words.text("zone", "discard"), count=view.discard_size()))
    return zones


def _column(view: OnlyOne, words: Words, number: int) -> Column:
    column = view.columns[number]
    cards = [familiar_card(column.familiar, words)] if column.familiar >= 0 else []
    cards += [ingredient_card(card, words) for card in column.listed()]
    name = COLUMNS[number]
    title = words.text("column", "nearest", column=name) if number == 0 else words.name(name)
    # Names of columns are lower case for use within sentences.
    title = title[:1].upper() + title[1:]
    return Column(str(number), title, cards, _column_note(view, words, number))


def _column_note(view: OnlyOne, words: Words, number: int) -> str:
    """Say whether the turned-up card is safe here; without one, which values clash and, with recall, how likely."""
    column = view.columns[number]
    if column.size == FULL:
        return words.text("column", "full")
    if view.broken >= 0 or (view.card >= 0 and not has(view.choosable(), number)):
        return ""
    if view.card >= 0:
        clash = column.values & values_of(view.card)
        values = Verbatim(" ".join(str(value) for value in members(clash)))
        return words.text("column", "clash" if clash else "safe", values=values)
    if view.revealed or view.over():
        return ""
    values = Verbatim(" ".join(str(value) for value in members(column.values)) or words.text("column", "none"))
    if not view.recall or view.due >= 0 or view.wanted == FOR_LOOKING:
        return words.text("column", "values", values=values)
    return words.text("column", "odds", values=values, odds=round(100 * clash_probability(view, number)))


# ---- The seats -------------------------------------------------------------------------------------------------------


def _seat(view: OnlyOne, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    collection = _collection(tuple(player.cards.listed()), words)
    zones: list[AnyZone] = [Row(id=f"collection-{seat}", title=words.text("zone", "collection"), cards=collection)]
    if player.familiar >= 0:
        title = words.text("zone", "familiar_used" if player.used else "familiar")
        zones.append(Row(id=f"familiar-{seat}", title=title, cards=[familiar_card(player.familiar, words)]))
    markers = []
    if seat == (view.holder if view.over() else view.token):
        markers.append(Marker("token", words.text("marker", "token")))
    if view.in_round and not has(view.in_round, seat) and not view.over():
        markers.append(Marker("out", words.text("marker", "out")))
    if view.equipment.teams:
        markers.append(Marker("team", words.text("marker", "team", partner=people.name(seat ^ 2))))
    counters = [counter(words, "cards", player.cards.size())]
    if view.over():
        counters.append(counter(words, "potions", player.potions))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=seat == view.viewer,
        waited_for=has(view.waiting, seat),
        # Without memory aids, show only points won during play: a projection would give the discard away.
        score=view.score(seat) if view.recall or view.over() else player.points,
        zones=zones,
        counters=counters,
        markers=markers,
    )


@lru_cache(maxsize=4096)
def _collection(cards: tuple[int, ...], words: Words) -> list[Card]:
    """Return one card for each kind, the special one if included, with the number of cards."""
    by_kind: dict[int, list[int]] = {}
    for number in cards:
        by_kind.setdefault(kind_of(number), []).append(number)
    shown = []
    for numbers in by_kind.values():
        top = ingredient_card(numbers[-1], words)
        note = words.text("card", "times", number=len(numbers)) if len(numbers) > 1 else ""
        shown.append(Card(top.id, top.name, top.index, top.suit, note, picture=top.picture))
    return shown
