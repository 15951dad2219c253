"""The context in which a scene is drawn: its choices by place, the game's pictures, the words, and the caches."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Literal

from chabudai.bots.hint import Hint
from chabudai.games.registry import games
from chabudai.scene.builder import cards_in
from chabudai.scene.vocabulary import AnyZone, Card, Choice, Mark, Scene, Seat
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.web import art
from chabudai.web.markup import escape
from chabudai.web.markup_cache import PageCache, cached_markup
from chabudai.web.pages.page_words import PageWords, page_words
from chabudai.web.urls import static_url, symbols_url

HintMark = Literal["", "best", "equal"]


class Canvas:
    """A scene, the notes on its table, and the lookups that its drawings share.

    During a moment nothing can be chosen: the cards shown may already be gone.
    """

    def __init__(
        self, scene: Scene, notes: TableNotes, page_cache: PageCache | None = None, *, replayed: bool = False
    ) -> None:
        self.scene = scene
        self.notes = notes
        self.page_cache = {} if page_cache is None else page_cache
        self.replayed = replayed
        """Whether somebody watches the scene in a replay, where no seat is theirs."""
        self._cache_prefix = f"{scene.game} {scene.language}{' replayed' if replayed else ''}"
        self.say: PageWords = page_words(scene.language)
        self.choice_at: dict[tuple[str, str], Choice] = {}
        """The choice that clicking a card, space or column makes, allowed or not, by zone and target."""
        self.offers: list[Choice] = []
        """The choices that are offered as text."""
        self._assign_choices([] if scene.moment else scene.choices)

    def _assign_choices(self, choices: list[Choice]) -> None:
        """Give each card, space or column its choice; if it has several allowed choices, offer them as text."""
        allowed = Counter((choice.zone, choice.target) for choice in choices if choice.target and choice.why is None)
        for choice in choices:
            key = (choice.zone, choice.target)
            if not choice.target or (choice.why is None and allowed[key] > 1):
                self.offers.append(choice)
            elif choice.why is None or not allowed[key]:
                self.choice_at[key] = choice

    def draw_cached(self, place: str, inputs: object, draw: Callable[[], str]) -> str:
        """Return the HTML of a place on the page, drawn only if it has changed and no page has drawn the same recently.

        `inputs` must hold every part of the scene that the drawing depends on.
        """
        last = self.page_cache.get(place)
        if last is not None and last[0] == inputs:
            return last[1]
        html = self.draw_shared(place, inputs, draw)
        self.page_cache[place] = (inputs, html)
        return html

    def draw_shared(self, kind: str, inputs: object, draw: Callable[[], str]) -> str:
        """Return the HTML of an element of this kind, drawn only if no page has drawn the same one recently.

        `inputs` is as in `draw_cached`.
        """
        return cached_markup(f"{self._cache_prefix} {kind}", inputs, draw)

    @cached_property
    def _steps(self) -> dict[str, dict[str, str]]:
        """For each zone, the attribute of each card or space that the final scoring counts: by which steps."""
        if not self.scene.shows_result:
            return {}
        steps: dict[tuple[str, str, str], dict[int, None]] = {}
        for number, step in enumerate(self.scene.scoring):
            for counted in step.counted:
                for thing in (*(card.id for card in counted.cards), *counted.spaces):
                    steps.setdefault((counted.zone, thing, "data-steps"), {})[number] = None
                for space in counted.line:
                    steps.setdefault((counted.zone, space, "data-lines"), {})[number] = None
        attributes: dict[str, dict[str, str]] = {}
        for (zone, thing, name), numbers in steps.items():
            in_zone = attributes.setdefault(zone, {})
            in_zone[thing] = f'{in_zone.get(thing, "")} {name}="{" ".join(map(str, numbers))}"'
        return attributes

    def steps_of(self, zone: str, thing: str) -> str:
        """Return the attributes that name the scoring steps which count a card or a space; "" if none does.

        The style sheet highlights it while one of these steps is shown.
        """
        return self._steps.get(zone, {}).get(thing, "")

    def steps_in(self, zones: Iterable[AnyZone]) -> list[dict[str, str]]:
        """Return everything that `steps_of` returns for these zones, as an input of their drawings."""
        return [self._steps[zone.id] for zone in zones if zone.id in self._steps]

    @property
    def must_choose(self) -> bool:
        """Whether the viewer has to choose now."""
        return bool(self.choice_at or self.offers)

    @property
    def hint(self) -> Hint | None:
        """The viewer's hint, if they can follow it now."""
        return self.notes.hint if self.must_choose else None

    @cached_property
    def _hint_marks(self) -> dict[int, HintMark]:
        hint = self.hint
        if hint is None or hint.identical:
            return {}
        best, *others = hint.choices
        return {best.action: "best", **{other.action: "equal" for other in others if other.equal}}

    def hint_mark(self, choice: Choice) -> HintMark:
        """Return how a hint marks a choice on the table: as the best, as about as good, or not at all."""
        return self._hint_marks.get(choice.action, "")

    @property
    def bottom_seat(self) -> int:
        """The seat at the lower edge: the viewer's own, or seat 0 for spectators."""
        return max(self.scene.viewer, 0)

    def seats_clockwise(self) -> list[Seat]:
        """Return the seats clockwise from the lower edge."""
        seats = self.scene.seats
        return [*seats[self.bottom_seat :], *seats[: self.bottom_seat]]

    def seat_note(self, seat: int) -> SeatNote | None:
        """Return the note on who sits at a seat, if there is one."""
        return self.notes.seats[seat] if seat < len(self.notes.seats) else None

    def seat_menu(self, seat: int) -> Literal["", "report", "remove", "own"]:
        """Return what the viewer may do about the person at a seat: nothing, report them, or also remove them.

        They may rename themselves, and the others who share their device.
        """
        if any(seat == own_seat for own_seat, _ in self.notes.own_names):
            return "own"
        if seat in self.notes.can_remove:
            return "remove"
        return "report" if seat in self.notes.can_report else ""

    @cached_property
    def _duplicates(self) -> set[str]:
        return _find_duplicates(self.scene)

    def duplicates_in(self, zones: Iterable[AnyZone]) -> list[str]:
        """Return the card ids in these zones that occur more than once on the table."""
        return (
            [card.id for zone in zones for card in cards_in(zone) if card.id in self._duplicates]
            if self._duplicates
            else []
        )

    def transition_name(self, card: Card) -> str:
        """Return the name by which transitions follow a card between zones.

        Empty for a card that is face down, or that occurs more than once on the table.
        """
        return "" if not card.id or card.id in self._duplicates else f"card-{card.id}"

    def symbol(self, *names: str, kind: str = "sign") -> str:
        """Draw the first of these pictures that the game has, as decoration; "" if it has none of them.

        `kind` is the CSS class.
        """
        for name in names:
            drawn = symbol_markup(self.scene.game, name, kind)
            if drawn:
                return drawn
        return ""

    def marks(self, marks: Iterable[Mark]) -> str:
        """Draw marks, each as a sign and a word."""
        return "".join(
            f'<span class="mark" data-mark="{mark}">{sign(f"mark-{mark}")}'
            f"<span>{escape(self.scene.terms[mark])}</span></span>"
            for mark in marks
        )

    def suit(self, suit: str) -> str:
        """Draw the sign of a suit: its picture, or else its letters."""
        if suit not in self.scene.suits:
            return ""
        return self.symbol(f"suit-{suit}") or f'<span class="letters">{escape(self.scene.suits[suit].sign)}</span>'


