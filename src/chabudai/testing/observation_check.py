"""Checks that observations have the size that the game declares."""

from chabudai.kernel.bit_writer import BitWriter
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint

SIZE = "an observation must have as many bits as its features declare, in every position and for every seat"


def check_observation(checkpoint: Checkpoint) -> None:
    """Write the observation of every seat, and count its bits."""
    observer = checkpoint.game.observer(checkpoint.setup)
    with Clause(SIZE, checkpoint.location) as clause:
        for seat in range(checkpoint.setup.players):
            writer = BitWriter(checkpoint.setup.players)
            writer.viewer = seat
            observer.observation.write(checkpoint.state.seen_by(seat, recall=True), writer)
            clause.require(
                writer.length() == observer.size, f"seat {seat} has {writer.length()} bits, not {observer.size}"
            )
