"""What OpenSpiel lets a player observe: strings and tensors, made from what the player's seat sees and nothing else."""

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy
import numpy.typing

from chabudai.envs.features import unpacked
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.game import Game

if TYPE_CHECKING:
    from chabudai.envs.openspiel.form import SpielState

FINGERPRINT = 64
"""How many zeros and ones condense the text of an information state."""

Tensor = numpy.typing.NDArray[numpy.float32]


class SeatObserver:
    """Observes as the player's seat: the position or, with perfect recall, also all that the seat has seen happen.

    The tensor has the features of the game's observation by name. With perfect recall a fingerprint of the information
    state follows: a match has no longest history that a tensor could hold, and yet two information states never have
    the same tensor. Learners that want no such thing take the observation, which has what a perfect memory knows.
    """

    def __init__(self, game: Game, setup: Setup, perfect_recall: bool) -> None:
        self.game = game
        self.perfect_recall = perfect_recall
        self._observer = game.observer(setup)
        size = self._observer.size
        self.tensor: Tensor = numpy.zeros(size + FINGERPRINT * perfect_recall, numpy.float32)
        self.dict: dict[str, Tensor] = {}
        begin = 0
        for feature in self._observer.features:
            self.dict[feature.name] = self.tensor[begin : begin + feature.size()].reshape(feature.shape)
            begin += feature.size()
        if perfect_recall:
            self.dict["fingerprint"] = self.tensor[size:]

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write into `tensor`, and so into `dict`, what the player observes of a state."""
        size = self._observer.size
        row = self._observer.observe(state.story.state, seat_of(player))
        self.tensor[:size] = unpacked(row, len(row))[0, :size]
        if self.perfect_recall:
            text = self.string_from(state, player).encode()
            self.tensor[size:] = unpacked(blake2b(text, digest_size=FINGERPRINT // 8).digest(), FINGERPRINT // 8)[0]

    def string_from(self, state: "SpielState", player: int) -> str:
        """What the player observes of a state, in words."""
        seat, story = seat_of(player), state.story
        return (story.told(self.game, seat) if self.perfect_recall else "") + story.view(seat)


class PublicObserver:
    """Observes as a spectator: what all players know in common. It has no tensor, since tensors are a seat's."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.game = game
        self.perfect_recall = perfect_recall
        self.tensor = None
        self.dict: dict[str, Tensor] = {}

    def set_from(self, state: "SpielState", player: int) -> None:
        """Nothing: there is no tensor."""

    def string_from(self, state: "SpielState", player: int) -> str:
        """What all players know in common, in words."""
        told = state.story.told(self.game, SPECTATOR) if self.perfect_recall else ""
        return told + state.story.view(SPECTATOR)


def seat_of(player: int) -> int:
    """The player's seat. OpenSpiel asks for the shape of a tensor with a number that stands for any player."""
    return max(0, player)
