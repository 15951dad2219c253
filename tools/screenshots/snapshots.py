"""Positions for screenshots: one in the middle of a game, and its end."""

from dataclasses import dataclass

from chabudai.bots import registry
from chabudai.kernel.bits import has, lowest
from chabudai.kernel.chance import Seeded
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.scene.game import Game

SEED = 9
BOT = "casual@60"
"""The bot that plays: well enough for a realistic table, and limited by simulations so that games are reproducible."""


@dataclass(frozen=True)
class Snapshot:
    """A position, and the events so far."""

    state: State
    events: tuple[Event, ...]


def snapshots(game: Game) -> tuple[Snapshot, Snapshot]:
    """Return two positions of one game: a turn of seat 0 in the second half with many choices, and the end."""
    setup = game.setup(max(game.players))
    play = Play(game, setup, Seeded(Rng(SEED)))
    bots = [registry.bot(BOT, game, Rng(SEED, 1 + seat)) for seat in range(setup.players)]
    turns: list[Snapshot] = []
    play.settle()
    while play.state.waiting:
        if has(play.state.waiting, 0):
            turns.append(_snapshot(play))
        seat = lowest(play.state.waiting)
        play.choose(seat, bots[seat].choose(play.state.seen_by(seat, bots[seat].recall)))
        play.settle()
    late = turns[len(turns) // 2 : len(turns) * 5 // 6]
    return max(late, key=lambda turn: len(turn.state.legal(0))), _snapshot(play)


def _snapshot(play: Play) -> Snapshot:
    return Snapshot(play.state.clone(), tuple(play.events))
