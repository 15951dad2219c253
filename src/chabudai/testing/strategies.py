"""A Hypothesis strategy that draws positions of a game, for authors of games who write property tests.

It needs the extra `testing`.
"""

from collections.abc import Mapping

from hypothesis import strategies as st

from chabudai.kernel.bits import members
from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.sampling.setups import setups
from chabudai.sampling.walk import take_step
from chabudai.scene.game import Game


@st.composite
def positions(
    draw: st.DrawFn,
    game: Game,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    steps: int = 60,
) -> State:
    """Draw a position that is at most `steps` steps from the start.

    `players` fixes the player count, and `options` fixes the values of some options. Hypothesis draws the rest of the
    setup from those that the game's checks use: every player count with every combination of option values or, if there
    are too many, with those that change at most one value, and one more. It also draws every outcome and every action,
    so it can shrink a failure to few steps.
    """
    state = draw(st.sampled_from(list(setups(game, players, options)))).start()
    state.listening = True
    for _ in range(draw(st.integers(0, steps))):
        if state.due >= 0:
            take_step(state, ("chance", draw(st.sampled_from(members(state.possible_outcomes())))))
        elif state.waiting:
            seat = draw(st.sampled_from(members(state.waiting)))
            take_step(state, ("choice", seat, draw(st.sampled_from(state.legal(seat)))))
    return state
