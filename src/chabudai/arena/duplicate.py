"""Plays one deal in every rotation of the bots: the unit over which the arena computes its intervals."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import msgspec

from chabudai.arena.deal_rng import DealRng
from chabudai.arena.lineup import Lineup, Sides, sides_of
from chabudai.bots.bot import Bot
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import check_all_used, fixed_chance
from chabudai.scene.game import Game

NamedBotFactory = Callable[[str, Game, Rng], Bot]
"""Creates a bot by name. It is sent to other processes, so it must be picklable, such as a module-level function."""


@dataclass(frozen=True)
class RunSettings:
    """The settings that all games of a run share."""

    game: str
    setup: Setup
    seed: int
    make_bot: NamedBotFactory
    chance: tuple[str, ...] = ()
    """Chance outcomes fixed in advance in every game, in the format of `fixed_chance`."""


class ThinkingTime(msgspec.Struct):
    """How often a bot had to choose among several moves, and how long it thought in total."""

    moves: int = 0
    seconds: float = 0.0

    def add(self, other: "ThinkingTime") -> None:
        """Add another total."""
        self.moves += other.moves
        self.seconds += other.seconds


class Deal(msgspec.Struct, frozen=True):
    """The results of deal number `deal`: for each rotation, the lone side's share of the win and its margin.

    The lone side is the one that the bot `one` plays. Its margin is its points minus the mean points of the other
    sides.
    """

    one: str
    rest: str
    deal: int
    shares: list[float]
    margins: list[float]
    thinking: dict[str, ThinkingTime] = msgspec.field(name="thought")

    @property
    def lineup(self) -> Lineup:
        """The lineup that played the deal."""
        return Lineup(self.one, self.rest)


def play_deal(settings: RunSettings, work_item: tuple[Lineup, int]) -> Deal:
    """Play a deal in every rotation: the same cards in the same seats, with `one` on a different side each time."""
    lineup, number = work_item
    sides = sides_of(settings.setup)
    deal = Deal(lineup.one, lineup.rest, number, [], [], {lineup.one: ThinkingTime(), lineup.rest: ThinkingTime()})
    for lone_side in range(len(sides)):
        end = play_game(settings, number, lineup.seating(sides, lone_side), deal.thinking)
        deal.shares.append(end.utility(sides[lone_side][0]))
        deal.margins.append(margin(end, sides, lone_side))
    return deal


def play_game(settings: RunSettings, deal: int, seating: list[str], thinking: dict[str, ThinkingTime]) -> State:
    """Play one game to its end and return the final state. Add the thinking time to the totals of the bots."""
    game = find_game(settings.game)
    deal_rng = DealRng(settings.seed, deal)
    chance = fixed_chance(game.chances, settings.chance, then=deal_rng)
    bots = [settings.make_bot(name, game, deal_rng.bot_rng(seat)) for seat, name in enumerate(seating)]
    state = settings.setup.start()
    while not state.over():
        if state.due >= 0:
            state.settle(chance.outcome(state))
            continue
        seat = lowest(state.waiting)
        actions = state.legal(seat)
        if len(actions) == 1:
            state.apply(seat, actions[0])
            continue
        view = state.seen_by(seat, bots[seat].recall)
        start = perf_counter()
        action = bots[seat].choose(view)
        thinking[seating[seat]].add(ThinkingTime(1, perf_counter() - start))
        state.apply(seat, action)
    check_all_used(chance)
    return state


def margin(end: State, sides: Sides, own_side: int) -> float:
    """Return the points of a side minus the mean points of the other sides."""
    scores = end.side_scores()
    points = [scores[side[0]] for side in sides]
    return (len(sides) * points[own_side] - sum(points)) / (len(sides) - 1)
