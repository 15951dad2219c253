"""OpenSpiel observers: strings and tensors, made only from what a seat sees."""

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy
import numpy.typing

from chabudai.envs.features import unpack_rows
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.game import Game

if TYPE_CHECKING:
    from chabudai.envs.openspiel.spiel_game import SpielState

HASH_BITS = 64
"""Number of bits in the hash of an information state."""

Tensor = numpy.typing.NDArray[numpy.float32]


class SeatObserver:
    """Observes for a player's seat: its view with recall or, with OpenSpiel's `perfect_recall`, also its whole history.

    The history is the events that the seat saw and the choices it made, in order. The tensor consists of the named
    features of the game's observation. With `perfect_recall`, a hash of the information state follows: the length of a
    match has no practical limit, so no tensor can hold the whole history, and yet different information states must
    have different tensors. Learners that do not want the hash can use the observation.
    """

    def __init__(self, game: Game, setup: Setup, perfect_recall: bool) -> None:
        self.game = game
        self.perfect_recall = perfect_recall
        self._observer = game.observer(setup)
        size = self._observer.size
        self.tensor: Tensor = numpy.zeros(size + HASH_BITS * perfect_recall, numpy.float32)
        self.dict: dict[str, Tensor] = {}
        start = 0
        for feature in self._observer.features:
            self.dict[feature.name] = self.tensor[start : start + feature.size()].reshape(feature.shape)
            start += feature.size()
        if perfect_recall:
            self.dict["fingerprint"] = self.tensor[size:]

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write what the player observes into `tensor`, and so into `dict`."""
        size = self._observer.size
        row = self._observer.observe(state.game_history.state, seat_of(player))
        self.tensor[:size] = unpack_rows(row, len(row))[0, :size]
        if self.perfect_recall:
            text = self.string_from(state, player).encode()
            self.tensor[size:] = unpack_rows(blake2b(text, digest_size=HASH_BITS // 8).digest(), HASH_BITS // 8)[0]

    def string_from(self, state: "SpielState", player: int) -> str:
        """Return what the player observes, as text."""
        seat, history = seat_of(player), state.game_history
        return (history.event_text(self.game, seat) if self.perfect_recall else "") + history.view_text(seat)


class PublicObserver:
    """Observes for a spectator: what all players know in common. It has no tensor, because features need a seat."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.game = game
        self.perfect_recall = perfect_recall
        self.tensor = None
        self.dict: dict[str, Tensor] = {}

    def set_from(self, state: "SpielState", player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: "SpielState", player: int) -> str:
        """Return what all players know in common, as text."""
        event_text = state.game_history.event_text(self.game, SPECTATOR) if self.perfect_recall else ""
        return event_text + state.game_history.view_text(SPECTATOR)


def seat_of(player: int) -> int:
    """Return the player's seat; 0 for a negative number, with which OpenSpiel asks for the shape of a tensor."""
    return max(0, player)
