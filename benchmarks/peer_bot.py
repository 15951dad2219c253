"""OpenSpiel's own Python ISMCTS playing our games, as a peer for our bots.

What it needs of a state is thin: `Position` stands in for one of its own. Everything that could be done for its speed
is done by our compiled code: worlds, chance, and the random rollouts of its evaluator. The game that it searches is the
rest of the current part of a match, as for our own search, and so are the rewards.
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
"""Its constant, chosen by `python -m benchmarks.tune_peer`, on other deals than those of the strength table."""

WIN = 0.8
"""How much the win itself counts at the end of a game, beside the lead: as in our own search."""


@cache
def kind_of_game() -> Any:
    """What OpenSpiel's search asks of a game: that it is played in turns, and hides something."""
    kinds = import_module("pyspiel").GameType
    kind = SimpleNamespace(dynamics=kinds.Dynamics.SEQUENTIAL, information=kinds.Information.IMPERFECT_INFORMATION)
    return SimpleNamespace(get_type=lambda: kind)


class Position:
    """One of our states, with the methods that OpenSpiel's search calls.

    Seats that choose at once do so one after the other, the one that thinks first; none sees what another chose, since
    each knows its own view alone. Chance is resolved as soon as it is due: it would only be sampled in any case.
    """

    def __init__(self, state: State, rng: Rng, thinker: int) -> None:
        self.state = state
        self.rng = rng
        self.thinker = thinker
        self.part = state.part
        self._move_on()

    def _move_on(self) -> None:
        waiting = self.state.waiting
        self.seat: int = self.thinker if has(waiting, self.thinker) else lowest(waiting)
        self.known: bytes | None = None

    def get_game(self) -> Any:
        """What kind of game it is."""
        return kind_of_game()

    def is_chance_node(self) -> bool:
        """Never: chance has always been resolved."""
        return False

    def is_terminal(self) -> bool:
        """Whether the part of the match is over."""
        return self.state.part != self.part or self.state.over()

    def current_player(self) -> int:
        """The seat that chooses next."""
        return self.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the seat that chooses next can do."""
        return self.state.legal(self.seat if player is None else player)

    def information_state_string(self) -> bytes:
        """What the seat that chooses next knows. It is asked for up to three times at a node, and made once."""
        if self.known is None:
            self.known = msgspec.msgpack.encode(self.state.seen_by(self.seat, True).position())
        return self.known

    def apply_action(self, action: int) -> None:
        """Make a choice, and let chance decide what it leads to."""
        self.state.commit(self.seat, action)
        if self.state.due >= 0 and self.state.part == self.part:
            self.state.resolve(self.rng)
        self._move_on()

    def returns(self) -> list[float]:
        """What the end of the part is worth to each seat, from 0 to 1."""
        state = self.state
        seats = range(state.setup.players)
        if not state.over():
            return [state.outlook(seat) for seat in seats]
        return [WIN * state.utility(seat) + (1 - WIN) * state.outlook(seat) for seat in seats]


class Rollout:
    """What OpenSpiel's `RandomRolloutEvaluator` does with one rollout, done by our compiled playout."""

    def prior(self, position: Position) -> list[tuple[int, float]]:
        """The same for all actions."""
        actions = position.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, position: Position) -> list[float]:
        """What a random game from here is worth to each seat. The position is not needed again, so it is played on."""
        playout_part(position.state, position.rng)
        return position.returns()


class PeerBot:
    """OpenSpiel's bot in a seat of ours: final move by most visits, our `imagine` as its resampler."""

    recall = True

    def __init__(self, rng: Rng, simulations: int, exploration: float = EXPLORATION) -> None:
        self.rng = rng
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        self.bot = ismcts.ISMCTSBot(
            game=None,
            evaluator=Rollout(),
            uct_c=exploration,
            max_simulations=simulations,
            random_state=numpy.random.RandomState(rng.word()),
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )

    def choose(self, view: State) -> int:
        """The action to take in the position that this view shows its viewer."""
        root = view.clone()
        root.listening = False
        root.reopen()
        worlds = root.worlds()
        scratch = root.clone()

        def imagined(position: Position, player: int) -> Position:
            scratch.imagine_into(root, worlds, self.rng)
            return Position(scratch, self.rng, player)

        self.bot.set_resampler(imagined)
        return int(self.bot.step(Position(root, self.rng, view.viewer)))
