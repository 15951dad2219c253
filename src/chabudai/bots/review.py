"""Reviews a finished game: compares each move with the best one, based only on what the seat knew at the time."""

from collections.abc import Iterator

import msgspec

from chabudai.bots.hint import Prospect, hint, view_seed
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadPlayers, BadRecord
from chabudai.kernel.message import Message
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.state import State
from chabudai.records.record import Record
from chabudai.records.replay import replay, replay_steps
from chabudai.scene.game import Game

SIMULATIONS = 8_000
"""Default number of playouts for each move: as many as for a hint with compiled rules, which advises the same."""

_MIN_LOSS = 0.01
"""A move that costs a smaller share of a win than this does not count as worse."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A reviewed move of a finished game, compared with the best move that the seat could have found at the time."""

    move: int
    """Number of the move in the record, from 0."""
    seat: int
    made: Prospect
    """The move that the seat made."""
    best: Prospect
    """The best move; the same as `made` if no other move was clearly better."""
    options: int
    """Number of legal moves."""
    win_lost: float = 0.0
    """Cost of the move as a share of a win; 0 if no other move was clearly better."""
    points_lost: float = 0.0
    """The margin of the best move minus that of the move made; negative if the better move has the smaller margin."""
    against: Message | None = None
    """What speaks against the move made, compared with the best; from the game's texts in the table `advice`. What
    speaks for the best move is the reason of `best`."""


def review(
    record: Record,
    *,
    game: Game | None = None,
    seat: int | None = None,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> list[Judged]:
    """Review every move of a finished game that involved a choice, or only those of one seat.

    Without a `seed`, a move is judged as a hint with the same `simulations` would have advised at the table.
    """
    return list(review_steps(record, game=game, seat=seat, simulations=simulations, seed=seed))


def review_steps(
    record: Record,
    *,
    game: Game | None = None,
    seat: int | None = None,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
    first: int = 0,
) -> Iterator[Judged]:
    """Yield the reviewed moves one by one, from move number `first` on.

    Refuse an invalid or unfinished record before the first.
    """
    reviewed_game = game or find_game(record.game)
    if not replay(record, reviewed_game).state.over():
        raise BadRecord("the game is not over: only a finished game can be reviewed")
    if seat is not None and not 0 <= seat < record.players:
        raise BadPlayers(f"there is no seat {seat}: the seats are 0 to {record.players - 1}")
    for number, (action, view) in enumerate(_moves(record, reviewed_game)):
        if number >= first and seat in (None, view.viewer) and len(view.legal(view.viewer)) > 1:
            yield _judge(reviewed_game, number, action, view, simulations, seed)


def _moves(record: Record, game: Game) -> Iterator[tuple[int, State]]:
    """Yield, for each move, the action and the view that the seat had when its turn to choose began."""
    views: dict[int, State] = {}
    number = 0
    for play in replay_steps(record, game):
        if len(play.moves) > number:
            seat, text = record.moves[number]
            number += 1
            yield game.action(text), views.pop(seat)
        # Seats that choose simultaneously begin to wait together, although the record lists their moves in order.
        for waiting_seat in members(play.state.waiting):
            if waiting_seat not in views:
                views[waiting_seat] = play.state.seen_by(waiting_seat, recall=True)


def _judge(game: Game, number: int, action: int, view: State, simulations: int, seed: int | None) -> Judged:
    """Judge a move. If it seems worse than the best move, compare the two again in other worlds.

    The best of many estimates is partly lucky (the optimizer's curse), so only the second comparison counts.
    """
    # Each hint has its own seed, so that the errors of different moves are independent.
    first_seed = view_seed(game, view, simulations) if seed is None else (seed + 2 * number) % SEEDS
    first_hint = hint(game, view, seed=first_seed, simulations=simulations)
    made = next(choice for choice in first_hint.choices if choice.action == action)
    best = first_hint.choices[0]
    if not made.equal:
        pair = (made.action, best.action)
        second_hint = hint(game, view, seed=(first_seed + 1) % SEEDS, simulations=simulations, among=pair)
        better, worse = second_hint.choices
        if better.action != made.action and not worse.equal and better.win - worse.win >= _MIN_LOSS:
            return Judged(
                move=number,
                seat=view.viewer,
                made=worse,
                best=better,
                options=len(first_hint.choices),
                win_lost=better.win - worse.win,
                points_lost=better.margin - worse.margin,
                against=_against(game, view, worse.action, better.action),
            )
    return Judged(move=number, seat=view.viewer, made=made, best=made, options=len(first_hint.choices))


def _against(game: Game, view: State, worse: int, better: int) -> Message | None:
    """Return what speaks against the worse of two moves, if the game has something to say."""
    advice = game.compare(view, worse, better)
    return next((reason.message for reason in advice if reason.sign == "against"), None)
