"""Review of a finished game: where a better move was to be had, judged only by what the seat knew then."""

from collections.abc import Iterator

import msgspec

from chabudai.bots.hint import Prospect, hint
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadPlayers, BadRecord
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.state import State
from chabudai.records.record import Record
from chabudai.records.replay import replay, replay_steps
from chabudai.scene.game import Game

SIMULATIONS = 4_000
"""Playouts for each move, unless told otherwise."""

_CLEAR = 0.01
"""What costs a smaller share of a win than this is not worth a word."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a finished game, beside the best one that the seat could have found by what it knew."""

    move: int
    """Its number in the record, from 0."""
    seat: int
    made: Prospect
    best: Prospect
    """The same as `made` if no other was clearly better."""
    options: int
    """Among how many legal moves it was chosen."""
    win_lost: float = 0.0
    """What the move cost, as a share of a win; 0 if no other was clearly better."""
    points_lost: float = 0.0
    """What it cost in points of margin."""


def review(
    record: Record, *, game: Game | None = None, seat: int | None = None, simulations: int = SIMULATIONS, seed: int = 0
) -> list[Judged]:
    """All moves of a finished game at which there was a choice, or those of one seat; each judged."""
    return list(review_steps(record, game=game, seat=seat, simulations=simulations, seed=seed))


def review_steps(
    record: Record, *, game: Game | None = None, seat: int | None = None, simulations: int = SIMULATIONS, seed: int = 0
) -> Iterator[Judged]:
    """The same, move by move, as it takes time. A wrong or unfinished record is refused before the first."""
    found = game or find_game(record.game)
    if not replay(record, found).state.over():
        raise BadRecord("the game is not over: a review is of a finished game")
    if seat is not None and not 0 <= seat < record.players:
        raise BadPlayers(f"there is no seat {seat}: the seats are 0 to {record.players - 1}")
    for number, (mover, action, view) in enumerate(_moves(record, found)):
        if seat in (None, mover) and len(view.legal(mover)) > 1:
            yield _judged(found, number, action, view, simulations, seed)


def _moves(record: Record, game: Game) -> Iterator[tuple[int, int, State]]:
    """Each move with its seat, and what that seat knew when it was first asked."""
    views: dict[int, State] = {}
    made = 0
    for play in replay_steps(record, game):
        if len(play.moves) > made:
            seat, text = record.moves[made]
            made += 1
            yield seat, game.action(text), views.pop(seat)
        # Who chooses at once with others is asked with them, though the record has one move after the other.
        for waiting in members(play.state.waiting):
            if waiting not in views:
                views[waiting] = play.state.seen_by(waiting, recall=True)


def _judged(game: Game, number: int, action: int, view: State, simulations: int, seed: int) -> Judged:
    """Judge a move. Before it is called worse, it is compared with the better one again, in other worlds.

    The first look has picked the best of many, and so a lucky one: how much better it is, the second look tells.
    """
    # Each look at each move has a seed of its own, so that luck does not run through a whole game.
    first = (seed + 2 * number) % SEEDS
    looked = hint(game, view, seed=first, simulations=simulations, seconds=None)
    made = next(choice for choice in looked.choices if choice.action == action)
    best = looked.choices[0]
    if not made.equal:
        pair = (made.action, best.action)
        again = hint(game, view, seed=(first + 1) % SEEDS, simulations=simulations, seconds=None, among=pair).choices
        best, other = again
        if best.action != made.action and not other.equal and best.win - other.win >= _CLEAR:
            return Judged(
                move=number,
                seat=view.viewer,
                made=other,
                best=best,
                options=len(looked.choices),
                win_lost=best.win - other.win,
                points_lost=best.margin - other.margin,
            )
    return Judged(move=number, seat=view.viewer, made=made, best=made, options=len(looked.choices))
