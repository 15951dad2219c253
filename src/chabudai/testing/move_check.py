"""Legal actions all apply; illegal ones, and impossible outcomes, are refused with a reason and change nothing."""

from dataclasses import replace

from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadChance, IllegalMove
from chabudai.kernel.message import Message
from chabudai.kernel.state import State
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.broken import Clause
from chabudai.testing.condition_check import check_condition
from chabudai.testing.moments import Moment

_FAR = 2**61
"""Numbers far outside everything that a game uses, but within what compiled code can hold."""
_SOME = 6


def check_moves(moment: Moment) -> None:
    """Try what is legal, and some of what is not."""
    _check_legal(moment)
    _check_illegal(moment)
    _check_outcomes(moment)


def _check_legal(moment: Moment) -> None:
    state, game = moment.state, moment.game
    for seat in members(state.waiting):
        for action in state.legal(seat):
            what = f"seat {seat}: {game.actions[action]}"
            with Clause("every legal action can be applied, and has no reason against it", moment.place) as clause:
                clause.require(state.is_legal(seat, action), f"{what}: legal, but is_legal says no")
                reason = game.why_not(state, seat, action)
                clause.require(reason is None, f"{what}: legal, but {reason}")
                after = state.clone()
                after.apply(seat, action)
            check_condition(replace(moment, state=after, place=replace(moment.place, then=what)))


def _check_illegal(moment: Moment) -> None:
    state, game, players = moment.state, moment.game, moment.setup.players
    some = [moment.rng.below(len(game.actions)) for _ in range(_SOME)]
    edges = [-_FAR, -1, state.first - 1, state.first + 62, len(game.actions), _FAR]
    moves = [(seat, action) for seat in range(players) for action in some]
    moves += [(seat, action) for seat in members(state.waiting) for action in edges]
    moves += [(seat, some[0]) for seat in (-_FAR, -1, players, 62, _FAR)]
    for seat in members(state.waiting):
        # What one seat may choose, tried by the seats whose turn it is not.
        moves += [(other, state.legal(seat)[0]) for other in range(players)]
    tried = state.clone()
    before = state.as_json()
    for seat, action in moves:
        if action in state.legal(seat):
            continue
        what = f"seat {seat}: {game.actions[action] if 0 <= action < len(game.actions) else f'action {action}'}"
        with Clause("an illegal move is refused", moment.place) as clause:
            clause.require(not tried.is_legal(seat, action), f"{what}: is_legal says yes")
            clause.require(not _applies(tried, seat, action), f"{what}: accepted")
        with Clause("a refused move changes nothing", moment.place) as clause:
            clause.same(tried.as_json(), before, what)
        with Clause("a refused move has a reason", moment.place) as clause:
            reason = game.why_not(state, seat, action)
            if not isinstance(reason, Message):
                raise clause.broken(f"{what}: {reason!r}")
        with Clause("a reason can be said in every language", moment.place):
            for language in LANGUAGES if game.package else ():
                words(game, language).say("reason", reason)


def _check_outcomes(moment: Moment) -> None:
    state = moment.state
    tried = state.clone()
    before = state.as_json()
    possible = members(state.odds()) if state.due >= 0 else []
    for outcome in [-_FAR, -1, *(moment.rng.below(62) for _ in range(_SOME)), 62, 64, _FAR]:
        if outcome in possible:
            continue
        with Clause("an outcome that cannot come is refused", moment.place) as clause:
            clause.require(not _settles(tried, outcome), f"outcome {outcome}: accepted")
        with Clause("a refused outcome changes nothing", moment.place) as clause:
            clause.same(tried.as_json(), before, f"outcome {outcome}")


def _applies(state: State, seat: int, action: int) -> bool:
    """Whether the move is accepted. Only IllegalMove is a refusal; any other error is a fault of the game."""
    try:
        state.apply(seat, action)
    except IllegalMove:
        return False
    return True


def _settles(state: State, outcome: int) -> bool:
    """Whether the outcome is accepted, likewise."""
    try:
        state.settle(outcome)
    except BadChance:
        return False
    return True
