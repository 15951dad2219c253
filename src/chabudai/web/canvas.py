"""A scene that is being drawn: its choices by the place that makes them, and the game's pictures."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

from chabudai.games.registry import games
from chabudai.scene.make import cards_in
from chabudai.scene.vocabulary import AnyZone, Card, Choice, Mark, Scene, Seat
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.web import art
from chabudai.web.addresses import static, symbols
from chabudai.web.markup import escape
from chabudai.web.pages.words import PageWords, page_words
from chabudai.web.remembered import Drawings, remembered


class Canvas:
    """A scene, what is known beside it, and all that drawings of its parts ask for.

    While a moment is looked at nothing can be chosen: what lies there may be gone already.
    """

    def __init__(self, scene: Scene, notes: TableNotes, before: Drawings | None = None) -> None:
        self.scene = scene
        self.notes = notes
        self.before = {} if before is None else before
        self._about = f"{scene.game} {scene.language}"
        self.say: PageWords = page_words(scene.language)
        self.at: dict[tuple[str, str], Choice] = {}
        """What each card, space or column chooses, or why it cannot."""
        self.offers: list[Choice] = []
        """What has to be offered in words."""
        self._sort_choices([] if scene.moment else scene.choices)

    def _sort_choices(self, choices: list[Choice]) -> None:
        """A place makes a choice if it is the only one there that is allowed; if there are several, they are told."""
        allowed = Counter((choice.zone, choice.target) for choice in choices if choice.target and choice.why is None)
        for choice in choices:
            place = (choice.zone, choice.target)
            if not choice.target or (choice.why is None and allowed[place] > 1):
                self.offers.append(choice)
            elif choice.why is None or not allowed[place]:
                self.at[place] = choice

    def drawn(self, place: str, shown: object, draw: Callable[[], str]) -> str:
        """What `draw` makes of what is shown at a place; `shown` holds all of the scene that it depends on."""
        before = self.before.get(place)
        if before is not None and before[0] == shown:
            return before[1]
        html = self.drawn_by_anybody(place, shown, draw)
        self.before[place] = (shown, html)
        return html

    def drawn_by_anybody(self, kind: str, shown: object, draw: Callable[[], str]) -> str:
        """The same for things of a kind that are at many places: what was drawn for any page need not be again."""
        return remembered(f"{self._about} {kind}", shown, draw)

    @property
    def asked(self) -> bool:
        """Whether the viewer has to choose now."""
        return bool(self.at or self.offers)

    @property
    def bottom(self) -> int:
        """The seat at the lower edge: the viewer's own, for spectators the first one."""
        return max(self.scene.viewer, 0)

    def round_the_table(self) -> list[Seat]:
        """The seats clockwise, beginning at the lower edge."""
        seats = self.scene.seats
        return [*seats[self.bottom :], *seats[: self.bottom]]

    def note(self, seat: int) -> SeatNote | None:
        """Who sits at a seat, if anybody told."""
        return self.notes.seats[seat] if seat < len(self.notes.seats) else None

    @cached_property
    def _twins(self) -> set[str]:
        return _twins(self.scene)

    def twins_in(self, zones: Iterable[AnyZone]) -> list[str]:
        """The ids in these zones that more than one card in sight has."""
        return [card.id for zone in zones for card in cards_in(zone) if card.id in self._twins] if self._twins else []

    def name_of(self, card: Card) -> str:
        """The name by which a card is followed from place to place.

        None if it lies face down, or there are several like it in sight.
        """
        return "" if not card.id or card.id in self._twins else f"card-{card.id}"

    def symbol(self, *names: str, kind: str = "sign") -> str:
        """The first of these pictures that the game has, as decoration; "" if it has none of them."""
        for name in names:
            drawn = picture(self.scene.game, name, kind)
            if drawn:
                return drawn
        return ""

    def marks(self, marks: Iterable[Mark]) -> str:
        """What is said of something beside its place: a sign and a word for each."""
        return "".join(
            f'<span class="mark" data-mark="{mark}">{sign(f"mark-{mark}")}'
            f"<span>{escape(self.scene.terms[mark])}</span></span>"
            for mark in marks
        )

    def suit(self, suit: str) -> str:
        """The sign of a suit: drawn, or else in letters."""
        if suit not in self.scene.suits:
            return ""
        return self.symbol(f"suit-{suit}") or f'<span class="letters">{escape(self.scene.suits[suit].sign)}</span>'


@lru_cache(maxsize=4096)
def picture(game: str, name: str, kind: str) -> str:
    """A picture of a game that words beside it, or a label round it, tell too; "" if the game has none of this name."""
    found = games().get(game)
    if found is None or not art.has(found, name):
        return ""
    return f'<svg class="{kind}" aria-hidden="true"><use href="{symbols(found)}#{escape(name)}"/></svg>'


@lru_cache(maxsize=256)
def sign(name: str, kind: str = "sign") -> str:
    """A sign that all games share, as decoration."""
    return f'<svg class="{kind}" aria-hidden="true"><use href="{static("signs.svg")}#{name}"/></svg>'


CRESTS = 6
"""As many seats have a crest of their own; with more, they come again."""


def crest(seat: int) -> str:
    """The crest of a seat, in its colour; whose it is stands beside it."""
    return f'<span class="crest" data-seat="{seat % CRESTS}"></span>'


def _twins(scene: Scene) -> set[str]:
    """The ids that more than one card in sight has."""
    zones = [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]
    ids = [card.id for zone in zones for card in cards_in(zone) if card.id]
    if len(set(ids)) == len(ids):
        return set()
    return {card for card, number in Counter(ids).items() if number > 1}
