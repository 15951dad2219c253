"""Many games played by bots among themselves, with the same results on any number of processes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from chabudai.arena.workers import in_order
from chabudai.bots import registry
from chabudai.bots.bot import Bot
from chabudai.bots.registry import RANDOM
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadPlayers
from chabudai.kernel.playout import playout
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import check_fixed, fixed_chance
from chabudai.records.play import Play
from chabudai.scene.game import Game

_BATCH = 50
"""Games that a process plays in one go. It does not depend on the number of processes, so that sums do not either."""

_BOTS = 2**64
"""Streams from here on are for bots, those before for games."""


@dataclass
class Tally:
    """What came of some games: sums over them by seat, and their records as lines of JSON."""

    games: int
    choices: int
    scores: list[int]
    shares: list[float]
    records: list[bytes] = field(default_factory=list)

    @classmethod
    def empty(cls, players: int) -> "Tally":
        """No games yet."""
        return cls(0, 0, [0] * players, [0.0] * players)

    def count(self, choices: int, end: State) -> None:
        """Count a finished game in."""
        self.games += 1
        self.choices += choices
        for seat, score in enumerate(end.scores()):
            self.scores[seat] += score
            self.shares[seat] += end.utility(seat)

    def add(self, other: "Tally") -> None:
        """Count in all that the other counted; its records are not taken over."""
        self.games += other.games
        self.choices += other.choices
        self.scores = [mine + its for mine, its in zip(self.scores, other.scores, strict=True)]
        self.shares = [mine + its for mine, its in zip(self.shares, other.shares, strict=True)]


@dataclass(frozen=True)
class Task:
    """Games to be played. Game number n takes its random numbers from stream n of the seed, bots from beyond."""

    game: str
    setup: Setup
    seed: int
    games: int
    records: bool
    chance: tuple[str, ...] = ()
    """Chance that is fixed beforehand in every game, as `fixed_chance` reads it."""
    bots: tuple[str, ...] = (RANDOM,)
    """Who plays: one name for all seats, or one for each."""

    def batches(self) -> Iterator[range]:
        """The numbers of the games, batch by batch."""
        batch = _BATCH if self.at_random() else 1
        for start in range(0, self.games, batch):
            yield range(start, min(start + batch, self.games))

    def at_random(self) -> bool:
        """Whether all choices are drawn from the random numbers of the game itself, which is quickest."""
        return set(self.bots) == {RANDOM}

    def seat_bots(self, game: Game, number: int) -> list[Bot]:
        """The bots of game `number`, one a seat."""
        streams = [_BOTS * (seat + 1) + number for seat in range(self.setup.players)]
        named = zip(self.seating(), streams, strict=True)
        return [registry.bot(name, game, Rng(self.seed, stream)) for name, stream in named]

    def seating(self) -> list[str]:
        """The name of the bot in each seat."""
        players = self.setup.players
        if len(self.bots) not in (1, players):
            raise BadPlayers(f"{len(self.bots)} bots are named: name one for all, or one for each of {players} seats")
        return list(self.bots) * (players // len(self.bots))


def selfplay(task: Task, jobs: int) -> Iterator[Tally]:
    """Play the games; yields the tally of each batch, in order."""
    return in_order(partial(play_batch, task), task.batches(), jobs)


def play_batch(task: Task, numbers: range) -> Tally:
    """Play the games of these numbers."""
    tally = Tally.empty(task.setup.players)
    game = find_game(task.game)
    for number in numbers:
        rng = Rng(task.seed, number)
        bots = None if task.at_random() else task.seat_bots(game, number)
        if task.records or task.chance or bots:
            play = play_recorded(game, task.setup, rng, task.chance, bots)
            tally.count(len(play.moves), play.state)
            if task.records:
                further = {"bots": task.seating()} if bots else {}
                record = play.record(version=game.rules_version, seed=task.seed, number=number, **further)
                tally.records.append(record.as_line())
        else:
            state = task.setup.start()
            tally.count(playout(state, rng), state)
    return tally


def play_recorded(
    game: Game, setup: Setup, rng: Rng, chance: Sequence[str] = (), bots: Sequence[Bot] | None = None
) -> Play:
    """Play a game with its record; without bots, and with no chance fixed, it is the very game that `playout` plays."""
    script = fixed_chance(game.chances, chance, then=Seeded(rng))
    play = Play(game, setup, script)
    play.settle()
    while play.state.waiting:
        seat = lowest(play.state.waiting)
        if bots is None:
            action = play.state.first + rng.member(play.state.choices(seat))
        else:
            action = bots[seat].choose(play.state.seen_by(seat, bots[seat].recall))
        play.choose(seat, action)
        play.settle()
    check_fixed(script)
    return play
