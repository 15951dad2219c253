"""All worlds that a view with perfect memory could be a view of, and how likely each is: what `imagine` must draw from.

Every path that chance could have taken is walked beside the actual game, and dropped as soon as the viewer would have
seen something else. This goes through the contract alone and knows nothing of `worlds` and `fill`, so it can judge
them. It is meant for tiny games.
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

MOST_POSITIONS = 5_000


@dataclass
class _Deal:
    """What chance could have dealt: how likely it is, and the positions that hidden choices can have made of it.

    The positions are named by their canonical text, each with its share of the deal; the shares come to 1.
    """

    likelihood: Fraction
    positions: dict[str, tuple[State, Fraction]]


def possible_worlds(
    game: Game, setup: Setup, history: Iterable[Step], viewer: int, most: int = MOST_POSITIONS
) -> dict[str, float] | None:
    """The worlds that `viewer` (a seat or SPECTATOR) cannot tell apart after this history, each with its probability.

    None if on the way there are more than `most` positions to keep track of.
    """
    enumeration = Enumeration(game, setup, viewer, most)
    for step in history:
        enumeration.take(step)
    return enumeration.worlds()


class Enumeration:
    """The possible worlds of one viewer, step by step along a game.

    Uniform over what chance could have dealt, given all that was seen; then each hidden choice uniform among those that
    the hand allowed. So what was chosen tells which deals are possible, but makes none of them likelier than another.
    """

    def __init__(self, game: Game, setup: Setup, viewer: int, most: int = MOST_POSITIONS) -> None:
        self.game = game
        self.viewer = viewer
        self.most = most
        self._actual = setup.start()
        self._actual.listening = True
        start = self._actual.clone()
        self._deals: list[_Deal] | None = [_Deal(Fraction(1), {canonical(start): (start, Fraction(1))})]

    def take(self, step: Step) -> None:
        """Go on by what happened next. Once there are too many positions, nothing more is kept track of."""
        if step[0] == "chance":
            self._actual.settle(step[1])
        else:
            self._actual.apply(step[1], step[2])
        if self._deals is None:
            return
        sight = _Sight(self._actual.seen_by(self.viewer, True))
        merged: dict[frozenset[tuple[str, Fraction]], _Deal] = {}
        positions = 0
        for before in self._deals:
            for deal in _dealt(before, sight) if step[0] == "chance" else _chosen(before, step[1], step[2], sight):
                # Deals that leave the same positions with the same shares have the same future.
                key = frozenset((text, share) for text, (_, share) in deal.positions.items())
                if key in merged:
                    merged[key].likelihood += deal.likelihood
                    continue
                merged[key] = deal
                positions += len(key)
                if positions > self.most:
                    self._deals = None
                    return
        self._deals = list(merged.values())

    def worlds(self) -> dict[str, float] | None:
        """The probabilities of all possible worlds by their canonical text; None if there were too many on the way."""
        if self._deals is None:
            return None
        likelihoods: dict[str, Fraction] = {}
        for deal in self._deals:
            for text, (_, share) in deal.positions.items():
                likelihoods[text] = likelihoods.get(text, Fraction(0)) + deal.likelihood * share
        if canonical(self._actual) not in likelihoods:
            raise AssertionError(f"{self.game.name}: the same steps lead to another position, or to another view of it")
        total = sum(likelihoods.values())
        return {text: float(likelihood / total) for text, likelihood in likelihoods.items()}


def canonical(state: State) -> str:
    """The position as a text, the same for equal positions."""
    return canonical_text(state.position())


def canonical_text(position: object) -> str:
    """A position of plain values as a text, likewise."""
    return msgspec.json.encode(position, order="sorted").decode()


class _Sight:
    """What the viewer sees after a step, to compare others with."""

    def __init__(self, view: State) -> None:
        self.viewer = view.viewer
        self._events = view.events
        self._position = view.position()

    def fits(self, state: State) -> bool:
        """Whether the viewer would see the same here."""
        view = state.seen_by(self.viewer, True)
        # Events first: they are short, and most differences show there.
        return view.events == self._events and view.position() == self._position


def _dealt(deal: _Deal, sight: _Sight) -> Iterator[_Deal]:
    """The deals that the next outcome can have made of this one."""
    weighed = [(state, share, _likelihoods(state)) for state, share in deal.positions.values()]
    for outcome in sorted({outcome for _, _, likelihoods in weighed for outcome in likelihoods}):
        fitting: list[tuple[State, Fraction, Fraction]] = []
        for state, share, likelihoods in weighed:
            likelihood = likelihoods.get(outcome)
            if likelihood:
                after = state.clone()
                after.settle(outcome)
                if sight.fits(after):
                    fitting.append((after, share, share * likelihood))
        if fitting:
            likelihood = sum((weight for _, _, weight in fitting), Fraction(0)) / sum(share for _, share, _ in fitting)
            yield _Deal(deal.likelihood * likelihood, _shared([(state, weight) for state, _, weight in fitting]))


def _chosen(deal: _Deal, seat: int, action: int, sight: _Sight) -> Iterator[_Deal]:
    """The deal after a choice: the actual one if the viewer made it or saw it, else all that look the same, evenly."""
    fitting: list[tuple[State, Fraction]] = []
    for state, share in deal.positions.values():
        alike: list[State] = []
        for other in state.legal(seat):
            if seat != sight.viewer or other == action:
                after = state.clone()
                after.apply(seat, other)
                if sight.fits(after):
                    alike.append(after)
        fitting.extend((after, share / len(alike)) for after in alike)
    if fitting:
        yield _Deal(deal.likelihood, _shared(fitting))


def _likelihoods(state: State) -> dict[int, Fraction]:
    """How likely each outcome is of what is due."""
    possible = members(state.odds()) if state.due >= 0 else []
    weights = [state.weight(outcome) for outcome in possible]
    total = sum(weights)
    return {outcome: Fraction(weight, total) for outcome, weight in zip(possible, weights, strict=True)}


def _shared(fitting: list[tuple[State, Fraction]]) -> dict[str, tuple[State, Fraction]]:
    """Positions with their shares, scaled to come to 1: a choice does not make the deal behind it less likely."""
    total = sum(share for _, share in fitting)
    positions: dict[str, tuple[State, Fraction]] = {}
    for state, share in fitting:
        text = canonical(state)
        _, known = positions.get(text, (state, Fraction(0)))
        positions[text] = state, known + share / total
    return positions
