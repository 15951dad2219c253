"""Self-play: many games between bots, with the same results on any number of processes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from chabudai.arena.workers import map_in_order
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
from chabudai.records.fixed_chance import check_all_used, fixed_chance
from chabudai.records.play import Play
from chabudai.scene.game import Game

_BATCH = 50
"""Games per unit of work if all bots are random; with other bots it is one game.

Neither depends on the number of processes, so totals do not either.
"""

_STREAM_BLOCK = 2**64
"""Number of random streams in a block. The games use the first block; the bots of each seat have their own block."""


@dataclass
class GameTotals:
    """Totals over some games: games, choices, scores and shares of wins by seat; and the records as lines of JSON."""

    games: int
    choices: int
    scores: list[int]
    shares: list[float]
    records: list[bytes] = field(default_factory=list)

    @classmethod
    def empty(cls, players: int) -> "GameTotals":
        """Return totals of no games."""
        return cls(0, 0, [0] * players, [0.0] * players)

    def add_game(self, choices: int, end: State) -> None:
        """Add a finished game with this number of choices."""
        self.games += 1
        self.choices += choices
        for seat, score in enumerate(end.scores()):
            self.scores[seat] += score
            self.shares[seat] += end.utility(seat)

    def add(self, other: "GameTotals") -> None:
        """Add other totals; their records are not kept."""
        self.games += other.games
        self.choices += other.choices
        self.scores = [own + theirs for own, theirs in zip(self.scores, other.scores, strict=True)]
        self.shares = [own + theirs for own, theirs in zip(self.shares, other.shares, strict=True)]


@dataclass(frozen=True)
class SelfplayJob:
    """Games to play. Game number n uses stream n of the seed; bots use streams from `_STREAM_BLOCK` on."""

    game: str
    setup: Setup
    seed: int
    games: int
    records: bool
    chance: tuple[str, ...] = ()
    """Chance outcomes fixed in advance in every game, in the format of `fixed_chance`."""
    bots: tuple[str, ...] = (RANDOM,)
    """The names of the bots: one for all seats, or one for each."""

    def batches(self) -> Iterator[range]:
        """Yield the numbers of the games, batch by batch."""
        batch = _BATCH if self.all_random() else 1
        for start in range(0, self.games, batch):
            yield range(start, min(start + batch, self.games))

    def all_random(self) -> bool:
        """Check whether all choices are drawn from the random numbers of the game itself, which is fastest."""
        return set(self.bots) == {RANDOM}

    def seat_bots(self, game: Game, number: int) -> list[Bot]:
        """Create the bots of game `number`, one for each seat."""
        streams = [_STREAM_BLOCK * (seat + 1) + number for seat in range(self.setup.players)]
        names = self.seating()
        return [registry.bot(name, game, Rng(self.seed, stream)) for name, stream in zip(names, streams, strict=True)]

    def seating(self) -> list[str]:
        """Return the name of the bot in each seat."""
        players = self.setup.players
        if len(self.bots) not in (1, players):
            raise BadPlayers(
                f"{len(self.bots)} bots are named: name one for all seats, or one for each of the {players} seats"
            )
        return list(self.bots) * (players // len(self.bots))


def selfplay(job: SelfplayJob, processes: int) -> Iterator[GameTotals]:
    """Play the games in this many processes, and yield the totals of each batch in order."""
    return map_in_order(partial(play_batch, job), job.batches(), processes)


def play_batch(job: SelfplayJob, numbers: range) -> GameTotals:
    """Play the games with these numbers."""
    totals = GameTotals.empty(job.setup.players)
    game = find_game(job.game)
    for number in numbers:
        rng = Rng(job.seed, number)
        bots = None if job.all_random() else job.seat_bots(game, number)
        if job.records or job.chance or bots:
            play = play_recorded(game, job.setup, rng, job.chance, bots)
            totals.add_game(len(play.moves), play.state)
            if job.records:
                extra = {"bots": job.seating()} if bots else {}
                record = play.record(version=game.rules_version, seed=job.seed, number=number, **extra)
                totals.records.append(record.as_line())
        else:
            state = job.setup.start()
            totals.add_game(playout(state, rng), state)
    return totals


def play_recorded(
    game: Game, setup: Setup, rng: Rng, chance: Sequence[str] = (), bots: Sequence[Bot] | None = None
) -> Play:
    """Play a game and keep its record. Without bots or fixed chance, it is the same game that `playout` plays."""
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
    check_all_used(script)
    return play
