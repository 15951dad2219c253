"""A bar that shows how much of a long run is done."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_MEMORY = 600.0
"""Over how many seconds the speed is taken from which the time left is told: deals by good bots take long."""


def progress() -> Progress:
    """A bar with the time left on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        speed_estimate_period=_MEMORY,
    )
