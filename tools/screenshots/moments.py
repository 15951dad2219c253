"""Positions of played games that are worth a picture: one in the middle, and the end."""

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
"""Who plays: well enough for a table that looks played, and by simulations, not time, for the same game each time."""


@dataclass(frozen=True)
class Moment:
    """A position, and what happened until then."""

    state: State
    events: tuple[Event, ...]


def moments(game: Game) -> tuple[Moment, Moment]:
    """A position of seat 0 in the second half of a game, with as much to choose from as there is; and the end."""
    setup = game.setup(max(game.players))
    play = Play(game, setup, Seeded(Rng(SEED)))
    bots = [registry.bot(BOT, game, Rng(SEED, 1 + seat)) for seat in range(setup.players)]
    asked: list[Moment] = []
    play.settle()
    while play.state.waiting:
        if has(play.state.waiting, 0):
            asked.append(_moment(play))
        seat = lowest(play.state.waiting)
        play.choose(seat, bots[seat].choose(play.state.seen_by(seat, bots[seat].recall)))
        play.settle()
    late = asked[len(asked) // 2 : len(asked) * 5 // 6]
    return max(late, key=lambda moment: len(moment.state.legal(0))), _moment(play)


def _moment(play: Play) -> Moment:
    return Moment(play.state.clone(), tuple(play.events))
