"""Enumerates all worlds that fit a view with recall, with their probabilities: what `imagine` must draw from.

It follows the actual game together with every other path that chance could have taken, and drops a path as soon as the
viewer would have seen something else. It does not use `worlds` and `fill`, so it can check them. It is meant for tiny
games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from chabudai.kernel.bits import members
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import Step
from chabudai.scene.game import Game

MAX_POSITIONS = 5_000


@dataclass
class _Deal:
    """A possible deal: its likelihood, and the positions that hidden choices may have led to.

    The keys are canonical texts of positions. Each position has a share of the deal; the shares add up to 1.
    """

    likelihood: Fraction
    positions: dict[str, tuple[State, Fraction]]


def possible_worlds(
    game: Game, setup: Setup, history: Iterable[Step], viewer: int, max_positions: int = MAX_POSITIONS
) -> dict[str, float] | None:
    """Return the worlds that fit the view of `viewer` (a seat or SPECTATOR) after this history, with probabilities.

    Return None if there are more than `max_positions` positions to keep track of on the way.
    """
    enumeration = Enumeration(game, setup, viewer, max_positions)
    for step in history:
        enumeration.take(step)
    return enumeration.worlds()


class Enumeration:
    """The possible worlds of one viewer, followed step by step through a game.

    Deals are uniform over everything that chance could have dealt, given what the viewer has seen. Each hidden choice
    is then uniform over the choices that the hand allowed. So a choice rules out deals, but makes none more likely.
    """

    def __init__(self, game: Game, setup: Setup, viewer: int, max_positions: int = MAX_POSITIONS) -> None:
        self.game = game
        self.viewer = viewer
        self.max_positions = max_positions
        self._actual = setup.start()
        self._actual.listening = True
        start = self._actual.clone()
        self._deals: list[_Deal] | None = [_Deal(Fraction(1), {canonical(start): (start, Fraction(1))})]

    def take(self, step: Step) -> None:
        """Follow a step of the actual game. If there are too many positions, give up for good."""
        if step[0] == "chance":
            self._actual.settle(step[1])
        else:
            self._actual.apply(step[1], step[2])
        if self._deals is None:
            return
        appearance = _Appearance(self._actual.seen_by(self.viewer, True))
        merged: dict[frozenset[tuple[str, Fraction]], _Deal] = {}
        positions = 0
        for old_deal in self._deals:
            for deal in (
                _after_outcome(old_deal, appearance)
                if step[0] == "chance"
                else _after_choice(old_deal, step[1], step[2], appearance)
            ):
                # Deals with the same positions and shares have the same future, so merge them.
                key = frozenset((text, share) for text, (_, share) in deal.positions.items())
                if key in merged:
                    merged[key].likelihood += deal.likelihood
                    continue
                merged[key] = deal
                positions += len(key)
                if positions > self.max_positions:
                    self._deals = None
                    return
        self._deals = list(merged.values())

    def worlds(self) -> dict[str, float] | None:
        """Return the probability of each possible world by canonical text; None if there were too many positions."""
        if self._deals is None:
            return None
        likelihoods: dict[str, Fraction] = {}
        for deal in self._deals:
            for text, (_, share) in deal.positions.items():
                likelihoods[text] = likelihoods.get(text, Fraction(0)) + deal.likelihood * share
        if canonical(self._actual) not in likelihoods:
            raise AssertionError(
                f"{self.game.name}: repeating the same steps led to another position, or to another view of it"
            )
        total = sum(likelihoods.values())
        return {text: float(likelihood / total) for text, likelihood in likelihoods.items()}


def canonical(state: State) -> str:
    """Return the position of a state as text; equal positions have equal texts."""
    return canonical_text(state.position())


def canonical_text(position: object) -> str:
    """Return a position of plain values as text."""
    return msgspec.json.encode(position, order="sorted").decode()


class _Appearance:
    """What the viewer sees after a step of the actual game."""

    def __init__(self, view: State) -> None:
        self.viewer = view.viewer
        self._events = view.events
        self._position = view.position()

    def matches(self, state: State) -> bool:
        """Check whether the viewer would see the same in this state."""
        view = state.seen_by(self.viewer, True)
        # Events first: they are short, and most differences appear there.
        return view.events == self._events and view.position() == self._position


def _after_outcome(deal: _Deal, appearance: _Appearance) -> Iterator[_Deal]:
    """Yield a deal for each outcome that looks to the viewer like the actual one."""
    branches = [(state, share, _outcome_probabilities(state)) for state, share in deal.positions.values()]
    for outcome in sorted({outcome for _, _, probabilities in branches for outcome in probabilities}):
        matching: list[tuple[State, Fraction, Fraction]] = []
        for state, share, probabilities in branches:
            probability = probabilities.get(outcome)
            if probability:
                after = state.clone()
                after.settle(outcome)
                if appearance.matches(after):
                    matching.append((after, share, share * probability))
        if matching:
            likelihood = sum((weight for _, _, weight in matching), Fraction(0)) / sum(
                share for _, share, _ in matching
            )
            yield _Deal(deal.likelihood * likelihood, _normalized([(state, weight) for state, _, weight in matching]))


def _after_choice(deal: _Deal, seat: int, action: int, appearance: _Appearance) -> Iterator[_Deal]:
    """Yield the deal after a choice, unless the choice rules it out.

    In each position, all choices that look to the viewer like the actual one are equally likely.
    """
    matching: list[tuple[State, Fraction]] = []
    for state, share in deal.positions.values():
        lookalikes: list[State] = []
        for legal_action in state.legal(seat):
            if seat != appearance.viewer or legal_action == action:
                after = state.clone()
                after.apply(seat, legal_action)
                if appearance.matches(after):
                    lookalikes.append(after)
        matching.extend((after, share / len(lookalikes)) for after in lookalikes)
    if matching:
        yield _Deal(deal.likelihood, _normalized(matching))


def _outcome_probabilities(state: State) -> dict[int, Fraction]:
    """Return the probability of each outcome of the chance event that is due."""
    possible = members(state.possible_outcomes()) if state.due >= 0 else []
    weights = [state.weight(outcome) for outcome in possible]
    total = sum(weights)
    return {outcome: Fraction(weight, total) for outcome, weight in zip(possible, weights, strict=True)}


def _normalized(matching: list[tuple[State, Fraction]]) -> dict[str, tuple[State, Fraction]]:
    """Merge equal positions, and scale the shares to add up to 1: a choice does not make its deal less likely."""
    total = sum(share for _, share in matching)
    positions: dict[str, tuple[State, Fraction]] = {}
    for state, share in matching:
        text = canonical(state)
        _, earlier_share = positions.get(text, (state, Fraction(0)))
        positions[text] = state, earlier_share + share / total
    return positions
