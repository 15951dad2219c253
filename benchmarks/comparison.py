"""Figures of two source trees side by side: what is measured next, what is known, and how they compare."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

OLD, NEW = "old", "new"
SIDES = (OLD, NEW)

Figures = Mapping[str, float]


class CannotMeasure(Exception):
    """Something that is missing or has failed; says what."""


@dataclass(frozen=True, order=True)
class Turn:
    """One group of figures of one side, measured in one round."""

    number: int
    group: str
    side: str


class Journal:
    """The turns that have been measured, each in a file, so that what was interrupted can go on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def left(self, rounds: int, groups: Sequence[str]) -> Iterator[Turn]:
        """The turns to take, in order: both sides of a group one after the other, in each round another one first."""
        for number in range(rounds):
            for group in groups:
                for side in SIDES if number % 2 == 0 else SIDES[::-1]:
                    turn = Turn(number, group, side)
                    if not self._path(turn).exists():
                        yield turn

    def write(self, turn: Turn, figures: Figures) -> None:
        """Keep what was measured; whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(turn)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(figures), encoding="utf-8")
        part.replace(path)

    def rounds(self, rounds: int, groups: Sequence[str]) -> "dict[str, Pair]":
        """Every figure with what both sides have; rounds of which one side is missing do not count."""
        found: dict[str, Pair] = {}
        for number in range(rounds):
            for group in groups:
                paths = [self._path(Turn(number, group, side)) for side in SIDES]
                if not all(path.exists() for path in paths):
                    continue
                old, new = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
                if old.keys() != new.keys():
                    odd = ", ".join(sorted(old.keys() ^ new.keys()))
                    raise CannotMeasure(f"{group}: only one side has these figures: {odd}")
                for name in old:
                    pair = found.setdefault(name, Pair(name, [], []))
                    pair.old.append(old[name])
                    pair.new.append(new[name])
        return found

    def _path(self, turn: Turn) -> Path:
        return self.folder / f"{turn.number}-{turn.group}-{turn.side}.json"


@dataclass(frozen=True)
class Pair:
    """A figure, with its values in all rounds of both sides."""

    name: str
    old: list[float]
    new: list[float]

    @property
    def more_is_better(self) -> bool:
        """Whether it counts what is done in some time, not what something costs."""
        return "(a second" in self.name

    def best(self, side: str) -> float:
        """That of the round that was disturbed least."""
        values = self.new if side == NEW else self.old
        return max(values) if self.more_is_better else min(values)

    def spread(self, side: str) -> float:
        """By what share of the best the worst round was off."""
        values = self.new if side == NEW else self.old
        best = self.best(side)
        return max(abs(value - best) for value in values) / best if best else 0.0

    @property
    def ratio(self) -> float:
        """How the best rounds compare: 1 is as good, less is worse."""
        old, new = self.best(OLD), self.best(NEW)
        if not (old and new):
            return 1.0 if old == new else 0.0
        return new / old if self.more_is_better else old / new


def ordered(pairs: Mapping[str, Pair]) -> list[Pair]:
    """The worst first."""
    return sorted(pairs.values(), key=lambda pair: (pair.ratio, pair.name))


def below(pairs: Mapping[str, Pair], bound: float) -> list[Pair]:
    """The figures that are worse than allowed."""
    return [pair for pair in ordered(pairs) if pair.ratio < bound]


def table(pairs: Mapping[str, Pair]) -> str:
    """All figures as text, the worst ratio first."""
    rows: list[tuple[str, ...]] = [("ratio", "old", "spread", "new", "spread", "rounds", "")]
    for pair in ordered(pairs):
        sides = [text for side in SIDES for text in (f"{pair.best(side):,.1f}", f"{pair.spread(side):.0%}")]
        rows.append((f"{pair.ratio:.3f}", *sides, str(len(pair.old)), pair.name))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    )


def as_json(pairs: Mapping[str, Pair]) -> str:
    """All figures with all rounds, the worst ratio first."""
    found = [asdict(pair) | {"ratio": pair.ratio, "best": [pair.best(s) for s in SIDES]} for pair in ordered(pairs)]
    return json.dumps(found, indent=1) + "\n"
