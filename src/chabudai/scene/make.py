"""Makes a scene: what a game says of its table, and what is the same for all games."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from chabudai.kernel.bits import has, members
from chabudai.kernel.errors import HiddenInformation
from chabudai.kernel.event import Event
from chabudai.kernel.state import WHOLE, State
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import (
    AnyZone,
    Card,
    Choice,
    Columns,
    Counter,
    Fan,
    Grid,
    Layout,
    LogLine,
    Pile,
    Ring,
    Row,
    Scene,
    Suit,
)
from chabudai.scene.words import Said, Words, title

_LINES = 8192
"""So many lines of logs are kept in words, and as many moves."""


class People:
    """The names at a table as one viewer hears them: the own seat is "you"."""

    def __init__(self, words: Words, viewer: int, names: Sequence[str]) -> None:
        self.words = words
        self.viewer = viewer
        self._said = [Said(name) for name in names]
        if viewer >= 0:
            self._said[viewer] = Said(words.name("you"))

    def name(self, seat: int) -> Said:
        """What to call a seat within a sentence."""
        return self._said[seat]


def is_asked(view: State) -> bool:
    """Whether the viewer has to choose now."""
    return view.viewer >= 0 and has(view.waiting, view.viewer)


def has_moment(game: Game, events: Sequence[Event]) -> bool:
    """Whether a step did something that is worth a look before play goes on."""
    return any(event.name in game.moments for event in events)


def make_scene(game: Game, view: State, words: Words, names: Sequence[str], *, moment: bool = False) -> Scene:
    """The scene of a view: the table, what can be chosen and why not the rest, and what the last step did.

    Memory aids are on if the view has recall. A whole position is refused: nothing is ever drawn from the truth. With
    `moment`, what the last step cleared away still lies there, for those who have not seen it yet.
    """
    if view.viewer == WHOLE:
        raise HiddenInformation("a scene is made from seen_by, never from the whole position")
    people = People(words, view.viewer, names)
    layout = game.lay_out(view, words, people)
    log = [log_line(game, event, people) for event in view.events]
    return Scene(
        game=game.name,
        title=title(game, words.language),
        language=words.language,
        viewer=view.viewer,
        status=layout.status,
        prompt=_begun(layout.prompt if is_asked(view) else _standing(view, people)),
        remark=_begun(layout.remark),
        suits=suits(words),
        terms=words.tables["term"],
        seats=layout.seats,
        zones=_still_lying(layout) if moment else layout.zones,
        facts=layout.facts,
        choices=list(_choices(game, view, words, layout)),
        log=log,
        scoring=layout.scoring,
        over=view.over(),
        winners=members(view.winners()) if view.over() else [],
        moment="\n".join(line.text for line in log if line.moment) if moment else "",
    )


def _still_lying(layout: Layout) -> list[AnyZone]:
    """The zones of the table, with those that the last step cleared as they were before it."""
    before = {zone.id: zone for zone in layout.moment}
    zones = [before.pop(zone.id, zone) for zone in layout.zones]
    return [*zones, *before.values()]


def _standing(view: State, people: People) -> str:
    """What is going on, for a viewer who is not asked for anything."""
    words = people.words
    if view.due >= 0:
        return words.text("standing", "chance")
    seats = members(view.winners() if view.over() else view.waiting)
    names = words.list([people.name(seat) for seat in seats])
    if not view.over():
        return words.text("standing", "waiting", names=names)
    return words.text("standing", "won_alone" if len(seats) == 1 else "won_together", names=names)


def log_line(game: Game, event: Event, people: People) -> LogLine:
    """An event, as seen by its viewer, in words."""
    return _told(game, event, people.words, people.name(event.seat) if event.seat >= 0 else None)


@lru_cache(maxsize=_LINES)
def _told(game: Game, event: Event, words: Words, who: Said | None) -> LogLine:
    """The same line for all who see the event alike; it is told again as long as it stands in the log."""
    told = game.event_words(event)
    values: dict[str, str | int | Said] = {f"w{place}": word for place, word in enumerate(told)}
    if who is not None:
        values["seat"] = who
    # An event with a secret has a second sentence for those who do not see it.
    sentence = event.name if told or not game.events[event.name] else f"{event.name}_unseen"
    text = words.text("event", sentence, all=words.list(told), **values)
    return LogLine(_begun(text), event.name, event.seat if event.seat >= 0 else None, event.name in game.moments)


def _begun(sentence: str) -> str:
    """A sentence with its first letter large, though it may begin with "you"."""
    return sentence[:1].upper() + sentence[1:]


@cache
def suits(words: Words) -> dict[str, Suit]:
    """The suits of a game, from its text."""
    return {
        key: Suit(words.name(key), words.tables["suit_sign"][key], colour)
        for key, colour in words.tables.get("suit_colour", {}).items()
    }


def _choices(game: Game, view: State, words: Words, layout: Layout) -> Iterator[Choice]:
    """What the viewer can choose: first by what lies on the table, then by buttons."""
    if not is_asked(view):
        return
    legal = view.legal(view.viewer)
    verbs = {game.actions[action].split()[0] for action in legal}
    shown: set[int] = set()

    def choice(action: int, zone: str = "", target: str = "") -> Choice:
        shown.add(action)
        return choice_of(game, view, words, action, zone, target, layout.notes.get(game.actions[action], ""))

    own = [seat.zones for seat in layout.seats if seat.you]
    for zone in [*layout.zones, *(zone for zones in own for zone in zones)]:
        for verb in zone.verbs:
            for target in _ids(zone):
                action = game.action_numbers.get(f"{verb} {target}")
                if verb in verbs and action is not None and action not in shown:
                    yield choice(action, zone.id, target)
    for text in layout.buttons:
        if text.split()[0] in verbs and game.action_numbers[text] not in shown:
            yield choice(game.action_numbers[text])
    for action in legal:
        if action not in shown:
            yield choice(action)


def choice_of(
    game: Game, view: State, words: Words, action: int, zone: str = "", target: str = "", note: str = ""
) -> Choice:
    """Any move of the game as the viewer's choice: with the reason if it cannot be made now."""
    text = game.actions[action]
    reason = game.why_not(view, view.viewer, action)
    why = None if reason is None else words.say("reason", reason)
    said = action_text(text, words)
    return Choice(action=action, words=text, text=said, zone=zone, target=target, note=note, why=why)


