"""Checks the distribution of imagined worlds (χ² test) wherever all possible worlds can be enumerated."""

from collections import Counter

from chabudai.kernel.state import State
from chabudai.testing.chi_square import ChiSquare
from chabudai.testing.contract import Clause
from chabudai.testing.enumeration import canonical
from chabudai.testing.random_game import Checkpoint, viewer_name
from chabudai.testing.view_check import TRUE_WORLD, view_name

_MAX_WORLDS = 100
_MIN_DRAWS = 300
_DRAWS_PER_WORLD = 20
_CERTAIN = 30.0
"""A world with at least this expected count must be drawn at least once."""
_MAX_DEVIATIONS = 5.0
"""A correct game exceeds this about once in 3.5 million tests."""

SUPPORT = "`imagine` must draw every possible world, and no others"
DISTRIBUTION = "`imagine` must draw worlds with the probabilities that the deal and uniform hidden choices give them"


class DistributionCheck:
    """Compares imagined with enumerated worlds.

    It also adds up the samples of all games by viewer, because a slight bias shows only in many samples.
    """

    def __init__(self) -> None:
        self._totals: dict[int, ChiSquare] = {}

    def check(self, checkpoint: Checkpoint, viewer: int, worlds: dict[str, float]) -> None:
        """Compare draws from the viewer's view with the enumerated worlds, unless there are too many.

        `worlds` has the probability of each by canonical text; the true world must be among them.
        """
        with Clause(TRUE_WORLD, checkpoint.location) as clause:
            clause.require(
                canonical(checkpoint.state) in worlds,
                f"{view_name(viewer, True)}: the true world is not among the enumerated worlds",
            )
        if len(worlds) > _MAX_WORLDS:
            return
        view = checkpoint.state.seen_by(viewer, True)
        self._compare(checkpoint, view, worlds)
        forgetful = checkpoint.state.seen_by(viewer, False)
        if _knows_as_much(forgetful, view):
            # Nothing was forgotten, so the same worlds fit both views.
            self._compare(checkpoint, forgetful, worlds)

    def _compare(self, checkpoint: Checkpoint, view: State, worlds: dict[str, float]) -> None:
        who = view_name(view.viewer, view.recall)
        draws = max(_MIN_DRAWS, _DRAWS_PER_WORLD * len(worlds)) if len(worlds) > 1 else 2
        counts: Counter[str] = Counter()
        with Clause(SUPPORT, checkpoint.location) as clause:
            sampler = view.worlds()
            world = view.clone()
            for _ in range(draws):
                world.imagine_into(view, sampler, checkpoint.rng)
                counts[canonical(world)] += 1
            impossible = counts.keys() - worlds.keys()
            clause.require(not impossible, f"{who}: drew an impossible world: {min(impossible, default='')}")
            missing = [text for text in worlds.keys() - counts.keys() if draws * worlds[text] >= _CERTAIN]
            clause.require(not missing, f"{who}: never drew this world in {draws} draws: {min(missing, default='')}")
        this_sample = ChiSquare()
        this_sample.add(counts, worlds)
        total = self._totals.setdefault(view.viewer, ChiSquare())
        total.add(counts, worlds)
        self._require_fit(this_sample, who, checkpoint.location)

    def finish(self, location: object) -> None:
        """Test the samples of each viewer together, after all games."""
        for viewer, total in self._totals.items():
            self._require_fit(total, f"{viewer_name(viewer)}, all samples together", location)

    def _require_fit(self, chi_square: ChiSquare, who: str, location: object) -> None:
        with Clause(DISTRIBUTION, location) as clause:
            deviations = chi_square.deviations()
            clause.require(
                deviations < _MAX_DEVIATIONS,
                f"{who}: χ² is {chi_square.statistic:.1f} with {chi_square.degrees} degrees of freedom, "
                f"{deviations:.1f} standard deviations too high",
            )


def _knows_as_much(forgetful: State, view: State) -> bool:
    """Check whether a view without recall shows as much as the one with recall."""
    return {**view.position(), "recall": False} == forgetful.position()
