"""Where all possible worlds can be listed, imagination draws just these, each as often as it is likely (χ²)."""

from collections import Counter

from chabudai.kernel.state import State
from chabudai.testing.broken import Clause
from chabudai.testing.chi_square import ChiSquare
from chabudai.testing.enumeration import canonical
from chabudai.testing.moments import Moment, viewer_name
from chabudai.testing.view_check import looking_as

_MOST_WORLDS = 100
_FEWEST_DRAWS = 300
_DRAWS_EACH = 20
_CERTAIN = 30.0
"""A world that is expected so often must come."""
_MOST_DEVIATIONS = 5.0
"""More than this is found by chance once in some million samples."""


class Fit:
    """The samples of all games, put together for each viewer: a slight unevenness shows only in many."""

    def __init__(self) -> None:
        self._together: dict[int, ChiSquare] = {}

    def check(self, moment: Moment, viewer: int, worlds: dict[str, float]) -> None:
        """Compare draws from the viewer's view with the enumerated worlds, if they are not too many."""
        with Clause("the true world is always possible", moment.place) as clause:
            clause.require(canonical(moment.state) in worlds, f"{looking_as(viewer, True)}: not among those enumerated")
        if len(worlds) > _MOST_WORLDS:
            return
        view = moment.state.seen_by(viewer, True)
        self._compare(moment, view, worlds)
        short = moment.state.seen_by(viewer, False)
        if _alike(view, short):
            # Nothing was forgotten, so both kinds of view allow the same worlds.
            self._compare(moment, short, worlds)

    def _compare(self, moment: Moment, view: State, worlds: dict[str, float]) -> None:
        who = looking_as(view.viewer, view.recall)
        draws = max(_FEWEST_DRAWS, _DRAWS_EACH * len(worlds)) if len(worlds) > 1 else 2
        counts: Counter[str] = Counter()
        with Clause("imagination draws all possible worlds and no others", moment.place) as clause:
            deals = view.worlds()
            world = view.clone()
            for _ in range(draws):
                world.imagine_into(view, deals, moment.rng)
                counts[canonical(world)] += 1
            strange = counts.keys() - worlds.keys()
            clause.require(not strange, f"{who}: cannot be, but was drawn: {min(strange, default='')}")
            missing = [text for text in worlds.keys() - counts.keys() if draws * worlds[text] >= _CERTAIN]
            clause.require(not missing, f"{who}: can be, but is not in {draws} draws: {min(missing, default='')}")
        here = ChiSquare()
        here.add(counts, worlds)
        together = self._together.setdefault(view.viewer, ChiSquare())
        together.add(counts, worlds)
        self._require_even(here, who, moment.place)

    def judge(self, place: object) -> None:
        """After all games: judge the samples of each viewer together."""
        for viewer, together in self._together.items():
            self._require_even(together, f"{viewer_name(viewer)}, all samples together", place)

    def _require_even(self, found: ChiSquare, who: str, place: object) -> None:
        with Clause("imagination is as likely to draw a world as the deal and even choices make it", place) as clause:
            off = found.deviations()
            clause.require(
                off < _MOST_DEVIATIONS,
                f"{who}: χ² is {found.statistic:.1f} with {found.degrees} degrees of freedom, {off:.1f} deviations off",
            )


def _alike(view: State, short: State) -> bool:
    """Whether a view without recall tells as much as one with."""
    return {**view.position(), "recall": False} == short.position()
