"""Plays out each choice of a seat in the same sampled worlds: the inner loop of hints."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.bots.belief import Belief
from chabudai.bots.guided_playout import play_out, rewards
from chabudai.kernel.bits import has
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_STREAM: Final = 2**48
"""First random stream for playouts, far from the streams that games and bots use."""


@final
@mypyc_attr(acyclic=True)
class ChoicePlayouts:
    """The results of playing out each choice in each sampled world, for the viewer of a view.

    Each list is indexed by choice, counted from `State.first`, and then by world. A choice that has been dropped is
    never resumed, so any two choices share their first worlds. `pool_size` is explained in `Belief`.
    """

    def __init__(self, view: State, knowledge: Knowledge, seed: int, pool_size: i64) -> None:
        self.seat: i64 = view.viewer
        self.part_limit: i64 = view.part + view.parts_ahead()
        """Number of finished parts at which a playout stops."""
        self.knowledge = knowledge
        self.seed = seed
        self.belief = Belief(view, Rng(seed, _STREAM), knowledge, pool_size)
        self.world = view.clone()
        self.state = view.clone()
        self.rng = Rng(seed)
        self.worlds = 0
        self.unfinished = 0
        """Playouts that stopped at the end of a part, before the end of the game."""
        self.values: list[list[float]] = [[] for i in range(CHOICES)]
        """Rewards from 0 to 1, by which choices are ranked."""
        self.wins: list[list[float]] = [[] for i in range(CHOICES)]
        """Shares of the win; of an unfinished game, the outlook."""
        self.margins: list[list[float]] = [[] for i in range(CHOICES)]
        self.scores: list[list[float]] = [[] for i in range(CHOICES)]

    def run(self, choices: i64, worlds: i64) -> None:
        """Play out each of these choices (a bit mask) in this many more worlds."""
        for i in range(worlds):
            self.belief.draw_into(self.world)
            self.worlds += 1
            # All choices in a world use the same random stream, so that chance adds as little as possible to their
            # differences (common random numbers).
            world_rng = Rng(self.seed, _STREAM + self.worlds)
            self._let_others_choose(world_rng)
            for choice in range(CHOICES):
                if has(choices, choice):
                    self.state.copy_from(self.world)
                    self.rng.copy_from(world_rng)
                    self.state.commit(self.seat, self.state.first + choice)
                    play_out(self.state, self.knowledge, self.rng, self.part_limit)
                    self._add_result(choice)

    def _let_others_choose(self, rng: Rng) -> None:
        """Make the simultaneous choices of the other seats first, so that they do not depend on the seat's choice."""
        world = self.world
        for other in range(world.setup.players):
            if other != self.seat and has(world.waiting, other):
                world.commit(other, world.first + self.knowledge.rollout(world, other, rng))

    def _add_result(self, choice: i64) -> None:
        state = self.state
        if state.over():
            win = state.utility(self.seat)
        else:
            win = state.outlook(self.seat)
            self.unfinished += 1
        self.values[choice].append(rewards(state)[self.seat])
        self.wins[choice].append(win)
        self.margins[choice].append(self._margin())
        self.scores[choice].append(float(state.score(self.seat)))

    def _margin(self) -> float:
        """Return the points of the seat's side minus those of the best other side."""
        state = self.state
        side = state.sides(self.seat)
        points = state.side_scores()
        best: i64 = -(2**60)
        for other in range(state.setup.players):
            if not has(side, other):
                best = max(best, points[other])
        return float(points[self.seat] - best)
