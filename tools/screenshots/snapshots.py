"""Positions for screenshots: in the middle of a game by player count, in the guided game, and at the end."""

from collections.abc import Iterator
from dataclasses import dataclass

from chabudai.bots import registry
from chabudai.kernel.bits import has, lowest
from chabudai.kernel.chance import Seeded
from chabudai.kernel.event import Event
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.guided_game import begin_first_game
from chabudai.records.play import Play
from chabudai.scene.game import Game

SEED = 9
BOT = "casual@60"
"""The bot that plays: well enough for a realistic table, and limited by simulations so that games are reproducible."""


@dataclass(frozen=True)
class Snapshot:
    """A position, and the events so far.

    `guided` if it is from the guided game; `before` is the position before the last step, to show its moment.
    """

    state: State
    events: tuple[Event, ...]
    guided: bool = False
    before: State | None = None


def snapshots(game: Game) -> Iterator[tuple[str, Snapshot]]:
    """Return positions of a game with the endings of their names.

    They are turns of seat 0 with many choices in the second half, with most and fewest players, and in the guided
    game; and the end.
    """
    most, fewest = max(game.players), min(game.players)
    turns, end = _play(_begin(game, most))
    yield "", _busiest(turns)
    yield "-scoring", end
    turns, _ = _play(_begin(game, fewest))
    yield f"-{fewest}_players", _busiest(turns)
    if game.first_game is not None:
        turns, _ = _play(begin_first_game(game), guided=True)
        yield "-guided", _busiest(turns)


def _begin(game: Game, players: int) -> Play:
    return Play(game, game.setup(players), Seeded(Rng(SEED)))


def _play(play: Play, *, guided: bool = False) -> tuple[list[Snapshot], Snapshot]:
    """Play to the end; return the turns of seat 0, and the end."""
    game, players = play.game, play.state.setup.players
    bots = [registry.bot(BOT, game, Rng(SEED, 1 + seat)) for seat in range(players)]
    turns: list[Snapshot] = []
    play.settle()
    while play.state.waiting:
        if has(play.state.waiting, LEARNER):
            turns.append(Snapshot(play.state.clone(), tuple(play.events), guided))
        seat = lowest(play.state.waiting)
        play.choose(seat, bots[seat].choose(play.state.seen_by(seat, bots[seat].recall)))
        play.settle()
    return turns, Snapshot(play.state.clone(), tuple(play.events), guided)


def _busiest(turns: list[Snapshot]) -> Snapshot:
    """Return the turn with the most choices late in the game, when there is much on the table."""
    late = turns[len(turns) // 2 : len(turns) * 5 // 6]
    return max(late, key=lambda turn: len(turn.state.legal(LEARNER)))
