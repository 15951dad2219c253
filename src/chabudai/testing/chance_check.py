"""`resolve` draws exactly what drawing outcome by outcome does."""

from chabudai.kernel.rng import Rng
from chabudai.testing.broken import Clause
from chabudai.testing.moments import MOST_STEPS, Moment


def check_resolve(moment: Moment) -> None:
    """Resolve what is due both ways, with and without a listener, and compare."""
    if moment.state.due < 0:
        return
    words = "`resolve` draws the same from the same rng as outcome by outcome, until nothing is due"
    with Clause(words, moment.place) as clause:
        for listening in (True, False):
            whole, single = moment.state.clone(), moment.state.clone()
            whole.listening = single.listening = listening
            rng, same = Rng(0), Rng(0)
            rng.copy_from(moment.rng)
            same.copy_from(moment.rng)
            whole.resolve(rng)
            clause.require(whole.due < 0, "something is due afterwards")
            for _ in range(MOST_STEPS):
                if single.due < 0:
                    break
                single.turn_up(single.draw(same))
            clause.same(whole.as_json(), single.as_json(), "resolved")
            clause.require(rng.word() == same.word(), "the stream of random numbers stands at another place afterwards")
