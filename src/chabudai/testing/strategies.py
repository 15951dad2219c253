"""Positions of a game for Hypothesis (extra `testing`): for laws of one's own, and short games that break them."""

from collections.abc import Mapping

from hypothesis import strategies as st

from chabudai.kernel.bits import members
from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.sampling.setups import setups
from chabudai.sampling.walk import take
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
    """Positions that at most so many steps can reach, chance outcome by chance outcome, in any setup of the game.

    Every outcome and every action is drawn, so that what fails is shrunk to few steps, and to the first of each.
    """
    state = draw(st.sampled_from(list(setups(game, players, options)))).start()
    state.listening = True
    for _ in range(draw(st.integers(0, steps))):
        if state.due >= 0:
            take(state, ("chance", draw(st.sampled_from(members(state.odds())))))
        elif state.waiting:
            seat = draw(st.sampled_from(members(state.waiting)))
            take(state, ("choice", seat, draw(st.sampled_from(state.legal(seat)))))
    return state
