"""Knowledge: what a game may declare about playing it well, for search and hints."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import has, lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

CHOICES: Final[i64] = 62
"""The most choices that a seat can have: see `State.choices`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Rollout policy and priors of a game, cheap enough to be called at every step of a search.

    Each method except `likelihood` takes a whole position, usually an imagined one, and a waiting seat. Its result may
    depend only on what that seat knows with perfect memory, as if it were called on the seat's own view. Choices are
    counted from `state.first`, as in `State.choices`.
    """

    def rollout(self, state: State, seat: i64, rng: Rng) -> i64:
        """Return a sensible choice, with some randomness: the rollout policy, which chooses a move in a playout."""
        return rng.member(state.choices(seat))

    def prior(self, state: State, seat: i64, weights: list[float]) -> None:
        """Write a positive weight for each legal choice: how likely a good player is to make it. Uniform by default.

        `weights` has `CHOICES` entries; those of illegal choices are left unchanged.
        """
        choices = state.choices(seat)
        for choice in range(CHOICES):
            if has(choices, choice):
                weights[choice] = 1.0

    def choice_probability(self, state: State, seat: i64, choice: i64, weights: list[float]) -> float:
        """Return the probability of a choice: `prior` mixed with 10% uniform choice. `weights` is a scratch buffer."""
        self.prior(state, seat, weights)
        total = 0.0
        choice_count = 0.0
        left = state.choices(seat)
        while left:
            total += weights[lowest(left)]
            choice_count += 1.0
            left &= left - 1
        return 0.9 * weights[choice] / total + 0.1 / choice_count

    def senseless(self, state: State, seat: i64) -> i64:
        """Return, as a bit set, the legal choices that no player would ever make; never all of them."""
        return 0

    def likelihood(self, world: State, observer: i64) -> float:
        """Return how likely the other seats' observed moves are in this world, up to a constant factor.

        The default of 1 draws no conclusions. An override multiplies `choice_probability` over those moves of the
        current part that the observer saw and that depend on hidden cards.
        """
        return 1.0
