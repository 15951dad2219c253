"""The table of an arena: for each pair the win share and the margin, with intervals over deals."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

import msgspec

from chabudai.arena.duplicate import Deal, Thought
from chabudai.arena.estimate import Estimate, estimate, estimate_share
from chabudai.arena.lineup import Pair


class Row(msgspec.Struct, frozen=True):
    """A pair: how often a side of `bot` wins where `fair` would be its share, and by how many points it leads.

    `sides` are the sides that `bot` has at the table, and those that `against` has.
    """

    bot: str
    against: str
    sides: tuple[int, int]
    deals: int
    games: int
    fair: float
    share: Estimate
    margin: Estimate

    @property
    def verdict(self) -> int:
        """1 if the share is clearly above the fair one, -1 if clearly below, 0 if the interval holds the fair one."""
        return int(self.share.low > self.fair) - int(self.share.high < self.fair)


def rows(pairs: Iterable[Pair], deals: Sequence[Deal]) -> list[Row]:
    """A row for each pair of which deals have been played."""
    made = []
    for pair in pairs:
        played = sorted((deal for deal in deals if deal.lineup == pair.lineup), key=lambda deal: deal.deal)
        if played:
            made.append(_row(pair, played))
    return made


def _row(pair: Pair, deals: Sequence[Deal]) -> Row:
    """The rotations of a deal are one value: they share their luck, so they are not independent."""
    sides = len(deals[0].shares)
    share = estimate_share([sum(deal.shares) / sides for deal in deals])
    margin = estimate([sum(deal.margins) / sides for deal in deals])
    if not pair.alone:
        # What the lone one leaves is shared among the rest.
        share = share.scaled(-1 / (sides - 1), 1 / (sides - 1))
        margin = margin.scaled(-1)
    return Row(
        bot=pair.bot,
        against=pair.other,
        sides=(1, sides - 1) if pair.alone else (sides - 1, 1),
        deals=len(deals),
        games=len(deals) * sides,
        fair=1 / sides,
        share=share,
        margin=margin,
    )


def times(deals: Iterable[Deal]) -> dict[str, Thought]:
    """How long each bot has thought in all these deals."""
    total: dict[str, Thought] = {}
    for deal in deals:
        for bot, thought in deal.thought.items():
            total.setdefault(bot, Thought()).add(thought)
    return total


def as_csv(table: Iterable[Row]) -> str:
    """The table as comma-separated values."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    measures = [f"{measure}{end}" for measure in ("share", "margin") for end in ("", "_low", "_high")]
    writer.writerow(["bot", "against", "sides", "against_sides", "deals", "games", "fair", *measures])
    for row in table:
        figures = [
            f"{value:.5f}"
            for value in (row.fair, *msgspec.structs.astuple(row.share), *msgspec.structs.astuple(row.margin))
        ]
        writer.writerow([row.bot, row.against, *row.sides, row.deals, row.games, *figures])
    return text.getvalue()
