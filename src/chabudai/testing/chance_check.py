"""Checks that `resolve` draws the same outcomes as drawing them one by one."""

from chabudai.kernel.rng import Rng
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import MAX_STEPS, Checkpoint

RESOLVE = (
    "`resolve` must draw the same outcomes from the same rng as `draw` and `turn_up`, until no chance event is due"
)


def check_resolve(checkpoint: Checkpoint) -> None:
    """Resolve chance in both ways, with and without events (`listening`), and compare."""
    if checkpoint.state.due < 0:
        return
    with Clause(RESOLVE, checkpoint.location) as clause:
        for listening in (True, False):
            resolved, stepped = checkpoint.state.clone(), checkpoint.state.clone()
            resolved.listening = stepped.listening = listening
            rng, same_rng = Rng(0), Rng(0)
            rng.copy_from(checkpoint.rng)
            same_rng.copy_from(checkpoint.rng)
            resolved.resolve(rng)
            clause.require(resolved.due < 0, "a chance event is still due after `resolve`")
            for _ in range(MAX_STEPS):
                if stepped.due < 0:
                    break
                stepped.turn_up(stepped.draw(same_rng))
            clause.require_equal(resolved.as_json(), stepped.as_json(), "after `resolve`")
            clause.require(rng.word() == same_rng.word(), "`resolve` drew a different number of random numbers")
