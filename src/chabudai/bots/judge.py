"""Plays the choices of a seat out in the same imagined worlds: the inner loop of hints."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.bots.imagination import Imagination
from chabudai.bots.rollout import play_on, rewards
from chabudai.kernel.bits import has
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_STREAM: Final = 2**48
"""From here on streams of random numbers are for judging; games, bots and jobs have those before."""


@final
@mypyc_attr(acyclic=True)
class Judge:
    """What came of each choice in each imagined world, for the seat whose view it is.

    The lists are counted by choice from `State.first` and then by world. What is taken out of the running is never
    taken in again, so the worlds of any two choices are the same as far as both go. `pool` is of how many worlds those
    are preferred that explain what the seat has seen.
    """

    def __init__(self, view: State, knowledge: Knowledge, seed: int, pool: i64) -> None:
        self.seat: i64 = view.viewer
        self.last_part: i64 = view.part + view.parts_ahead()
        self.knowledge = knowledge
        self.seed = seed
        self.imagination = Imagination(view, Rng(seed, _STREAM), knowledge, pool)
        self.world = view.clone()
        self.state = view.clone()
        self.rng = Rng(seed)
        self.worlds = 0
        self.unfinished = 0
        """How many playouts ended with a part of the match, before the end of the game."""
        self.values: list[list[float]] = [[] for i in range(CHOICES)]
        """From 0 to 1: this is what choices are ranked by."""
        self.wins: list[list[float]] = [[] for i in range(CHOICES)]
        self.margins: list[list[float]] = [[] for i in range(CHOICES)]
        self.scores: list[list[float]] = [[] for i in range(CHOICES)]

    def compare(self, choices: i64, worlds: i64) -> None:
        """Play each of these choices out in so many more worlds."""
        for i in range(worlds):
            self.imagination.draw_into(self.world)
            # Each world has a stream of its own for all that happens in it: so the choices differ by what they are and,
            # as far as can be, not by luck.
            self.worlds += 1
            luck = Rng(self.seed, _STREAM + self.worlds)
            self._let_others_choose(luck)
            for choice in range(CHOICES):
                if has(choices, choice):
                    self.state.copy_from(self.world)
                    self.rng.copy_from(luck)
                    self.state.commit(self.seat, self.state.first + choice)
                    play_on(self.state, self.knowledge, self.rng, self.last_part)
                    self._note(choice)

    def _let_others_choose(self, rng: Rng) -> None:
        """Those who choose at once with the seat choose before it, and so the same whatever it chooses."""
        world = self.world
        for other in range(world.setup.players):
            if other != self.seat and has(world.waiting, other):
                world.commit(other, world.first + self.knowledge.rollout(world, other, rng))

    def _note(self, choice: i64) -> None:
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
        """The points of the seat's side beyond those of the best other side."""
        state = self.state
        side = state.sides(self.seat)
        points = state.side_scores()
        best: i64 = -(2**60)
        for other in range(state.setup.players):
            if not has(side, other):
                best = max(best, points[other])
        return float(points[self.seat] - best)
