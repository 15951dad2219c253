"""Checks that replaying a record leads to the same position and the same record."""

from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint


class _KnownOutcomes:
    """A source of chance that returns known outcomes in order."""

    def __init__(self, outcomes: list[int]) -> None:
        self._outcomes = iter(outcomes)

    def outcome(self, state: State) -> int:
        """Return the next outcome."""
        return next(self._outcomes)


def check_record(checkpoint: Checkpoint) -> None:
    """Record the game so far, replay the record, and compare the record of the replay."""
    outcomes = [step[1] for step in checkpoint.history if step[0] == "chance"]
    with Clause("replaying a record must give the same position and the same record", checkpoint.location) as clause:
        play = Play(checkpoint.game, checkpoint.setup, _KnownOutcomes(outcomes))
        for step in checkpoint.history:
            if step[0] == "chance":
                play.settle_one()
            else:
                play.choose(step[1], step[2])
        line = play.record().as_line()
        replayed = replay(read_record(line), checkpoint.game)
        # Simultaneous choices are recorded in seat order, so the last step, and with it the events, may differ.
        clause.require_equal(replayed.state.position(), checkpoint.state.position(), "replayed")
        again = replayed.record().as_line()
        clause.require(again == line, f"the record of the replay is {again.decode()}, not {line.decode()}")
