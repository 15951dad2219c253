"""One deal played in every rotation of the seats: the unit that the arena counts."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import msgspec

from chabudai.arena.lineup import Lineup, Sides, sides_of
from chabudai.arena.luck import Luck
from chabudai.bots.bot import Bot
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import check_fixed, fixed_chance
from chabudai.scene.game import Game

MakeBot = Callable[[str, Game, Rng], Bot]
"""Makes the bot of this name. It goes to other processes, so it must be a function that they can import."""


@dataclass(frozen=True)
class Match:
    """What is the same in all games of a run."""

    game: str
    setup: Setup
    seed: int
    make: MakeBot
    chance: tuple[str, ...] = ()
    """Chance that is fixed beforehand in every game, as `fixed_chance` reads it."""


class Thought(msgspec.Struct):
    """How often a bot had to choose among several moves, and how long that took it."""

    moves: int = 0
    seconds: float = 0.0

    def add(self, other: "Thought") -> None:
        """Count in what the other counted."""
        self.moves += other.moves
        self.seconds += other.seconds


class Deal(msgspec.Struct, frozen=True):
    """What came of one deal: for each rotation the win share of the side that played alone, and its margin.

    The margin is how many points that side had more than the others had on average.
    """

    one: str
    rest: str
    deal: int
    shares: list[float]
    margins: list[float]
    thought: dict[str, Thought]

    @property
    def lineup(self) -> Lineup:
        """Who played it."""
        return Lineup(self.one, self.rest)


def play_deal(match: Match, work: tuple[Lineup, int]) -> Deal:
    """Play a deal in every rotation: the same cards in the same seats, with the bots moved on by one side each time."""
    lineup, number = work
    sides = sides_of(match.setup)
    deal = Deal(lineup.one, lineup.rest, number, [], [], {lineup.one: Thought(), lineup.rest: Thought()})
    for alone in range(len(sides)):
        end = play_game(match, number, lineup.seating(sides, alone), deal.thought)
        deal.shares.append(end.utility(sides[alone][0]))
        deal.margins.append(margin(end, sides, alone))
    return deal


def play_game(match: Match, deal: int, seating: list[str], thought: dict[str, Thought]) -> State:
    """Play one game to its end; what the bots think is counted by their names."""
    game = find_game(match.game)
    luck = Luck(match.seed, deal)
    chance = fixed_chance(game.chances, match.chance, then=luck)
    bots = [match.make(name, game, luck.of_bot(seat)) for seat, name in enumerate(seating)]
    state = match.setup.start()
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
        begun = perf_counter()
        action = bots[seat].choose(view)
        thought[seating[seat]].add(Thought(1, perf_counter() - begun))
        state.apply(seat, action)
    check_fixed(chance)
    return state


def margin(end: State, sides: Sides, alone: int) -> float:
    """How many points a side has more than the others have on average."""
    together = end.side_scores()
    points = [together[side[0]] for side in sides]
    return (len(sides) * points[alone] - sum(points)) / (len(sides) - 1)
