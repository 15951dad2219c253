"""Checks that legal actions apply, and that illegal ones and impossible outcomes are refused without any effect."""

from dataclasses import replace

from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadChance, IllegalMove
from chabudai.kernel.message import Message
from chabudai.kernel.state import State
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.condition_check import check_condition
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint

_FAR = 2**61
"""A number that no game uses as a seat, action or outcome, but that fits into an integer of compiled code."""
_SAMPLES = 6


def check_moves(checkpoint: Checkpoint) -> None:
    """Try all legal actions, a sample of illegal ones, and a sample of impossible outcomes."""
    _check_legal(checkpoint)
    _check_illegal(checkpoint)
    _check_impossible_outcomes(checkpoint)


def _check_legal(checkpoint: Checkpoint) -> None:
    state, game, location = checkpoint.state, checkpoint.game, checkpoint.location
    for seat in members(state.waiting):
        for action in state.legal(seat):
            move = f"seat {seat}: {game.actions[action]}"
            with Clause("every legal action must apply, and must have no reason against it", location) as clause:
                clause.require(state.is_legal(seat, action), f"{move}: in legal(), but is_legal() is false")
                reason = game.why_not(state, seat, action)
                clause.require(reason is None, f"{move}: legal, but why_not() gives {reason}")
                after = state.clone()
                after.apply(seat, action)
            check_condition(replace(checkpoint, state=after, location=replace(location, then=move)))


def _check_illegal(checkpoint: Checkpoint) -> None:
    state, game, players = checkpoint.state, checkpoint.game, checkpoint.setup.players
    sample = [checkpoint.rng.below(len(game.actions)) for _ in range(_SAMPLES)]
    edges = [-_FAR, -1, state.first - 1, state.first + 62, len(game.actions), _FAR]
    moves = [(seat, action) for seat in range(players) for action in sample]
    moves += [(seat, action) for seat in members(state.waiting) for action in edges]
    moves += [(seat, sample[0]) for seat in (-_FAR, -1, players, 62, _FAR)]
    for seat in members(state.waiting):
        # An action that is legal for one seat, tried by every other seat.
        moves += [(other, state.legal(seat)[0]) for other in range(players)]
    tried = state.clone()
    before = state.as_json()
    for seat, action in moves:
        if action in state.legal(seat):
            continue
        move = f"seat {seat}: {game.actions[action] if 0 <= action < len(game.actions) else f'action {action}'}"
        with Clause("an illegal move must be refused with IllegalMove", checkpoint.location) as clause:
            clause.require(not tried.is_legal(seat, action), f"{move}: illegal, but is_legal() is true")
            clause.require(not _applies(tried, seat, action), f"{move}: illegal, but accepted")
        with Clause("a refused move must change nothing", checkpoint.location) as clause:
            clause.require_equal(tried.as_json(), before, move)
        with Clause("a refused move must have a reason", checkpoint.location) as clause:
            reason = game.why_not(state, seat, action)
            if not isinstance(reason, Message):
                raise clause.broken(f"{move}: why_not() gives {reason!r}")
        with Clause("a reason must have a sentence in every language", checkpoint.location):
            for language in LANGUAGES if game.package else ():
                words(game, language).say("reason", reason)


def _check_impossible_outcomes(checkpoint: Checkpoint) -> None:
    state = checkpoint.state
    tried = state.clone()
    before = state.as_json()
    possible = members(state.possible_outcomes()) if state.due >= 0 else []
    for outcome in [-_FAR, -1, *(checkpoint.rng.below(62) for _ in range(_SAMPLES)), 62, 64, _FAR]:
        if outcome in possible:
            continue
        with Clause("an impossible outcome must be refused with BadChance", checkpoint.location) as clause:
            clause.require(not _settles(tried, outcome), f"outcome {outcome}: impossible, but accepted")
        with Clause("a refused outcome must change nothing", checkpoint.location) as clause:
            clause.require_equal(tried.as_json(), before, f"outcome {outcome}")


def _applies(state: State, seat: int, action: int) -> bool:
    """Check whether the move is accepted. Errors other than IllegalMove propagate: they are faults of the game."""
    try:
        state.apply(seat, action)
    except IllegalMove:
        return False
    return True


def _settles(state: State, outcome: int) -> bool:
    """Check whether the outcome is accepted. Errors other than BadChance propagate."""
    try:
        state.settle(outcome)
    except BadChance:
        return False
    return True
