"""Review of a finished game: moves where the seat could have played better, based only on what it knew at the time."""

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
"""Default number of playouts for each move."""

_CLEAR = 0.01
"""Moves that cost a smaller share of a win than this are not reported."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a finished game, compared with the best move that the seat could have found at the time."""

    move: int
    """Number of the move in the record, from 0."""
    seat: int
    made: Prospect
    best: Prospect
    """The same as `made` if no other move was clearly better."""
    options: int
    """Number of legal moves."""
    win_lost: float = 0.0
    """Cost of the move as a share of a win; 0 if no other move was clearly better."""
    points_lost: float = 0.0
    """Cost of the move in points of margin."""


def review(
    record: Record, *, game: Game | None = None, seat: int | None = None, simulations: int = SIMULATIONS, seed: int = 0
) -> list[Judged]:
    """Review every move of a finished game that involved a choice, or only those of one seat."""
    return list(review_steps(record, game=game, seat=seat, simulations=simulations, seed=seed))


def review_steps(
    record: Record, *, game: Game | None = None, seat: int | None = None, simulations: int = SIMULATIONS, seed: int = 0
) -> Iterator[Judged]:
    """Yield the reviewed moves one by one. Refuse an invalid or unfinished record before the first."""
    found = game or find_game(record.game)
    if not replay(record, found).state.over():
        raise BadRecord("the game is not over: only a finished game can be reviewed")
    if seat is not None and not 0 <= seat < record.players:
        raise BadPlayers(f"there is no seat {seat}: the seats are 0 to {record.players - 1}")
    for number, (mover, action, view) in enumerate(_moves(record, found)):
        if seat in (None, mover) and len(view.legal(mover)) > 1:
            yield _judged(found, number, action, view, simulations, seed)


def _moves(record: Record, game: Game) -> Iterator[tuple[int, int, State]]:
    """Yield each move with its seat and the seat's view when it was first asked."""
    views: dict[int, State] = {}
    made = 0
    for play in replay_steps(record, game):
        if len(play.moves) > made:
            seat, text = record.moves[made]
            made += 1
            yield seat, game.action(text), views.pop(seat)
        # Seats that choose simultaneously are asked at the same time, although the record lists their moves in order.
        for waiting in members(play.state.waiting):
            if waiting not in views:
                views[waiting] = play.state.seen_by(waiting, recall=True)


def _judged(game: Game, number: int, action: int, view: State, simulations: int, seed: int) -> Judged:
    """Judge a move. Before calling it worse, compare it with the better move again, in other worlds.

    The best of many estimates is partly lucky (the optimizer's curse), so the difference is taken from the second
    comparison.
    """
    # Each hint has its own seed, so that luck is independent from move to move.
    first_seed = (seed + 2 * number) % SEEDS
    first_hint = hint(game, view, seed=first_seed, simulations=simulations, seconds=None)
    made = next(choice for choice in first_hint.choices if choice.action == action)
    best = first_hint.choices[0]
    if not made.equal:
        pair = (made.action, best.action)
        again = hint(
            game, view, seed=(first_seed + 1) % SEEDS, simulations=simulations, seconds=None, among=pair
        ).choices
        best, other = again
        if best.action != made.action and not other.equal and best.win - other.win >= _CLEAR:
            return Judged(
                move=number,
                seat=view.viewer,
                made=other,
                best=best,
                options=len(first_hint.choices),
                win_lost=best.win - other.win,
                points_lost=best.margin - other.margin,
            )
    return Judged(move=number, seat=view.viewer, made=made, best=made, options=len(first_hint.choices))
