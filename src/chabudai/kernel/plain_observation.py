"""The default observation for games that declare none: the fields of the view, number by number."""

from collections.abc import Iterator

from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.bits import below
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State

DIGITS = 64
"""The binary digits of each number: enough for bit sets as well as for numbers."""

ENTRIES = 16
"""How many entries of a list of numbers are written, after its length: shorter lists are padded, longer ones cut."""

_HALF = DIGITS // 2


class PlainObservation(Observation):
    """The waiting seats, the phase and the part, followed by the fields of the view in the order of `fields`.

    A list of pieces or lists with as many entries as players is assumed to have one for each seat, and is rotated to
    start with the viewer. Numbers that name seats are written unchanged, since only the game knows what a number means.
    """

    def __init__(self) -> None:
        super().__init__(version=1)

    def features(self, setup: Setup) -> list[Feature]:
        start = setup.start()
        features = [
            Feature("waiting", (setup.players,), "the seats that choose now"),
            Feature("first", (DIGITS,), "the number of the first action of the phase"),
            Feature("part", (DIGITS,), "finished parts of the match"),
        ]
        for name in start.fields():
            numbers = sum(1 for _ in _numbers(getattr(start, name), setup.players, 0))
            features.append(Feature(name, (numbers, DIGITS), f"the field {name}: each number in binary"))
        return features

    def write(self, view: State, writer: BitWriter) -> None:
        writer.seats(view.waiting)
        _write_number(writer, view.first)
        _write_number(writer, view.part)
        for name in view.fields():
            for number in _numbers(getattr(view, name), view.setup.players, view.viewer):
                _write_number(writer, number)


def _write_number(writer: BitWriter, number: int) -> None:
    writer.bit_set(number & below(_HALF), _HALF)
    writer.bit_set((number >> _HALF) & below(_HALF), _HALF)


def _numbers(value: object, players: int, viewer: int) -> Iterator[int]:
    """Yield the numbers of a field: equally many in every position, as lists of pieces or lists keep their length."""
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
