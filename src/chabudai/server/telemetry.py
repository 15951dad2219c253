"""What the server tells whoever runs it: lines of JSON as things happen, and figures for Prometheus."""

import sys
import threading
import time
import traceback
from collections import Counter
from typing import TextIO

import msgspec

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper bounds, in seconds, of the classes into which times are counted."""


class Telemetry:
    """Writes lines, and counts."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._writing = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.times: Counter[float] = Counter()
        """How many commands took up to so many seconds, from their arrival until they were on disk."""
        self.time_total = 0.0

    def note(self, what: str, **facts: object) -> None:
        """Something happened."""
        self._write("info", what, facts)

    def warn(self, what: str, **facts: object) -> None:
        """Something happened that should not."""
        self.counts["warnings"] += 1
        self._write("warning", what, facts)

    def fault(self, what: str, error: BaseException, **facts: object) -> None:
        """A mistake in the program, with all that helps to find it."""
        self.counts["faults"] += 1
        trace = "".join(traceback.format_exception(error))
        self._write("error", what, facts | {"error": f"{type(error).__name__}: {error}", "trace": trace})

    def took(self, seconds: float) -> None:
        """Count the time of a command."""
        self.time_total += seconds
        self.times[next((bound for bound in _BOUNDS if seconds <= bound), float("inf"))] += 1

    def figures(self, now: dict[str, float]) -> str:
        """All figures in Prometheus' text form; `now` are those that go up and down."""
        lines = []
        for name, value in sorted(now.items()):
            lines += [f"# TYPE chabudai_{name} gauge", f"chabudai_{name} {value:g}"]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE chabudai_{name}_total counter", f"chabudai_{name}_total {count}"]
        lines.append("# TYPE chabudai_command_seconds histogram")
        total = 0
        for bound in _BOUNDS:
            total += self.times[bound]
            lines.append(f'chabudai_command_seconds_bucket{{le="{bound:g}"}} {total}')
        total += self.times[float("inf")]
        lines.append(f'chabudai_command_seconds_bucket{{le="+Inf"}} {total}')
        lines += [f"chabudai_command_seconds_sum {self.time_total:g}", f"chabudai_command_seconds_count {total}"]
        return "\n".join(lines) + "\n"

    def _write(self, level: str, what: str, facts: dict[str, object]) -> None:
        line = {"at": round(time.time(), 3), "level": level, "what": what} | facts
        with self._writing:
            self._out.write(msgspec.json.encode(line, enc_hook=str).decode() + "\n")
            self._out.flush()
