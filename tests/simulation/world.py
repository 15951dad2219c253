"""The world around the server: virtual time, seeded chance, and the queue of what will happen."""

import hashlib
import heapq
from collections import Counter
from collections.abc import Callable
from random import Random

from simulation.story import Story

_START = 1_790_000_000.0
"""The wall clock at the start, in seconds since 1970."""


class Violation(Exception):
    """Something that must never happen has happened; `about` names the table, if it concerns one."""

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(text)
        self.about = about


class World:
    """Virtual time, and everything outside the server that is going to happen."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = 0.0
        """Seconds since the start."""
        self.wall_shift = 0.0
        """By how much the wall clock was set forward since the start."""
        self.story = Story()
        self.counts: Counter[str] = Counter()
        self.digest = hashlib.blake2b(digest_size=16)
        """Of everything that the server has sent and logged."""
        self.violation: Violation | None = None
        """The first violation. It is raised outside the server, whose own code would catch it."""
        self._queue: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._queued = 0
        self._uptime = 0.0
        self._up_since: float | None = None

    def random(self, purpose: str) -> Random:
        """Return a source of chance for one purpose, so that one more draw for one does not change all others."""
        return Random(f"{self.seed} {purpose}")

    def tell(self, text: str, *values: object) -> None:
        """Add a sentence to the story of this run."""
        self.story.add(self.now, text, values)

    def expect(self, condition: bool, text: str, about: str = "") -> None:
        """Note a violation unless a condition holds."""
        if not condition and self.violation is None:
            self.violation = Violation(text, about)

    # ---- Time -------------------------------------------------------------------------------------------------------

    def wall(self) -> float:
        """Return the time of the wall clock, in seconds since 1970."""
        return _START + self.now + self.wall_shift

    def monotonic(self) -> float:
        """Return the time of the monotonic clock."""
        return self.now

    @property
    def uptime(self) -> float:
        """How many seconds the server has run so far: neither down nor paused."""
        return self._uptime + (0.0 if self._up_since is None else self.now - self._up_since)

    def set_up(self, up: bool) -> None:
        """Start or stop counting uptime."""
        self._uptime, self._up_since = self.uptime, self.now if up else None

    # ---- Events -----------------------------------------------------------------------------------------------------

    def after(self, seconds: float, act: Callable[..., None], *arguments: object) -> None:
        """Do something after this many seconds."""
        self._queued += 1
        heapq.heappush(self._queue, (self.now + seconds, self._queued, act, arguments))

    def next_time(self) -> float | None:
        """Return when something happens next."""
        return self._queue[0][0] if self._queue else None

    def run_next(self) -> None:
        """Let the next thing happen."""
        self.now, _, act, arguments = heapq.heappop(self._queue)
        act(*arguments)

    def record(self, what: str, content: str | bytes) -> None:
        """Add something that the server has done to the digest of the run."""
        self.digest.update(f"{self.now!r} {what}\0".encode())
        self.digest.update(content.encode() if isinstance(content, str) else content)
