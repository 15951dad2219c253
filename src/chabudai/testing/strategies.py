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
    """Draw a position that is at most this many steps from the start, in any setup of the game.

    Hypothesis draws every outcome and every action, so it can shrink a failure to few steps.
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
