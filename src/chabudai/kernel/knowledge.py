"""What a game may know about playing it well. Search and hints use it where it is given."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import has, lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

CHOICES: Final[i64] = 62
"""How many choices a seat can have at a moment, at the most: see `State.choices`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """Judgement of choices, cheap enough to be asked at every step of a search.

    Each method is asked about a whole position, often an imagined one, for a seat that is waited for; its answer may
    depend only on what that seat knows with perfect memory, as if it were asked on the seat's own view. Choices are
    counted from `state.first`, as in `State.choices`.
    """

    def rollout(self, state: State, seat: i64, rng: Rng) -> i64:
        """A sensible choice, often but not always the same: asked at every step of a playout."""
        return rng.member(state.choices(seat))

    def prior(self, state: State, seat: i64, weights: list[float]) -> None:
        """Write for each legal choice how likely a good player is to make it, as a weight above 0.

        `weights` has a place for each of `CHOICES`; those of illegal choices are left as they are. Here all are alike.
        """
        choices = state.choices(seat)
        for choice in range(CHOICES):
            if has(choices, choice):
                weights[choice] = 1.0

    def chance(self, state: State, seat: i64, choice: i64, weights: list[float]) -> float:
        """How likely a seat makes a choice: by `prior`, with a tenth of uniform choice; `weights` are its scratch."""
        self.prior(state, seat, weights)
        total = 0.0
        number = 0.0
        left = state.choices(seat)
        while left:
            total += weights[lowest(left)]
            number += 1.0
            left &= left - 1
        return 0.9 * weights[choice] / total + 0.1 / number

    def senseless(self, state: State, seat: i64) -> i64:
        """The legal choices that no player would ever make, as a bit set; never all of them."""
        return 0

    def likelihood(self, world: State, observer: i64) -> float:
        """How likely this imagined world made the moves that the observer saw the others make, up to a factor.

        The product over those moves (of the current part of the match) of the chance of each under `prior`, mixed with
        a tenth of uniform choice. 1 where nothing can be concluded.
        """
        return 1.0