@lru_cache(maxsize=4096)
def symbol_markup(game: str, name: str, kind: str) -> str:
    """Draw a picture of a game, hidden from screen readers, with the CSS class `kind`.

    Returns "" if the game has no picture of this name.
    """
    installed = games().get(game)
    if installed is None or not art.has_symbol(installed, name):
        return ""
    return f'<svg class="{kind}" aria-hidden="true"><use href="{symbols_url(installed)}#{escape(name)}"/></svg>'


def hint_look(mark: HintMark) -> tuple[str, str]:
    """Return the attributes of a choice that a hint recommends, and the sign drawn in it."""
    if not mark:
        return "", ""
    star = "★" if mark == "best" else "≈"
    return (
        f' data-hint="{mark}" aria-describedby="hint-{mark}"',
        f'<span class="hinted" aria-hidden="true">{star}</span>',
    )


@lru_cache(maxsize=256)
def sign(name: str, kind: str = "sign") -> str:
    """Draw an icon that all games share, as decoration. `kind` is the CSS class."""
    return f'<svg class="{kind}" aria-hidden="true"><use href="{static_url("signs.svg")}#{name}"/></svg>'


CREST_COUNT = 6
"""The number of different crests; at larger tables they repeat."""


def crest(seat: int) -> str:
    """Draw the crest of a seat, in its color. It has no text, so a name must be next to it or label it."""
    return f'<span class="crest" data-seat="{seat % CREST_COUNT}"></span>'


def _find_duplicates(scene: Scene) -> set[str]:
    """Return the card ids that occur more than once on the table."""
    zones = [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]
    ids = [card.id for zone in zones for card in cards_in(zone) if card.id]
    if len(set(ids)) == len(ids):
        return set()
    return {card_id for card_id, count in Counter(ids).items() if count > 1}