@lru_cache(maxsize=_LINES)
def action_text(action: str, words: Words) -> str:
    """A move in words of the language: `play spring-1` by the sentence of `play`.

    A move may have a sentence of its own (`"take 0"`), and a verb one for moves with so many words after it (`meld_3`).
    """
    verb, *parts = action.split()
    sentences = words.tables["action"]
    sentence = next((key for key in (action, f"{verb}_{len(parts)}") if key in sentences), verb)
    values = {f"w{place}": part for place, part in enumerate(parts)}
    return words.text("action", sentence, all=words.list(parts), **values)


def _ids(zone: AnyZone) -> list[str]:
    """The ids of what lies in a zone."""
    match zone:
        case Columns():
            return [column.id for column in zone.columns]
        case Grid():
            return [space.id for row in zone.rows for space in row.spaces]
    return [card.id for card in cards_in(zone)]


def counter(words: Words, what: str, number: int, note: str = "", most: int = 0) -> Counter:
    """A number with the name that it has in the table `counter`."""
    return Counter(what, words.counted(what, number), number, note, most)


def cards_in(zone: AnyZone) -> list[Card]:
    """The cards that lie in a zone, face up or down."""
    match zone:
        case Fan() | Row():
            return zone.cards
        case Ring():
            return [card for card in zone.cards if card is not None]
        case Pile():
            return [] if zone.top is None else [zone.top]
        case Columns():
            return [card for column in zone.columns for card in column.cards]
    return []
