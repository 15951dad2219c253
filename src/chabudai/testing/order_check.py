"""Seats that choose at once may do so in any order, without seeing each other's choice."""

from chabudai.kernel.bits import bit, members
from chabudai.kernel.state import State
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment, viewer_name

_TRIED = 3


def check_order(moment: Moment) -> None:
    """Let all who wait choose in several orders, and look at what one choice tells the others."""
    seats = members(moment.state.waiting)
    if len(seats) > 1:
        _check_orders(moment, seats)
        _check_secrecy(moment, seats)
        if not moment.gathering:
            _check_reopened(moment, seats)


def _check_orders(moment: Moment, seats: list[int]) -> None:
    state, rng = moment.state, moment.rng
    chosen = {seat: state.first + rng.member(state.choices(seat)) for seat in seats}
    shuffled = list(seats)
    rng.shuffle(shuffled)
    with Clause("the order in which seats choose at once makes no difference", moment.place) as clause:
        wanted = _after(clause, state, seats, chosen).position()
        for order in (seats[::-1], shuffled):
            found = _after(clause, state, order, chosen).position()
            words = ", ".join(f"seat {seat}: {moment.game.actions[chosen[seat]]}" for seat in order)
            clause.same(found, wanted, f"after {words}, instead of the order of seats")


def _after(clause: Clause, state: State, order: list[int], chosen: dict[int, int]) -> State:
    after = state.clone()
    for i, seat in enumerate(order):
        left = after.waiting & ~bit(seat)
        legal = {other: after.legal(other) for other in members(left)}
        after.apply(seat, chosen[seat])
        if i + 1 < len(order):
            clause.require(after.waiting == left, f"once seat {seat} has chosen, waiting is {after.waiting:#b}")
            for other, actions in legal.items():
                clause.same(after.legal(other), actions, f"seat {other} after the choice of seat {seat}")
    return after


def _check_secrecy(moment: Moment, seats: list[int]) -> None:
    state, rng = moment.state, moment.rng
    seat = seats[rng.below(len(seats))]
    actions = state.legal(seat)
    rng.shuffle(actions)
    with Clause(
        "a choice made at once with others is hidden from those who have yet to choose", moment.place
    ) as clause:
        for other in seats:
            if other == seat:
                continue
            views = []
            for action in actions[:_TRIED]:
                after = state.clone()
                after.apply(seat, action)
                views.append(after.seen_by(other, True).as_json())
            for action, view in zip(actions, views, strict=False):
                words = f"seat {seat}: {moment.game.actions[action]}, seen by {viewer_name(other)}"
                clause.same(view, views[0], words)


def _check_reopened(moment: Moment, seats: list[int]) -> None:
    state, rng = moment.state, moment.rng
    seat = seats[rng.below(len(seats))]
    after = state.clone()
    after.listening = False
    for other in seats:
        if other != seat:
            after.apply(other, state.first + rng.member(state.choices(other)))
    with Clause("`reopen` takes a view back to before the others chose at once with it", moment.place) as clause:
        view = after.seen_by(seat, True)
        view.reopen()
        clause.same(view.position(), state.seen_by(seat, True).position(), f"seen by {viewer_name(seat)}")
