"""Hints at a table: the same view gets the same hint, which is remembered."""

import msgspec

from chabudai.bots.hint import hint
from chabudai.games.registry import game
from chabudai.kernel.bits import members
from chabudai.kernel.rng import Rng
from chabudai.session.hint_cache import HintCache
from session.tables import begin_session, choose_any, people


def test_the_hint_for_a_view_is_remembered_also_after_an_undo() -> None:
    session = begin_session(*people(*"abcd"), game="ameno_kirifuda", players=4, pace="at_once")
    (seat,) = session.table.waiting()
    view = session.views.state(seat)
    assert session.hints.get(view) is None
    made = session.hints.add(view, hint(session.table.game, view, simulations=10))
    choose_any(session, 0.0)
    assert session.hints.get(session.views.state(session.table.waiting()[0])) is None
    restored = session.table.game.state_from_json(view.setup, view.as_json())
    assert session.hints.get(restored) == made


def test_seats_do_not_share_hints() -> None:
    cats = game("thousand_cats")
    cache = HintCache(cats)
    state = cats.setup(4).start()
    while not state.waiting & (state.waiting - 1):  # until several seats choose at the same time
        if state.due >= 0:
            state.resolve(Rng(1))
        else:
            seat = members(state.waiting)[0]
            state.apply(seat, state.legal(seat)[0])
    first, second = (state.seen_by(seat, recall=True) for seat in members(state.waiting)[:2])
    made = cache.add(first, hint(cats, first, simulations=10))
    assert cache.get(first) == made
    assert cache.get(second) is None
    # Nor does it matter that another seat has already chosen in secret.
    other = members(state.waiting)[1]
    state.apply(other, state.legal(other)[0])
    assert cache.get(state.seen_by(members(state.waiting)[0], recall=True)) == made


def test_a_hint_that_ran_out_of_time_is_not_remembered() -> None:
    kasane = game("kasane")
    state = kasane.setup(3).start()
    state.resolve(Rng(1))
    view = state.seen_by(members(state.waiting)[0], recall=True)
    cache = HintCache(kasane)
    cut_short = msgspec.structs.replace(hint(kasane, view, simulations=10), complete=False)
    assert cache.add(view, cut_short) == cut_short
    assert cache.get(view) is None


def test_only_the_latest_hints_are_remembered() -> None:
    kasane = game("kasane")
    cache = HintCache(kasane)
    views = []
    for seed in range(17):
        state = kasane.setup(3).start()
        state.resolve(Rng(seed))
        views.append(state.seen_by(members(state.waiting)[0], recall=True))
        cache.add(views[-1], hint(kasane, views[-1], simulations=10))
    assert cache.get(views[0]) is None
    assert cache.get(views[1]) is not None
