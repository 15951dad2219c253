"""Lets OpenSpiel's Python ISMCTS play our games, as a peer for our bots.

The search calls few methods of a state; `StateAdapter` has them, so OpenSpiel needs no state of its own. To make the
search as fast as possible, our compiled code draws worlds, resolves chance and plays the rollouts. It
searches the rest of the current part of a match, with the same rewards as our own search. (In Kasane, ours searches the
next part too.)
"""

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy

from chabudai.kernel.bits import has, lowest
from chabudai.kernel.playout import playout_part
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

EXPLORATION = 1.0
"""The UCT constant, tuned with `python -m benchmarks.tune_peer` on deals that docs/strength.md does not use."""

WIN = 0.8
"""The weight of winning, as opposed to the lead, at the end of a game; the same as in our own search."""


@cache
def game_kind() -> Any:
    """Return what OpenSpiel's search needs from a game: it is sequential, with imperfect information."""
    kinds = import_module("pyspiel").GameType
    kind = SimpleNamespace(dynamics=kinds.Dynamics.SEQUENTIAL, information=kinds.Information.IMPERFECT_INFORMATION)
    return SimpleNamespace(get_type=lambda: kind)


class StateAdapter:
    """One of our states, with the methods that OpenSpiel's search calls.

    The search runs for one seat, the thinker. Seats that choose simultaneously do so one after the other, starting with
    the thinker. None sees what another chose, because each seat knows only its own view. Chance is resolved as soon as
    it is due, since the search would only sample it.
    """

    def __init__(self, state: State, rng: Rng, thinker: int) -> None:
        self.state = state
        self.rng = rng
        self.thinker = thinker
        self.part = state.part
        self._find_seat()

    def _find_seat(self) -> None:
        """Find the seat that chooses next. What it knows is computed on request."""
        waiting = self.state.waiting
        self.seat: int = self.thinker if has(waiting, self.thinker) else lowest(waiting)
        self.known: bytes | None = None

    def get_game(self) -> Any:
        """Return the kind of game."""
        return game_kind()

    def is_chance_node(self) -> bool:
        """Return False: chance is always resolved."""
        return False

    def is_terminal(self) -> bool:
        """Check whether the part of the match is over."""
        return self.state.part != self.part or self.state.over()

    def current_player(self) -> int:
        """Return the seat that chooses next."""
        return self.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a seat: by default, the one that chooses next."""
        return self.state.legal(self.seat if player is None else player)

    def information_state_string(self) -> bytes:
        """Return what the seat that chooses next knows; cached, because the search asks up to three times per node."""
        if self.known is None:
            self.known = msgspec.msgpack.encode(self.state.seen_by(self.seat, True).position())
        return self.known

    def apply_action(self, action: int) -> None:
        """Make a choice, and resolve the chance that follows, unless the part is over."""
        self.state.commit(self.seat, action)
        if self.state.due >= 0 and self.state.part == self.part:
            self.state.resolve(self.rng)
        self._find_seat()

    def returns(self) -> list[float]:
        """Return the value of the end of the part for each seat, from 0 to 1."""
        state = self.state
        seats = range(state.setup.players)
        if not state.over():
            return [state.outlook(seat) for seat in seats]
        return [WIN * state.utility(seat) + (1 - WIN) * state.outlook(seat) for seat in seats]


class PlayoutEvaluator:
    """OpenSpiel's `RandomRolloutEvaluator` with one rollout, which our compiled playout plays."""

    def prior(self, adapter: StateAdapter) -> list[tuple[int, float]]:
        """Return the same prior for all actions."""
        actions = adapter.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, adapter: StateAdapter) -> list[float]:
        """Return the value of a random rest of the part for each seat. It plays on in this state, not needed again."""
        playout_part(adapter.state, adapter.rng)
        return adapter.returns()


class PeerBot:
    """OpenSpiel's bot at our tables. It draws worlds with our `imagine` and plays the most visited move."""

    recall = True

    def __init__(self, rng: Rng, simulations: int, exploration: float = EXPLORATION) -> None:
        self.rng = rng
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        self.bot = ismcts.ISMCTSBot(
            game=None,
            evaluator=PlayoutEvaluator(),
            uct_c=exploration,
            max_simulations=simulations,
            random_state=numpy.random.RandomState(rng.word()),
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )

    def choose(self, view: State) -> int:
        """Return the action to take in the position of this view."""
        root = view.clone()
        root.listening = False
        root.reopen()
        worlds = root.worlds()
        scratch = root.clone()

        def draw_world(adapter: StateAdapter, player: int) -> StateAdapter:
            scratch.imagine_into(root, worlds, self.rng)
            return StateAdapter(scratch, self.rng, player)

        self.bot.set_resampler(draw_world)
        return int(self.bot.step(StateAdapter(root, self.rng, view.viewer)))
