"""The positions of a random game as the checks look at them, the same for the same seed whatever is looked at."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import Step, random_step, take
from chabudai.scene.game import Game
from chabudai.testing.broken import Clause, Place

MOST_STEPS = 20_000
"""A game that is longer than this is taken to have no end."""

_LOOKING = 2**32
"""Streams from here on are for looking at a game, those before for playing it."""


@dataclass
class Moment:
    """A position on the way of a game, with what a check needs to look at it. A check leaves `state` as it is.

    `gathering` tells whether of several seats that choose at once some have chosen and some have not.
    """

    game: Game
    setup: Setup
    state: State
    place: Place
    history: list[Step]
    gathering: bool
    rng: Rng

    def viewers(self) -> range:
        """All who look at the game: the spectator, then the seats."""
        return range(SPECTATOR, self.setup.players)

    def fresh_setup(self) -> Setup:
        """The same setup made anew, so that nothing can be passed along in it."""
        return self.game.setup(self.setup.players, self.setup.options)


class Walk:
    """A random game that is played one step at a time, chance outcome by chance outcome, with its history."""

    def __init__(self, game: Game, setup: Setup, seed: int, number: int) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.number = number
        self.state = setup.start()
        self.state.listening = True
        self.history: list[Step] = []
        self._gathering = False
        self._rng = Rng(seed, number)

    def place(self) -> Place:
        """Where the game stands."""
        return Place(self.game, self.setup.players, self.setup.options, self.seed, self.number, step=len(self.history))

    def moments(self) -> Iterator[Moment]:
        """Every position of the game, from the first to the last."""
        while True:
            looking = Rng(self.seed, _LOOKING * (1 + len(self.history)) + 2**64 * self.number)
            yield Moment(
                self.game, self.setup, self.state, self.place(), self.history, gathering=self._gathering, rng=looking
            )
            if self.state.over():
                return
            with Clause("a game goes on by any possible step", self.place()):
                step = random_step(self.state, self._rng)
                self._gathering = take(self.state, step)
                self.history.append(step)


def position_at(
    game: Game, *, players: int, options: Mapping[str, OptionValue] | None = None, seed: int, number: int, step: int
) -> State:
    """The position that a complaint of the suite names: game `number` of this seed after so many steps."""
    walk = Walk(game, game.setup(players, options), seed, number)
    for moment in walk.moments():
        if len(moment.history) == step:
            return moment.state
    raise ValueError(f"that game of {game.name} is over after {len(walk.history)} steps")


def in_words(game: Game, state: State, step: Step) -> str:
    """A step from this position as a complaint names it."""
    if step[0] == "chance":
        event = game.chances[state.due]
        return f"{event.name} {event.outcomes[step[1]]}"
    return f"seat {step[1]}: {game.actions[step[2]]}"


def viewer_name(viewer: int) -> str:
    """A viewer as a complaint names it."""
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
