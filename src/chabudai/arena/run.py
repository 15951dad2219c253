"""A run of the arena: its plan, and playing the deals that are still missing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import chabudai
from chabudai.arena.duplicate import Deal, RunSettings, play_deal
from chabudai.arena.journal import Journal
from chabudai.arena.lineup import Format, Lineup, Pair, pairs, sides_of
from chabudai.arena.workers import map_in_order
from chabudai.scene.game import Game

ReportProgress = Callable[[int, int], None]
"""Called with the number of finished deals and the total."""


@dataclass(frozen=True)
class ArenaPlan:
    """The bots to compare, and how.

    `simulations` is the number that `settings.make_bot` gives to each bot instead of its own, or None. Here it only
    describes and identifies the run.
    """

    settings: RunSettings
    bots: tuple[str, ...]
    format: Format
    deals: int
    simulations: int | None = None

    def pairs(self) -> list[Pair]:
        """Return the pairs to compare."""
        return pairs(self.bots, sides_of(self.settings.setup), self.format)

    def work_items(self) -> Iterator[tuple[Lineup, int]]:
        """Yield everything to play, deal by deal, so that all pairs advance together."""
        lineups = [pair.lineup for pair in self.pairs()]
        for deal, lineup in product(range(self.deals), lineups):
            yield lineup, deal

    def identity(self, game: Game) -> dict[str, object]:
        """Return what must match for a run to be resumed. The number of deals may grow."""
        setup = self.settings.setup
        return {
            "game": game.name,
            "rules_version": game.rules_version,
            "version": chabudai.__version__,
            "players": int(setup.players),
            "options": setup.options,
            "data": setup.overridden_tables(),
            "chance": self.settings.chance,
            "bots": self.bots,
            "format": self.format,
            "simulations": self.simulations,
            "seed": self.settings.seed,
        }


def run_plan(plan: ArenaPlan, game: Game, processes: int, folder: Path | None, report: ReportProgress) -> list[Deal]:
    """Play the deals that the folder does not contain yet, and return all deals of the plan."""
    work_items = list(plan.work_items())
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, plan.identity(game))) if folder else None
        finished = {(deal.lineup, deal.deal): deal for deal in (journal.deals if journal else [])}
        missing = [item for item in work_items if item not in finished]
        done = len(work_items) - len(missing)
        report(done, len(work_items))
        for deal in map_in_order(partial(play_deal, plan.settings), missing, processes):
            if journal:
                journal.add(deal)
            finished[deal.lineup, deal.deal] = deal
            done += 1
            report(done, len(work_items))
    return [finished[item] for item in work_items]
