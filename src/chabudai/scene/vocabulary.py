"""The vocabulary of the table: all that a person can see of a game, as plain typed values.

A scene is made from one seat's view (or a spectator's), in one language. The terminal, the page and clients over JSON
draw it without knowing the game; docs/scene.md tells what each part is for. What lies on the table has an id: cards,
spaces and tokens by their words of the record, face-down cards none, so that nothing can be learnt from an id.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

Mark = Literal["led", "winning", "met", "scored", "missed", "new", "top", "closed", "special", "moving", "swapped"]
"""What may be said of a card, a space or a row of facts beside its place: drawn as a sign, never by colour alone."""

Where = Literal["held", "face_up", "gone"]
"""Where a card is that a table of facts names: in the own hand, face up, or out of play."""


class _Value(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What all parts of a scene are: never changed, never in a circle, and written without what goes without saying."""


class Suit(_Value, frozen=True):
    """A family of cards or spaces: its name, a short sign two columns wide, and a colour (#rrggbb) for its signs."""

    name: str
    sign: str
    colour: str


class Chip(_Value, frozen=True):
    """A word or two with the colour of a suit."""

    text: str
    suit: str = ""
    marks: list[Mark] = []


class Card(_Value, frozen=True):
    """A card; face down if it has no id. `index` is what its corner shows, `note` what it says in a few words.

    A card that names several suits, as one that asks for something in each, has them as `chips`: drawn with their
    signs, in place of the index. `picture` names what is painted on it beside its suit, for drawings that have a
    picture of that name; it says nothing that `name` and `note` do not. `caption` is that part of the note which is
    said of the card at this place, for drawings that write it below the card.
    """

    id: str = ""
    name: str = ""
    index: str = ""
    suit: str = ""
    note: str = ""
    marks: list[Mark] = []
    chips: list[Chip] = []
    picture: str = ""
    caption: str = ""


class Token(_Value, frozen=True):
    """A stone, a marble, a potion: whose it is (if anybody's) and what it is called."""

    name: str
    seat: int | None = None


class Space(_Value, frozen=True):
    """A space of a board, and what lies on it."""

    id: str
    name: str
    token: Token | None = None
    marks: list[Mark] = []


class GridRow(_Value, frozen=True):
    """A row of a board."""

    title: str
    suit: str
    spaces: list[Space]


class Column(_Value, frozen=True):
    """A column of cards, the first card at its head. Its id is the word by which moves name it."""

    id: str
    title: str
    cards: list[Card]
    note: str = ""


class Zone(_Value, frozen=True, kw_only=True):
    """Somewhere on the table. What lies there can be chosen by the moves that begin with one of `verbs`."""

    id: str
    title: str
    verbs: list[str] = []


class Fan(Zone, frozen=True, tag="fan"):
    """A hand: cards side by side, in an order that matters unless it is `sortable`."""

    cards: list[Card]
    sortable: bool = False


class Row(Zone, frozen=True, tag="row"):
    """Cards that lie side by side on the table; `layered` if each covers most of the one before it, the last on top."""

    cards: list[Card]
    layered: bool = False


class Ring(Zone, frozen=True, tag="ring"):
    """One card before each seat, by seat number; None where nothing lies yet."""

    cards: list[Card | None]


class Pile(Zone, frozen=True, tag="pile"):
    """Cards on each other: how many, and the top one if it lies face up."""

    count: int
    top: Card | None = None


class Columns(Zone, frozen=True, tag="columns"):
    """Columns of cards beside each other."""

    columns: list[Column]


class Grid(Zone, frozen=True, tag="grid"):
    """A board of spaces in rows."""

    rows: list[GridRow]


class Strip(Zone, frozen=True, tag="strip"):
    """Words in a line; if they are `ordered`, the strongest first."""

    chips: list[Chip]
    ordered: bool = False


AnyZone = Fan | Row | Ring | Pile | Columns | Grid | Strip


