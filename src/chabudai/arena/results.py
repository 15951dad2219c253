"""Results of an arena: the win share and margin of each pair, with intervals over deals."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

import msgspec

from chabudai.arena.duplicate import Deal, ThinkingTime
from chabudai.arena.estimate import Estimate, estimate, estimate_share
from chabudai.arena.lineup import Pair


class PairResult(msgspec.Struct, frozen=True):
    """The result of a pair: the win share of a side of `bot`, its fair share, and its margin in points.

    `sides` is the number of sides that `bot` plays, and the number that `against` plays.
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
        """1 if the interval of the share is above the fair share, -1 if it is below, 0 if the fair share is inside."""
        return int(self.share.low > self.fair) - int(self.share.high < self.fair)


def pair_results(pairs: Iterable[Pair], deals: Sequence[Deal]) -> list[PairResult]:
    """Return the result of each pair that has played deals."""
    results = []
    for pair in pairs:
        pair_deals = sorted((deal for deal in deals if deal.lineup == pair.lineup), key=lambda deal: deal.deal)
        if pair_deals:
            results.append(_pair_result(pair, pair_deals))
    return results


def _pair_result(pair: Pair, deals: Sequence[Deal]) -> PairResult:
    """Summarize a pair. The rotations of a deal are not independent, so each deal counts as one value."""
    sides = len(deals[0].shares)
    share = estimate_share([sum(deal.shares) / sides for deal in deals])
    margin = estimate([sum(deal.margins) / sides for deal in deals])
    if not pair.alone:
        # The other sides share what the lone side leaves.
        share = share.scaled(-1 / (sides - 1), 1 / (sides - 1))
        margin = margin.scaled(-1)
    return PairResult(
        bot=pair.bot,
        against=pair.other,
        sides=(1, sides - 1) if pair.alone else (sides - 1, 1),
        deals=len(deals),
        games=len(deals) * sides,
        fair=1 / sides,
        share=share,
        margin=margin,
    )


def thinking_times(deals: Iterable[Deal]) -> dict[str, ThinkingTime]:
    """Return the total thinking time of each bot."""
    total: dict[str, ThinkingTime] = {}
    for deal in deals:
        for bot, thinking in deal.thinking.items():
            total.setdefault(bot, ThinkingTime()).add(thinking)
    return total


def as_csv(results: Iterable[PairResult]) -> str:
    """Format the results as CSV."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    measures = [f"{measure}{end}" for measure in ("share", "margin") for end in ("", "_low", "_high")]
    writer.writerow(["bot", "against", "sides", "against_sides", "deals", "games", "fair", *measures])
    for result in results:
        figures = [
            f"{value:.5f}"
            for value in (result.fair, *msgspec.structs.astuple(result.share), *msgspec.structs.astuple(result.margin))
        ]
        writer.writerow([result.bot, result.against, *result.sides, result.deals, result.games, *figures])
    return text.getvalue()
