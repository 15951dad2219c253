"""The points of Season: each trick scores one."""

from benchmarks.server.season.position import Position


class Scoring(Position):
    """A position that knows its points."""

    def score(self, seat: int) -> int:
        return self.points[seat]
