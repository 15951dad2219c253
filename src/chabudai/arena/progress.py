"""A progress bar for long runs."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_SPEED_PERIOD = 600.0
"""Period in seconds over which speed is averaged: deals between strong bots take long."""


def progress_bar() -> Progress:
    """Create a progress bar with the remaining time; it shows nothing unless standard error is a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        speed_estimate_period=_SPEED_PERIOD,
    )
