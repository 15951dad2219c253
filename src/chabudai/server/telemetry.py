"""Telemetry for operators: log lines in JSON, and metrics for Prometheus."""

import re
import sys
import threading
import time
import traceback
from collections import Counter
from typing import TextIO

import msgspec

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper bounds of the histogram's buckets, in seconds."""


_SECRETS = (
    re.compile(r"""(/(?:join|seat)/)[^\s"'\\/?\#<>)]+"""),
    re.compile(r"""(\btoken=)[^\s"'\\&\#<>)]+"""),
    re.compile(r"""(\bchabudai_(?:guest|admin)=)[^\s"'\\;]+"""),
)
"""Links that let anybody take a seat, the operator's token, and cookies."""


def hide_secrets(text: str) -> str:
    """Remove signed links, tokens and cookies, so that nobody who reads a log can use them."""
    for secret in _SECRETS:
        text = secret.sub(r"\1[hidden]", text)
    return text


class Telemetry:
    """Writes log lines, and counts what happens. Threads may share it."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.command_times: Counter[float] = Counter()
        """The number of commands by bucket of the time from arrival until they were on disk."""
        self.command_seconds = 0.0

    def info(self, what: str, **facts: object) -> None:
        """Log something that happened."""
        self._write("info", what, facts)

    def warn(self, what: str, **facts: object) -> None:
        """Log and count something that should not happen."""
        self.counts["warnings"] += 1
        self._write("warning", what, facts)

    def fault(self, what: str, error: BaseException, **facts: object) -> None:
        """Log and count a bug, with its traceback."""
        self.counts["faults"] += 1
        trace = "".join(traceback.format_exception(error))
        self._write("error", what, facts | {"error": f"{type(error).__name__}: {error}", "trace": trace})

    def observe_command(self, seconds: float) -> None:
        """Add the time of a command to the histogram."""
        self.command_seconds += seconds
        self.command_times[next((bound for bound in _BOUNDS if seconds <= bound), float("inf"))] += 1

    def prometheus_text(self, gauges: dict[str, float]) -> str:
        """Return all metrics in the Prometheus text format, with these gauges."""
        lines = []
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE chabudai_{name} gauge", f"chabudai_{name} {value:g}"]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE chabudai_{name}_total counter", f"chabudai_{name}_total {count}"]
        lines.append("# TYPE chabudai_command_seconds histogram")
        total = 0
        for bound in _BOUNDS:
            total += self.command_times[bound]
            lines.append(f'chabudai_command_seconds_bucket{{le="{bound:g}"}} {total}')
        total += self.command_times[float("inf")]
        lines.append(f'chabudai_command_seconds_bucket{{le="+Inf"}} {total}')
        lines += [f"chabudai_command_seconds_sum {self.command_seconds:g}", f"chabudai_command_seconds_count {total}"]
        return "\n".join(lines) + "\n"

    def _write(self, level: str, what: str, facts: dict[str, object]) -> None:
        line = {"at": round(time.time(), 3), "level": level, "what": what} | facts
        with self._lock:
            self._out.write(hide_secrets(msgspec.json.encode(line, enc_hook=str).decode()) + "\n")
            self._out.flush()
