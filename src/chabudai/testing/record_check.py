"""A game written as a record and replayed comes to the same position, and is written the same again."""

from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment


class _Told:
    """A source of chance that tells one known outcome after the other."""

    def __init__(self, outcomes: list[int]) -> None:
        self._outcomes = iter(outcomes)

    def outcome(self, state: State) -> int:
        """The next outcome."""
        return next(self._outcomes)


def check_record(moment: Moment) -> None:
    """Write the game so far as a record, read and replay it, and write it again."""
    outcomes = [step[1] for step in moment.history if step[0] == "chance"]
    with Clause("a record replayed gives the same position and the same record", moment.place) as clause:
        play = Play(moment.game, moment.setup, _Told(outcomes))
        for step in moment.history:
            if step[0] == "chance":
                play.settle_one()
            else:
                play.choose(step[1], step[2])
        line = play.record().as_line()
        replayed = replay(read_record(line), moment.game)
        # Choices made at once are written in the order of seats, so the last step can be another.
        clause.same(replayed.state.position(), moment.state.position(), "replayed")
        again = replayed.record().as_line()
        clause.require(again == line, f"written again: {again.decode()} instead of {line.decode()}")
