"""A run of the arena: what is compared, and the playing of all that has not been played yet."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import chabudai
from chabudai.arena.duplicate import Deal, Match, play_deal
from chabudai.arena.journal import Journal
from chabudai.arena.lineup import Format, Lineup, Pair, pairs, sides_of
from chabudai.arena.workers import in_order
from chabudai.scene.game import Game

Told = Callable[[int, int], None]
"""Hears how many deals are finished, of how many."""


@dataclass(frozen=True)
class Order:
    """What is to be compared. `simulations` None leaves each bot its own number."""

    match: Match
    bots: tuple[str, ...]
    form: Format
    deals: int
    simulations: int | None = None

    def pairs(self) -> list[Pair]:
        """The rows of the table."""
        return pairs(self.bots, sides_of(self.match.setup), self.form)

    def works(self) -> Iterator[tuple[Lineup, int]]:
        """All that is to be played, deal by deal, so that all pairs advance together."""
        lineups = [pair.lineup for pair in self.pairs()]
        for deal, lineup in product(range(self.deals), lineups):
            yield lineup, deal

    def identity(self, game: Game) -> dict[str, object]:
        """What must be the same for a run to be gone on with. More deals may be asked for at any time."""
        setup = self.match.setup
        return {
            "game": game.name,
            "rules_version": game.rules_version,
            "version": chabudai.__version__,
            "players": int(setup.players),
            "options": setup.options,
            "data": setup.overriding(),
            "chance": self.match.chance,
            "bots": self.bots,
            "format": self.form,
            "simulations": self.simulations,
            "seed": self.match.seed,
        }


def play(order: Order, game: Game, jobs: int, folder: Path | None, told: Told) -> list[Deal]:
    """Play all deals of an order that its folder does not have yet; returns all of them."""
    works = list(order.works())
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, order.identity(game))) if folder else None
        kept = {(deal.lineup, deal.deal): deal for deal in (journal.deals if journal else [])}
        left = [work for work in works if work not in kept]
        done = len(works) - len(left)
        told(done, len(works))
        for deal in in_order(partial(play_deal, order.match), left, jobs):
            if journal:
                journal.add(deal)
            kept[deal.lineup, deal.deal] = deal
            done += 1
            told(done, len(works))
    return [kept[work] for work in works]
