"""Imagined worlds vary where anything is hidden, and the true world is among them."""

from math import log2

from chabudai.kernel.state import State
from chabudai.testing.broken import Clause, Place
from chabudai.testing.enumeration import canonical
from chabudai.testing.moments import Moment
from chabudai.testing.view_check import ALIKE, looking_as

_DRAWS = 6
_FEW_WORLDS = 4
_MANY_DRAWS = 300
"""Worlds come about by even chances, so that the rarest of _FEW_WORLDS + 1 comes once in 16 draws or more often: this
many draws miss it less than once in 10**8 times."""
_BITS = 40.0
"""Draws that agree though they could differ are no accident once it would take so many tosses of a coin."""


class Variety:
    """What is drawn from all views of one setup, by kind of view."""

    def __init__(self) -> None:
        self._varied: set[tuple[int, bool]] = set()
        self._agreed: dict[tuple[int, bool], float] = {}

    def check(self, moment: Moment, view: State) -> None:
        """Draw some worlds, as a search does that draws many."""
        if not _hides(view, moment.state):
            return
        kind = view.viewer, view.recall
        world = view.clone()
        with Clause("the worlds of a view can be counted", moment.place):
            worlds = view.worlds()
            deals = worlds.count()
        drawn: set[str] = set()
        with Clause(ALIKE, moment.place) as clause:
            for _ in range(_DRAWS):
                world.imagine_into(view, worlds, moment.rng)
                clause.same(world.seen_by(*kind).as_json(), view.as_json(), f"{looking_as(*kind)}: view of a draw")
                drawn.add(canonical(world))
        if len(drawn) > 1:
            self._varied.add(kind)
        elif deals > 1.0:
            self._agreed[kind] = self._agreed.get(kind, 0.0) + (_DRAWS - 1) * log2(deals)
        if view.recall:
            _check_truth(moment, view, drawn)

    def judge(self, place: Place) -> None:
        """After a game: a kind of view that hides something must have been filled in more than one way so far.

        One position proves nothing, since few draws can agree by chance; so the chances of all positions are added up.
        """
        with Clause("imagined worlds vary where anything is hidden", place) as clause:
            for kind, bits in self._agreed.items():
                clause.require(
                    kind in self._varied or bits < _BITS,
                    f"{looking_as(*kind)}: every draw from a view gave the same world, in all positions so far",
                )


def _hides(view: State, state: State) -> bool:
    """Whether the view differs from the whole position in more than whose it is."""
    whole = state.position()
    return any(value != whole[name] for name, value in view.position().items() if name not in ("viewer", "recall"))


def _check_truth(moment: Moment, view: State, drawn: set[str]) -> None:
    """Where few worlds are possible the true one must be drawn, from a view that has forgotten nothing."""
    truth = canonical(moment.state)
    worlds = view.worlds()
    world = view.clone()
    for _ in range(_MANY_DRAWS):
        if truth in drawn or len(drawn) > _FEW_WORLDS:
            return
        world.imagine_into(view, worlds, moment.rng)
        drawn.add(canonical(world))
    with Clause("the true world is always possible", moment.place) as clause:
        who = looking_as(view.viewer, view.recall)
        clause.require(truth in drawn, f"{who}: of {_MANY_DRAWS} draws, {len(drawn)} different ones, none is the truth")
