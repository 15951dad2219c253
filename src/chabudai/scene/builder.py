"""Builds scenes: combines a game's own layout with what all games have in common."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TypedDict

from msgspec.structs import replace

from chabudai.kernel.bits import bit, has, members
from chabudai.kernel.errors import HiddenInformation
from chabudai.kernel.event import Event
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import WHOLE, State
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import (
    AnyZone,
    Card,
    Choice,
    Columns,
    Counter,
    Facts,
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
from chabudai.scene.words import Verbatim, Words, title
from chabudai.scene.words import words as words_of_setup

_CACHE_SIZE = 8192
"""The size of the LRU caches for log lines and for the texts of moves."""


class People:
    """The names of the seats as one viewer reads them: the viewer's own seat is "you" if the viewer is `addressed`.

    A replay shows the view of a seat to somebody else, so it addresses nobody.
    """

    def __init__(self, words: Words, viewer: int, names: Sequence[str], *, addressed: bool = True) -> None:
        self.words = words
        self.viewer = viewer
        self.addressed = addressed
        self._names = [Verbatim(name) for name in names]
        if viewer >= 0 and addressed:
            self._names[viewer] = Verbatim(words.name("you"))

    def name(self, seat: int) -> Verbatim:
        """Return the name of a seat for use in a sentence."""
        return self._names[seat]

    def is_you(self, seat: int) -> bool:
        """Check whether a seat is that of the person who reads."""
        return self.addressed and seat == self.viewer


def is_asked(view: State) -> bool:
    """Check whether the viewer must choose now."""
    return view.viewer >= 0 and has(view.waiting, view.viewer)


def has_moment(game: Game, events: Sequence[Event]) -> bool:
    """Check whether a step shows a moment: something that stays on the table until confirmed."""
    return any(event.name in game.moments for event in events)


def make_scene(
    game: Game,
    view: State,
    words: Words,
    names: Sequence[str],
    *,
    before: State | None = None,
    addressed: bool = True,
) -> Scene:
    """Return the scene of a view: the table, the choices with reasons against illegal ones, and the last step's log.

    Memory aids are on if the view has recall. A whole position is refused, so that no scene can leak hidden
    information.

    `before` is what the same viewer saw before the last step. With it, if the step shows a moment, the scene is that of
    the moment: what the step cleared away is still there, and the status, the facts and the seats do not run ahead of
    it. There is no prompt, because nobody needs to choose until the moment is over; the choices are already there.

    Unless the viewer is `addressed`, the scene says whom it waits for instead of asking the viewer to choose.
    """
    if view.viewer == WHOLE:
        raise HiddenInformation("make a scene from a view (seen_by), never from the whole position")
    if before is not None and (before.viewer != view.viewer or before.recall != view.recall):
        raise HiddenInformation("a moment needs the view of the same viewer before the step")
    words = words_of_setup(game, words.language, view.setup) if view.setup.overridden else words
    people = People(words, view.viewer, names, addressed=addressed)
    layout = game.lay_out(view, words, people)
    log = [log_line(game, event, people) for event in view.events]
    prompt = layout.prompt if addressed and is_asked(view) else _waiting_prompt(view, people)
    shown, moment = layout, ""
    if before is not None and has_moment(game, view.events):
        shown, prompt = _layout_of_moment(game, before, view, words, people), ""
        moment = "\n".join(line.text for line in log if line.moment)
    return Scene(
        game=game.name,
        title=title(game, words.language),
        language=words.language,
        viewer=view.viewer,
        status=shown.status,
        prompt=_capitalized(prompt),
        remark=_capitalized(shown.remark),
        suits=suits(words),
        terms=words.tables["term"],
        seats=shown.seats,
        zones=shown.zones,
        facts=_facts(game, shown),
        choices=list(_choices(game, view, words, layout)),
        log=log,
        scoring=[replace(step, text=_capitalized(step.text)) for step in layout.scoring],
        over=view.over(),
        winners=members(view.winners()) if view.over() else [],
        assumed=_has_assumed_data(game, view.setup),
        moment=moment,
    )


def _facts(game: Game, layout: Layout) -> list[Facts]:
    """Return the fact panels, with those marked that count with assumed card data."""
    return [replace(facts, assumed=True) if facts.id in game.assumed_facts else facts for facts in layout.facts]


@lru_cache(maxsize=64)
def _has_assumed_data(game: Game, setup: Setup) -> bool:
    return game.has_assumed_data(setup)


def _layout_of_moment(game: Game, before: State, view: State, words: Words, people: People) -> Layout:
    """Return the layout of the moment that the last step shows. Whose turn it is now stays true at every seat."""
    if game.lay_out_moment is None:
        layout = replace(game.lay_out(view, words, people), status=game.lay_out(before, words, people).status)
    else:
        layout = game.lay_out_moment(before, view, words, people)
    seats = [replace(seat, waited_for=has(view.waiting, seat.number)) for seat in layout.seats]
    return replace(layout, seats=seats)


def nobody_asked(view: State) -> int:
    """Return a value of `waiting` for a moment: the game is not over, but the viewer is not asked anything."""
    return bit((view.viewer + 1) % view.setup.players)


def _waiting_prompt(view: State, people: People) -> str:
    """Return the prompt for a viewer who need not choose: that chance is due, who is waited for, or who has won."""
    words = people.words
    if view.due >= 0:
        return words.text("standing", "chance")
    seats = members(view.winners() if view.over() else view.waiting)
    names = words.list([people.name(seat) for seat in seats])
    if not view.over():
        return words.text("standing", "waiting", names=names)
    return words.text("standing", "won_alone" if len(seats) == 1 else "won_together", names=names)


def log_line(game: Game, event: Event, people: People) -> LogLine:
    """Return an event in words, as far as the viewer sees it."""
    return _cached_line(game, event, people.words, people.name(event.seat) if event.seat >= 0 else None)


def is_hidden(game: Game, event: Event) -> bool:
    """Check whether an event has nothing but secrets, and the viewer cannot see them."""
    return bool(game.events[event.name]) and not event.values and not event.secret


@lru_cache(maxsize=_CACHE_SIZE)
def _cached_line(game: Game, event: Event, words: Words, seat_name: Verbatim | None) -> LogLine:
    """Return the line of an event. Viewers for whom it reads the same share one cached line."""
    event_words = game.event_words(event)
    values: dict[str, str | int | Verbatim] = {f"w{place}": word for place, word in enumerate(event_words)}
    if seat_name is not None:
        values["seat"] = seat_name
    # An event that has nothing but secrets has a second sentence for viewers who cannot see them.
    sentence = f"{event.name}_unseen" if is_hidden(game, event) else event.name
    text = words.text("event", sentence, all=words.list(event_words), **values)
    return LogLine(_capitalized(text), event.name, event.seat if event.seat >= 0 else None, event.name in game.moments)


def _capitalized(sentence: str) -> str:
    """Capitalize a sentence, which may begin with "you"."""
    return sentence[:1].upper() + sentence[1:]


@cache
def suits(words: Words) -> dict[str, Suit]:
    """Return the suits of a game, as its text declares them."""
    return {
        key: Suit(words.name(key), words.tables["suit_sign"][key], color)
        for key, color in words.tables.get("suit_colour", {}).items()
    }


def _choices(game: Game, view: State, words: Words, layout: Layout) -> Iterator[Choice]:
    """Yield the viewer's choices: first those on the table, then the buttons of the layout, then all other legal ones.

    An illegal choice is included only if a legal one begins with the same verb.
    """
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
    """Return any move of the game as a choice for the viewer, with the reason if it is not legal now."""
    text = game.actions[action]
    reason = game.why_not(view, view.viewer, action)
    why = None if reason is None else words.say("reason", reason)
    sentence = action_text(text, words)
    return Choice(action=action, words=text, text=sentence, zone=zone, target=target, note=note, why=why)


@lru_cache(maxsize=_CACHE_SIZE)
def action_text(action: str, words: Words) -> str:
    """Return a move as a sentence in the language of `words`: `play spring-1` uses the sentence `play`.

    A move can have a sentence of its own (`"take 0"`), and a verb one for each number of words after it (`meld_3`).
    """
    verb, *parts = action.split()
    sentences = words.tables["action"]
    sentence = next((key for key in (action, f"{verb}_{len(parts)}") if key in sentences), verb)
    values = {f"w{place}": part for place, part in enumerate(parts)}
    return words.text("action", sentence, all=words.list(parts), **values)


def _ids(zone: AnyZone) -> list[str]:
    """Return the ids of everything that can be chosen in a zone."""
    match zone:
        case Columns():
            return [column.id for column in zone.columns]
        case Grid():
            return [space.id for row in zone.rows for space in row.spaces]
    return [card.id for card in cards_in(zone)]


def counter(words: Words, counter_id: str, number: int, note: str = "", most: int = 0) -> Counter:
    """Return a counter with its name from the text table `counter`."""
    return Counter(counter_id, words.counted(counter_id, number), number, note, most)


class Headings(TypedDict):
    """The headings of the columns of a panel of facts, and what they mean."""

    columns: list[str]
    meanings: list[str]


def headings(words: Words, ids: Sequence[str]) -> Headings:
    """Return the headings of the columns of a panel of facts, and what they mean, as arguments of `Facts`.

    The texts are in the tables `fact` and, if a heading does not say enough, `fact_meaning`.
    """
    meanings = words.tables.get("fact_meaning", {})
    return {
        "columns": [words.text("fact", column) for column in ids],
        "meanings": [meanings.get(column, "") for column in ids],
    }


def cards_in(zone: AnyZone) -> list[Card]:
    """Return the cards in a zone, face up or face down; of a pile only the top card, if it is face up."""
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
