"""What a learner sees of a position: named features, made from the view of a seat and nothing else."""

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State


@final
class Feature:
    """A named part of an observation: its shape, the last index running fastest, and what its zeros and ones mean."""

    def __init__(self, name: str, shape: tuple[int, ...], meaning: str) -> None:
        self.name: Final = name
        self.shape: Final = shape
        self.meaning: Final = meaning

    def size(self) -> int:
        """How many zeros and ones it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __repr__(self) -> str:
        return f"Feature({self.name!r}, {self.shape})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation:
    """How a game shows a position to a learner.

    It is written from the view of a seat with perfect memory, so that it can tell nothing that the seat does not know.
    Seats are counted from the viewer on, clockwise. It has all that the view keeps of the current round: who played
    what when, and what this shows about the cards of others.
    """

    version: int
    """Grows when the same features come to mean something else; what the hash of the layout does not see."""

    def __init__(self, version: int) -> None:
        self.version = version

    def features(self, setup: Setup) -> list[Feature]:
        """The layout: all features of a setup, in the order in which `write` writes them."""
        raise NotImplementedError(f"{type(self).__name__}.features: return the features in the order of writing")

    def write(self, view: State, sheet: Sheet) -> None:
        """Write the features of a view, one after the other, none left out."""
        raise NotImplementedError(f"{type(self).__name__}.write: write the features of a view")


@final
class Observer:
    """Observes the positions of one setup: keeps a view to write from, so that many observations cost little."""

    def __init__(self, game: str, observation: Observation, setup: Setup) -> None:
        self.observation: Final = observation
        self.features: Final = observation.features(setup)
        size = 0
        for feature in self.features:
            size += feature.size()
        self.size: Final[i64] = size
        """How many zeros and ones an observation has."""
        self.row: Final[i64] = (size + 31) // 32 * 4
        """How many bytes it has, the zeros at its end included."""
        self.layout: Final = _hashed(game, observation.version, self.features)
        """Names the layout: the same for the same features of the same version, and for no others."""
        self._view: State = setup.start()
        self._sheet: Sheet = Sheet(setup.players)

    def observe(self, state: State, seat: i64) -> bytes:
        """What a seat sees: `size` zeros and ones, packed eight to a byte, the first one lowest."""
        self.write(state, seat, self._sheet)
        return self._sheet.take()

    def write(self, state: State, seat: i64, sheet: Sheet) -> None:
        """Write what a seat sees on a sheet, as a row of its own.

        Where several choose at once it looks as if nobody had chosen yet but the seat itself: who was asked first
        makes no difference.
        """
        view = self._view
        state.seen_into(view, seat, True)
        view.reopen()
        sheet.viewer = seat
        self.observation.write(view, sheet)
        sheet.end_row()


def _hashed(game: str, version: int, features: list[Feature]) -> str:
    layout = repr((game, version, [(feature.name, feature.shape) for feature in features]))
    return sha256(layout.encode()).hexdigest()[:16]
