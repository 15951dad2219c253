"""Observations for learners: named features that are written from a seat's view and nothing else."""

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State


@final
class Feature:
    """A named part of an observation: its shape (row-major), and what its bits mean."""

    def __init__(self, name: str, shape: tuple[int, ...], meaning: str) -> None:
        self.name: Final = name
        self.shape: Final = shape
        self.meaning: Final = meaning

    def size(self) -> int:
        """Return the number of bits."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __repr__(self) -> str:
        return f"Feature({self.name!r}, {self.shape})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation:
    """How a game encodes a position for a learner.

    An observation is written from a seat's view with recall, so it cannot leak what the seat does not know. Seats are
    counted clockwise from the viewer. An observation contains everything that the view keeps of the current part: who
    played what and when, and what this reveals about other hands.
    """

    version: int
    """Increment this when features change their meaning but not their name or shape: the layout hash includes it."""

    def __init__(self, version: int) -> None:
        self.version = version

    def features(self, setup: Setup) -> list[Feature]:
        """Return all features of a setup, in the order in which `write` writes them."""
        raise NotImplementedError(f"{type(self).__name__}.features: return the features in the order of `write`")

    def write(self, view: State, writer: BitWriter) -> None:
        """Write all features of a view, in order."""
        raise NotImplementedError(f"{type(self).__name__}.write: write the features of a view")


@final
class Observer:
    """Writes observations of one setup's positions. It reuses one view, which makes many observations cheap."""

    def __init__(self, game: str, observation: Observation, setup: Setup) -> None:
        self.observation: Final = observation
        self.features: Final = observation.features(setup)
        size = 0
        for feature in self.features:
            size += feature.size()
        self.size: Final[i64] = size
        """The number of bits in an observation."""
        self.row: Final[i64] = (size + 31) // 32 * 4
        """The number of bytes in an observation, including padding."""
        self.layout: Final = _layout_hash(game, observation.version, self.features)
        """A hash of the game, the version, and the names and shapes of the features."""
        self._view: State = setup.start()
        self._writer: BitWriter = BitWriter(setup.players)

    def observe(self, state: State, seat: i64) -> bytes:
        """Return a seat's observation: `size` bits, packed with the first bit lowest and padded to `row` bytes."""
        self.write(state, seat, self._writer)
        return self._writer.take()

    def write(self, state: State, seat: i64, writer: BitWriter) -> None:
        """Write a seat's observation as a row of its own.

        Simultaneous choices of other seats that are not revealed yet are first taken back in the view (`State.reopen`),
        so the order in which seats are asked makes no difference.
        """
        view = self._view
        state.seen_into(view, seat, True)
        view.reopen()
        writer.viewer = seat
        self.observation.write(view, writer)
        writer.end_row()


def _layout_hash(game: str, version: int, features: list[Feature]) -> str:
    layout = repr((game, version, [(feature.name, feature.shape) for feature in features]))
    return sha256(layout.encode()).hexdigest()[:16]
