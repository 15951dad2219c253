"""The story of a run, in sentences: who did what when, and which faults happened."""

from collections import deque
from collections.abc import Sequence

_KEPT = 3000
"""Sentences that are kept."""

_SHOWN = 60
"""Sentences that a failure shows."""


class Story:
    """Keeps the latest sentences, and puts them into words only if somebody reads them."""

    def __init__(self) -> None:
        self._sentences: deque[tuple[float, str, Sequence[object]]] = deque(maxlen=_KEPT)

    def add(self, at: float, text: str, values: Sequence[object]) -> None:
        """Add a sentence; `values` fill the braces in the text."""
        self._sentences.append((at, text, values))

    def lines(self, about: str = "", shown: int = _SHOWN) -> list[str]:
        """Return the last sentences in words; those about a table, and those about no table in particular."""
        lines = [(at, text.format(*values)) for at, text, values in self._sentences]
        if about:
            lines = [(at, line) for at, line in lines if about in line or " at table " not in line]
        return [f"{at:10.3f} s  {line}" for at, line in lines[-shown:]]
