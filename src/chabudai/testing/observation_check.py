"""What a learner sees is laid out as the game says, at every moment."""

from chabudai.kernel.sheet import Sheet
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment

SIZE = "an observation has as many zeros and ones as its features, at every moment and for every seat"


def check_observation(moment: Moment) -> None:
    """The features of every seat's view are written, all of them and no more."""
    observer = moment.game.observer(moment.setup)
    with Clause(SIZE, moment.place) as clause:
        for seat in range(moment.setup.players):
            sheet = Sheet(moment.setup.players)
            sheet.viewer = seat
            observer.observation.write(moment.state.seen_by(seat, recall=True), sheet)
            clause.require(sheet.length() == observer.size, f"seat {seat}: {sheet.length()}, not {observer.size}")
