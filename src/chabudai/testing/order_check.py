"""Checks simultaneous choices: their order must not matter, and they must stay secret until all are made."""

from chabudai.kernel.bits import bit, members
from chabudai.kernel.state import State
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint, viewer_name

_ACTIONS_TRIED = 3

ORDER = "the order of simultaneous choices must not matter"
SECRECY = "a simultaneous choice must be hidden from seats that have not chosen yet"
REOPEN = "`reopen` must take a view back to before the other seats made their simultaneous choices"


def check_order(checkpoint: Checkpoint) -> None:
    """Let the waiting seats choose in several orders, and check what a choice reveals to the other seats."""
    seats = members(checkpoint.state.waiting)
    if len(seats) > 1:
        _check_orders(checkpoint, seats)
        _check_secrecy(checkpoint, seats)
        if not checkpoint.choices_pending:
            _check_reopen(checkpoint, seats)


def _check_orders(checkpoint: Checkpoint, seats: list[int]) -> None:
    state, rng = checkpoint.state, checkpoint.rng
    chosen = {seat: state.first + rng.member(state.choices(seat)) for seat in seats}
    shuffled = list(seats)
    rng.shuffle(shuffled)
    with Clause(ORDER, checkpoint.location) as clause:
        expected = _after_choices(clause, state, seats, chosen).position()
        for order in (seats[::-1], shuffled):
            position = _after_choices(clause, state, order, chosen).position()
            moves = ", ".join(f"seat {seat}: {checkpoint.game.actions[chosen[seat]]}" for seat in order)
            clause.require_equal(position, expected, f"after {moves}, compared with seat order")


def _after_choices(clause: Clause, state: State, order: list[int], chosen: dict[int, int]) -> State:
    """Return the state after the seats have chosen in this order. No choice may affect the legal actions of others."""
    after = state.clone()
    for i, seat in enumerate(order):
        left = after.waiting & ~bit(seat)
        legal = {other: after.legal(other) for other in members(left)}
        after.apply(seat, chosen[seat])
        if i + 1 < len(order):
            clause.require(after.waiting == left, f"after seat {seat} has chosen, waiting is {after.waiting:#b}")
            for other, actions in legal.items():
                clause.require_equal(after.legal(other), actions, f"legal({other}) after seat {seat} has chosen")
    return after


def _check_secrecy(checkpoint: Checkpoint, seats: list[int]) -> None:
    state, rng = checkpoint.state, checkpoint.rng
    seat = seats[rng.below(len(seats))]
    actions = state.legal(seat)
    rng.shuffle(actions)
    with Clause(SECRECY, checkpoint.location) as clause:
        for other in seats:
            if other == seat:
                continue
            views = []
            for action in actions[:_ACTIONS_TRIED]:
                after = state.clone()
                after.apply(seat, action)
                views.append(after.seen_by(other, True).as_json())
            for action, view in zip(actions, views, strict=False):
                what = f"seat {seat}: {checkpoint.game.actions[action]}, seen by {viewer_name(other)}"
                clause.require_equal(view, views[0], what)


def _check_reopen(checkpoint: Checkpoint, seats: list[int]) -> None:
    state, rng = checkpoint.state, checkpoint.rng
    seat = seats[rng.below(len(seats))]
    after = state.clone()
    after.listening = False
    for other in seats:
        if other != seat:
            after.apply(other, state.first + rng.member(state.choices(other)))
    with Clause(REOPEN, checkpoint.location) as clause:
        view = after.seen_by(seat, True)
        view.reopen()
        clause.require_equal(view.position(), state.seen_by(seat, True).position(), f"seen by {viewer_name(seat)}")
