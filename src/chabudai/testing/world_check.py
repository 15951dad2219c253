"""Checks drawn worlds: they look like the view, vary where anything is hidden, and include the true one."""

from math import log2

from chabudai.kernel.state import State
from chabudai.testing.contract import Clause, Location
from chabudai.testing.enumeration import canonical
from chabudai.testing.random_game import Checkpoint
from chabudai.testing.view_check import INDISTINGUISHABLE, TRUE_WORLD, view_name

_DRAWS = 6
_FEW_WORLDS = 4
_MANY_DRAWS = 300
"""Draws after which every one of a few worlds must have appeared. Worlds come from uniform choices, so the rarest of
_FEW_WORLDS + 1 has a probability of at least 1/16; this many draws miss it less than once in 10**8 times."""
_ENOUGH_BITS = 40.0
"""Draws that could differ but agree are evidence, measured in bits (coin tosses). This much is no coincidence."""

VARIETY = "imagined worlds must vary where something is hidden"


class WorldVariety:
    """Records whether the worlds drawn from the views of one setup have varied, by viewer and recall."""

    def __init__(self) -> None:
        self._varied: set[tuple[int, bool]] = set()
        self._agreed_bits: dict[tuple[int, bool], float] = {}

    def check(self, checkpoint: Checkpoint, view: State) -> None:
        """Draw several worlds from one sampler, as a search does.

        Check that each looks like the view, and note whether they vary.
        """
        if not _hides_something(view, checkpoint.state):
            return
        kind = view.viewer, view.recall
        world = view.clone()
        with Clause("`worlds` must return a sampler that can count its deals", checkpoint.location):
            sampler = view.worlds()
            deals = sampler.count_deals()
        drawn: set[str] = set()
        with Clause(INDISTINGUISHABLE, checkpoint.location) as clause:
            for _ in range(_DRAWS):
                world.imagine_into(view, sampler, checkpoint.rng)
                what = f"{view_name(*kind)}: view of the drawn world"
                clause.require_equal(world.seen_by(*kind).as_json(), view.as_json(), what)
                drawn.add(canonical(world))
        if len(drawn) > 1:
            self._varied.add(kind)
        elif deals > 1.0:
            self._agreed_bits[kind] = self._agreed_bits.get(kind, 0.0) + (_DRAWS - 1) * log2(deals)
        if view.recall:
            _check_true_world(checkpoint, view, drawn)

    def finish_game(self, location: Location) -> None:
        """Check after each game that the worlds of every kind of view have varied.

        A few draws from one position may agree by chance, so the evidence of all positions is added up.
        """
        with Clause(VARIETY, location) as clause:
            for kind, bits in self._agreed_bits.items():
                clause.require(
                    kind in self._varied or bits < _ENOUGH_BITS,
                    f"{view_name(*kind)}: in every position so far, all draws gave the same world",
                )


def _hides_something(view: State, state: State) -> bool:
    """Check whether the view differs from the whole position in more than `viewer` and `recall`."""
    whole = state.position()
    return any(value != whole[name] for name, value in view.position().items() if name not in ("viewer", "recall"))


def _check_true_world(checkpoint: Checkpoint, view: State, drawn: set[str]) -> None:
    """If only a few worlds fit this view with recall, check that the true one is among those drawn."""
    truth = canonical(checkpoint.state)
    sampler = view.worlds()
    world = view.clone()
    for _ in range(_MANY_DRAWS):
        if truth in drawn or len(drawn) > _FEW_WORLDS:
            return
        world.imagine_into(view, sampler, checkpoint.rng)
        drawn.add(canonical(world))
    with Clause(TRUE_WORLD, checkpoint.location) as clause:
        who = view_name(view.viewer, view.recall)
        clause.require(
            truth in drawn, f"{who}: {_MANY_DRAWS} draws gave {len(drawn)} different worlds, but not the true one"
        )
