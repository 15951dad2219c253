"""The vocabulary of scenes: everything that a person can see of a game, as plain typed values.

A scene is made from one viewer's view, in one language. The web page, the terminal and JSON clients draw it without
knowing the game; docs/scene.md describes each part. Cards and spaces on the table are identified by the words that the
record uses for them. Face-down cards have no id, so that ids leak nothing.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

Mark = Literal["led", "winning", "met", "scored", "missed", "new", "top", "closed", "special", "moving", "swapped"]
"""A mark on a card, a chip, a space or a row of facts: drawn as a sign, never by color alone."""

Where = Literal["held", "face_up", "gone"]
"""Where a card in a table of facts is: in the viewer's hand, face up, or out of play."""


class _Value(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The base class of all parts of a scene: immutable, without reference cycles, encoded without default values."""


class Suit(_Value, frozen=True):
    """A family of cards or spaces: its name, a sign at most two cells wide, and the color (#rrggbb) of its signs."""

    name: str
    sign: str
    color: str = msgspec.field(name="colour")


class Chip(_Value, frozen=True):
    """A word or two in the color of a suit."""

    text: str
    suit: str = ""
    marks: list[Mark] = []


class Card(_Value, frozen=True):
    """A card; face down if it has no id. `index` is what its corner shows, `note` its text in a few words.

    A card that names several suits, such as one that demands something in each, lists them as `chips`, drawn with their
    signs in place of the index. `picture` names an illustration for clients that have it; it says nothing that `name`
    and `note` do not. `caption` is the part of the note that applies to the card's current place, for clients that
    write it below the card.
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
    assumed: bool = False
    """Whether a value printed on the card is assumed, because no source of the game gives it."""


class Token(_Value, frozen=True):
    """A stone, marble or potion: its name, and the seat that owns it, if any."""

    name: str
    seat: int | None = None


class Space(_Value, frozen=True):
    """A space on a board, and the token on it."""

    id: str
    name: str
    token: Token | None = None
    marks: list[Mark] = []


class GridRow(_Value, frozen=True):
    """A row of spaces on a board."""

    title: str
    suit: str
    spaces: list[Space]


class Column(_Value, frozen=True):
    """A column of cards, from its head down. Its id is the word that moves use for it."""

    id: str
    title: str
    cards: list[Card]
    note: str = ""


class Zone(_Value, frozen=True, kw_only=True):
    """A place on the table. Moves that begin with one of `verbs` choose something in it."""

    id: str
    title: str
    verbs: list[str] = []


class Fan(Zone, frozen=True, tag="fan"):
    """A hand of cards. Unless it is `sortable`, the order of its cards matters."""

    cards: list[Card]
    sortable: bool = False


class Row(Zone, frozen=True, tag="row"):
    """Cards side by side on the table. If `layered`, each card covers most of the one before it."""

    cards: list[Card]
    layered: bool = False


class Ring(Zone, frozen=True, tag="ring"):
    """One card in front of each seat, by seat number; None where there is no card yet."""

    cards: list[Card | None]


class Pile(Zone, frozen=True, tag="pile"):
    """A stack of cards: how many, and the top card if it is face up."""

    count: int
    top: Card | None = None


class Columns(Zone, frozen=True, tag="columns"):
    """Columns of cards, side by side."""

    columns: list[Column]


class Grid(Zone, frozen=True, tag="grid"):
    """A board: rows of spaces."""

    rows: list[GridRow]


class Strip(Zone, frozen=True, tag="strip"):
    """A line of words. If `ordered`, the strongest comes first."""

    chips: list[Chip]
    ordered: bool = False


AnyZone = Fan | Row | Ring | Pile | Columns | Grid | Strip


class Counter(_Value, frozen=True):
    """A number that belongs to a seat or the table, with a note.

    If the number has a small maximum, `most` states it, so that clients can draw a place for each; otherwise it is 0.
    """

    id: str
    name: str
    value: int
    note: str = ""
    most: int = 0


class Marker(_Value, frozen=True):
    """A status: leads, has chosen, is in danger. It has the color of a suit if it is about one."""

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
    """A text in a table of facts, and where the card that it names is."""

    text: str
    where: Where


class FactRow(_Value, frozen=True):
    """A row in a table of facts: a title, and a text for each column.

    If there are fewer texts than columns, the last one is a sentence that takes the rest of the row.
    """

    title: str
    cells: Sequence[str | Cell]
    suit: str = ""
    seat: int | None = None
    marks: list[Mark] = []


class Facts(_Value, frozen=True, kw_only=True):
    """A panel next to the table, with facts that players would otherwise have to calculate or remember.

    Some panels appear only with memory aids. A panel that players need all the time, such as a player aid, is shown
    `always`, even if there is little room. `key` explains how cells show where a card is.
    """

    id: str
    title: str
    key: list[Cell] = []
    columns: list[str] = []
    meanings: list[str] = []
    """What the columns show, in a sentence for each; empty for a heading that says enough."""
    pictures: list[str] = []
    """Names of illustrations, or suits, whose pictures can replace the column headings, for clients that have them."""
    rows: list[FactRow] = []
    note: str = ""
    """A sentence below the rows."""
    warning: bool = False
    always: bool = False
    assumed: bool = False
    """Whether the panel counts with values that no source of the game gives."""


class Choice(_Value, frozen=True, kw_only=True):
    """An action of the viewer. If it is not legal now, `why` gives the reason; otherwise `why` is None.

    `target` is the id of the card, space or column to select in `zone`. Both are empty for a
    choice that is not on the table, such as a button.
    """

    action: int
    words: str
    text: str
    zone: str = ""
    target: str = ""
    note: str = ""
    why: str | None = None


class LogLine(_Value, frozen=True):
    """Something that happened, in words. A `moment` stays on the table until it is confirmed."""

    text: str
    event: str
    seat: int | None = None
    moment: bool = False


class Counted(_Value, frozen=True):
    """What a scoring step counts in a zone: these cards, or the stones on these spaces.

    Clients highlight it on the table, and show the cards with the step: the zone may not be on the table, like the
    cards of a discard. `line` lists those of the spaces that form a line.
    """

    zone: str
    title: str
    cards: list[Card] = []
    spaces: list[str] = []
    line: list[str] = []


class ScoreStep(_Value, frozen=True):
    """A step of the final scoring: what scores, for whom and how much, everybody's totals after it, and what counts.

    What was counted in earlier rounds or games is one step for each seat, which counts nothing on the table.
    """

    text: str
    seat: int | None
    points: int
    totals: list[int]
    counted: list[Counted] = []


class Layout(_Value, frozen=True, kw_only=True):
    """The game's own part of a scene; `make_scene` adds what all games have in common.

    `prompt` asks the viewer to choose, and is shown only when it is the viewer's turn. `remark` is shown below it, at
    any time.
    """

    status: str
    prompt: str
    zones: list[AnyZone]
    seats: list[Seat]
    remark: str = ""
    facts: list[Facts] = []
    buttons: list[str] = []
    """Moves to show as buttons, in words of the record: also those that are not allowed now, as long as a legal move
    begins with the same verb."""
    notes: dict[str, str] = {}
    """Notes next to choices, by the words that the record uses for the choice."""
    scoring: list[ScoreStep] = []


class Scene(_Value, frozen=True, kw_only=True):
    """Everything that one viewer sees; `viewer` is a seat, or -1 for a spectator."""

    game: str
    title: str
    language: str
    viewer: int
    status: str
    prompt: str
    remark: str
    suits: dict[str, Suit]
    terms: dict[str, str]
    """The words that clients themselves need, in the language of the scene: names of marks and a few others, by id."""
    seats: list[Seat]
    zones: list[AnyZone]
    facts: list[Facts]
    choices: list[Choice]
    log: list[LogLine]
    scoring: list[ScoreStep]
    over: bool
    winners: list[int]
    assumed: bool = False
    """Whether some of the game's card data is assumed or inferred, or was changed for this table."""
    moment: str = ""
    """What the last step revealed or finished, such as a trick, one sentence per line; empty once confirmed."""

    @property
    def shows_result(self) -> bool:
        """Whether to show the end of the game: not before its last moment has been confirmed."""
        return self.over and not self.moment