class Counter(_Value, frozen=True):
    """A number that belongs to a seat or to the table, and a remark beside it.

    If there can only be a few, `most` says how many: they can be drawn as places that fill.
    """

    id: str
    name: str
    value: int
    note: str = ""
    most: int = 0


class Marker(_Value, frozen=True):
    """Something that is so: leads, has chosen, is in danger; with the colour of a suit if it is about one."""

    id: str
    name: str
    warning: bool = False
    suit: str = ""


class Seat(_Value, frozen=True, kw_only=True):
    """A seat and what belongs to it."""

    number: int
    name: str
    you: bool
    waited_for: bool
    score: int
    zones: list[AnyZone] = []
    counters: list[Counter] = []
    markers: list[Marker] = []


class Cell(_Value, frozen=True):
    """A text in a table of facts, and where what it names is now."""

    text: str
    where: Where


class FactRow(_Value, frozen=True):
    """A row of a table of facts: what it is about, and a text for each column."""

    title: str
    cells: Sequence[str | Cell]
    suit: str = ""
    seat: int | None = None
    marks: list[Mark] = []


class Facts(_Value, frozen=True, kw_only=True):
    """A panel beside the table: what one would reckon or remember. Some are there only with memory aids on.

    What players must have in sight all the time, as a player aid that lies before them, is there `always`: also where
    there is no room beside the table. `key` tells what the cells that say where something is stand for.
    """

    id: str
    title: str
    key: list[Cell] = []
    columns: list[str] = []
    pictures: list[str] = []
    """For drawings that have pictures of these names: what to draw at the head of each column in place of its words."""
    rows: list[FactRow] = []
    warning: bool = False
    always: bool = False


class Choice(_Value, frozen=True, kw_only=True):
    """Something that the viewer may choose now; or may not, and then `why` says why.

    `target` is the id of the card, space or column that makes it, in `zone`; both are empty for a button.
    """

    action: int
    words: str
    text: str
    zone: str = ""
    target: str = ""
    note: str = ""
    why: str | None = None


class LogLine(_Value, frozen=True):
    """Something that happened, in words; a `moment` is worth a look before play goes on."""

    text: str
    event: str
    seat: int | None = None
    moment: bool = False


class ScoreStep(_Value, frozen=True):
    """A step of the final scoring: what counts, for whom and how much, and everybody's points after it."""

    text: str
    seat: int | None
    points: int
    totals: list[int]


class Layout(_Value, frozen=True, kw_only=True):
    """What a game says of its table; `make_scene` adds what is the same for all games.

    `prompt` is what the viewer is asked to choose; nobody reads it while others choose.
    """

    status: str
    prompt: str
    zones: list[AnyZone]
    seats: list[Seat]
    remark: str = ""
    facts: list[Facts] = []
    buttons: list[str] = []
    """Moves to be shown as buttons, in words of the record, though they may not be allowed now."""
    notes: dict[str, str] = {}
    """What to say beside a choice, by its words of the record."""
    scoring: list[ScoreStep] = []
    moment: list[AnyZone] = []
    """What the last step cleared away, as it lay before that: shown in place of the zones with these ids, or beside
    them, for as long as the moment lasts."""


class Scene(_Value, frozen=True, kw_only=True):
    """All that one viewer sees: `viewer` is a seat, or -1 for a spectator."""

    game: str
    title: str
    language: str
    viewer: int
    status: str
    prompt: str
    remark: str
    suits: dict[str, Suit]
    terms: dict[str, str]
    """What drawings say themselves, in the language of the scene: the marks, and a few words by their id."""
    seats: list[Seat]
    zones: list[AnyZone]
    facts: list[Facts]
    choices: list[Choice]
    log: list[LogLine]
    scoring: list[ScoreStep]
    over: bool
    winners: list[int]
    moment: str = ""
    """What the last step did that is worth a look, as a finished trick: a sentence a line; empty once it was seen."""
