"""A table for rule tests: deal chosen cards, make moves in words, and check what happened.

>>> import chabudai
>>> table = deal(chabudai.game("ameno_kirifuda"), 4, chance={"deck": "spring-1 … | spring-7 winter-8 … | … | …"})
>>> table.events("opens")
[(0,)]
>>> table.refusal(1, "play spring-7")
'it is time to take an Omegumi card'
"""

from collections.abc import Callable, Mapping, Sequence

from chabudai.kernel.bits import lowest
from chabudai.kernel.chance import Word
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.testing.stacked import Stacked


def deal(
    game: Game,
    players: int,
    *,
    options: Mapping[str, object] | None = None,
    data: Mapping[str, object] | None = None,
    chance: Mapping[str, str | Sequence[str]] | None = None,
    seed: int = 0,
) -> "StackedTable":
    """Set up and deal a game. `chance` has a text for each chance event, or a list of texts: see `Stacked`."""
    return StackedTable(Play(game, game.setup(players, options, data), Stacked(game.chances, chance or {}, seed)), seed)


class StackedTable:
    """A game with stacked decks. Moves are written as in records, and chance is resolved after each."""

    def __init__(self, play: Play, seed: int = 0) -> None:
        self._play = play
        self._rng = Rng(seed, stream=1)
        play.settle()

    @property
    def state(self) -> State:
        """The whole position."""
        return self._play.state

    def play(self, *moves: str) -> None:
        """Make moves, each for the lowest seat that is waiting."""
        for move in moves:
            waiting = self.state.waiting
            self.move(lowest(waiting) if waiting else 0, move)

    def move(self, seat: int, move: str) -> None:
        """Make a move for this seat."""
        self._play.choose_words(seat, move)
        self._play.settle()

    def play_on(self, moves: int | None = None, *, until: Callable[[State], bool] = lambda state: False) -> None:
        """Make random moves: this many, until the condition holds, or to the end of the game."""
        while moves != 0 and not self.state.over() and not until(self.state):
            seat = lowest(self.state.waiting)
            actions = self.state.legal(seat)
            self._play.choose(seat, actions[self._rng.below(len(actions))])
            self._play.settle()
            moves = None if moves is None else moves - 1

    def set_up(self, **changes: object) -> None:
        """Replace fields of the position, as in `State.as_json`. The record then no longer matches the position."""
        state = self.state
        self._play.state = self._play.game.state_from_json(self._play.setup, {**state.as_json(), **changes})

    def events(self, name: str, seen_by: int | None = None) -> list[tuple[Word, ...]]:
        """Return all events of this name so far, or what one seat saw of them: the seat, if any, then the words."""
        events = [event for event in self._play.events if event.name == name]
        if seen_by is not None:
            events = [event.seen_by(seen_by) for event in events]
        return [(*([event.seat] if event.seat >= 0 else []), *self._play.game.event_words(event)) for event in events]

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat."""
        return [self._play.game.actions[action] for action in self.state.legal(seat)]

    def refusal(self, seat: int, move: str) -> str | None:
        """Return why this seat cannot make this move now; None if it can."""
        game = self._play.game
        reason = game.why_not(self.state, seat, game.action(move))
        return None if reason is None else words(game).cite("reason", reason)

    def record(self) -> Record:
        """Return the record of the game so far."""
        return self._play.record()
