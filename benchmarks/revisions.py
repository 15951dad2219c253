"""Compares the figures of two source trees: which measurements remain, their results, and the ratios."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

OLD, NEW = "old", "new"
SIDES = (OLD, NEW)

Figures = Mapping[str, float]


class CannotMeasure(Exception):
    """Something is missing or has failed; the message says what."""


@dataclass(frozen=True, order=True)
class Measurement:
    """One group of figures of one side in one round, which has a `number`."""

    number: int
    group: str
    side: str


class MeasurementStore:
    """The finished measurements, one file each, so that an interrupted run can resume."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def remaining(self, rounds: int, groups: Sequence[str]) -> Iterator[Measurement]:
        """Yield what is still to measure: both sides of each group, with the first side alternating by round."""
        for number in range(rounds):
            for group in groups:
                for side in SIDES if number % 2 == 0 else SIDES[::-1]:
                    measurement = Measurement(number, group, side)
                    if not self._path(measurement).exists():
                        yield measurement

    def write(self, measurement: Measurement, figures: Figures) -> None:
        """Store the figures atomically."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(measurement)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(figures), encoding="utf-8")
        part.replace(path)

    def pairs(self, rounds: int, groups: Sequence[str]) -> "dict[str, FigurePair]":
        """Return every figure with the values of both sides. Skip rounds that the two sides have not both finished."""
        pairs: dict[str, FigurePair] = {}
        for number in range(rounds):
            for group in groups:
                paths = [self._path(Measurement(number, group, side)) for side in SIDES]
                if not all(path.exists() for path in paths):
                    continue
                old, new = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
                if old.keys() != new.keys():
                    unmatched = ", ".join(sorted(old.keys() ^ new.keys()))
                    raise CannotMeasure(f"{group}: only one side has these figures: {unmatched}")
                for name in old:
                    pair = pairs.setdefault(name, FigurePair(name, [], []))
                    pair.old.append(old[name])
                    pair.new.append(new[name])
        return pairs

    def _path(self, measurement: Measurement) -> Path:
        return self.folder / f"{measurement.number}-{measurement.group}-{measurement.side}.json"


@dataclass(frozen=True)
class FigurePair:
    """A figure, with both sides' values in all rounds."""

    name: str
    old: list[float]
    new: list[float]

    @property
    def more_is_better(self) -> bool:
        """Whether the figure is a rate, not a cost."""
        return "(a second" in self.name

    def best(self, side: str) -> float:
        """Return the value of the best round, which other programs disturbed least."""
        values = self.new if side == NEW else self.old
        return max(values) if self.more_is_better else min(values)

    def spread(self, side: str) -> float:
        """Return how far the worst round was from the best, as a fraction of the best."""
        values = self.new if side == NEW else self.old
        best = self.best(side)
        return max(abs(value - best) for value in values) / best if best else 0.0

    @property
    def ratio(self) -> float:
        """How good the best new value is, compared with the best old one: 1 is equal, less is worse.

        If exactly one of them is zero, the ratio is 0.
        """
        old, new = self.best(OLD), self.best(NEW)
        if not (old and new):
            return 1.0 if old == new else 0.0
        return new / old if self.more_is_better else old / new


def ordered(pairs: Mapping[str, FigurePair]) -> list[FigurePair]:
    """Return the pairs, worst ratio first."""
    return sorted(pairs.values(), key=lambda pair: (pair.ratio, pair.name))


def below(pairs: Mapping[str, FigurePair], bound: float) -> list[FigurePair]:
    """Return the figures whose ratio is below the bound."""
    return [pair for pair in ordered(pairs) if pair.ratio < bound]


def text_table(pairs: Mapping[str, FigurePair]) -> str:
    """Format all figures as a text table, worst ratio first."""
    rows: list[tuple[str, ...]] = [("ratio", "old", "spread", "new", "spread", "rounds", "")]
    for pair in ordered(pairs):
        sides = [text for side in SIDES for text in (f"{pair.best(side):,.1f}", f"{pair.spread(side):.0%}")]
        rows.append((f"{pair.ratio:.3f}", *sides, str(len(pair.old)), pair.name))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    )


def as_json(pairs: Mapping[str, FigurePair]) -> str:
    """Format all figures with all rounds as JSON, worst ratio first."""
    rows = [
        asdict(pair) | {"ratio": pair.ratio, "best": [pair.best(side) for side in SIDES]} for pair in ordered(pairs)
    ]
    return json.dumps(rows, indent=1) + "\n"
