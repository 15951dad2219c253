"""Random games for the checks. The same seed gives the same games, whatever random numbers the checks draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import Step, random_step, take_step
from chabudai.scene.game import Game
from chabudai.testing.contract import Clause, Location

MAX_STEPS = 20_000
"""A longer game is assumed never to end."""

_CHECK_STREAMS = 2**32
"""Streams of random numbers from here on are for the checks; smaller ones are for play."""


@dataclass
class Checkpoint:
    """A position of a random game, with everything that a check needs. A check must not change `state`.

    `choices_pending` is true while some of several simultaneous choices have been made and others have not.
    """

    game: Game
    setup: Setup
    state: State
    location: Location
    history: list[Step]
    choices_pending: bool
    rng: Rng

    def viewers(self) -> range:
        """Return all viewers: the spectator, then the seats."""
        return range(SPECTATOR, self.setup.players)

    def fresh_setup(self) -> Setup:
        """Return a new setup with the same values, in which the game cannot have stored secrets during play."""
        return self.game.setup(self.setup.players, self.setup.options)


class RandomGame:
    """A random game with its history, played one choice or one outcome of chance at a time."""

    def __init__(self, game: Game, setup: Setup, seed: int, number: int) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.number = number
        self.state = setup.start()
        self.state.listening = True
        self.history: list[Step] = []
        self._choices_pending = False
        self._rng = Rng(seed, number)

    def location(self) -> Location:
        """Return the location of the current position."""
        return Location(
            self.game, self.setup.players, self.setup.options, self.seed, self.number, step=len(self.history)
        )

    def checkpoints(self) -> Iterator[Checkpoint]:
        """Play the game, and yield every position from the first to the last; `state` is always the same object."""
        while True:
            rng = Rng(self.seed, _CHECK_STREAMS * (1 + len(self.history)) + 2**64 * self.number)
            yield Checkpoint(
                self.game, self.setup, self.state, self.location(), self.history, self._choices_pending, rng
            )
            if self.state.over():
                return
            with Clause("a game must accept every step that it declares possible", self.location()):
                step = random_step(self.state, self._rng)
                self._choices_pending = take_step(self.state, step)
                self.history.append(step)


def position_at(
    game: Game, *, players: int, options: Mapping[str, OptionValue] | None = None, seed: int, number: int, step: int
) -> State:
    """Return the position that an error of the suite names: game `number` of this seed, after `step` steps."""
    random_game = RandomGame(game, game.setup(players, options), seed, number)
    for checkpoint in random_game.checkpoints():
        if len(checkpoint.history) == step:
            return checkpoint.state
    raise ValueError(f"{game.name}: game {number} of seed {seed} has only {len(random_game.history)} steps, not {step}")


def describe_step(game: Game, state: State, step: Step) -> str:
    """Describe a step from this position, for an error."""
    if step[0] == "chance":
        chance = game.chances[state.due]
        return f"{chance.name} {chance.outcomes[step[1]]}"
    return f"seat {step[1]}: {game.actions[step[2]]}"


def viewer_name(viewer: int) -> str:
    """Return the name of a viewer, for an error."""
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
