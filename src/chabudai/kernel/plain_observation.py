"""The observation of a game that has not written one: the fields of its view, number by number."""

from collections.abc import Iterator

from chabudai.kernel.bits import below
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State

DIGITS = 64
"""Every number has so many binary digits, so that a bit set is a set, and a number a number."""

ENTRIES = 16
"""Of a list whose length may change so many entries are written, after their number; further ones are not."""

_HALF = DIGITS // 2


class PlainObservation(Observation):
    """The seats that wait, the phase, the part; then the fields of the view in the order of `fields`, piece by piece.

    A list of pieces, or of lists, as long as there are players is taken to have one for each seat, and begins with the
    viewer's. Numbers that name seats are written as they are: what a number means only the game knows.
    """

    def __init__(self) -> None:
        super().__init__(version=1)

    def features(self, setup: Setup) -> list[Feature]:
        start = setup.start()
        found = [
            Feature("waiting", (setup.players,), "the seats that choose now"),
            Feature("first", (DIGITS,), "the number of the first action of the phase"),
            Feature("part", (DIGITS,), "finished parts of the match"),
        ]
        for name in start.fields():
            numbers = sum(1 for _ in _numbers(getattr(start, name), setup.players, 0))
            found.append(Feature(name, (numbers, DIGITS), f"the field {name}: {numbers} numbers in binary digits"))
        return found

    def write(self, view: State, sheet: Sheet) -> None:
        sheet.seats(view.waiting)
        _write(sheet, view.first)
        _write(sheet, view.part)
        for name in view.fields():
            for number in _numbers(getattr(view, name), view.setup.players, view.viewer):
                _write(sheet, number)


def _write(sheet: Sheet, number: int) -> None:
    sheet.marks(number & below(_HALF), _HALF)
    sheet.marks((number >> _HALF) & below(_HALF), _HALF)


def _numbers(value: object, players: int, viewer: int) -> Iterator[int]:
    """The numbers of a field, always as many."""
    if isinstance(value, Piece):
        for name in value.fields():
            yield from _numbers(getattr(value, name), players, viewer)
    elif isinstance(value, int):
        yield int(value)
    elif isinstance(value, list) and value and not isinstance(value[0], int):
        for entry in value[viewer:] + value[:viewer] if len(value) == players else value:
            yield from _numbers(entry, players, viewer)
    elif isinstance(value, list):
        yield len(value)
        yield from (value + [0] * ENTRIES)[:ENTRIES]
