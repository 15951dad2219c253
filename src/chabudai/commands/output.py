"""The console on which commands print."""

from typing import NoReturn

from rich.console import Console


class Output(Console):
    """Standard output, without highlighting.

    If its reader has gone, the error reaches `chabudai.cli`, which ends every command in the same way.
    """

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> NoReturn:
        """Raise the BrokenPipeError that is being handled; Rich would exit with its own code."""
        raise
