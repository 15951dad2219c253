"""What the screen needs of a table, in this program or on a server."""

from typing import Protocol

from chabudai.bots.hint import Hint
from chabudai.kernel.setup import Setup
from chabudai.session.views import Shown


class Screen(Protocol):
    """What a table tells the screen."""

    def show(self, shown: Shown) -> None:
        """The table has changed."""

    def say(self, text: str) -> None:
        """Show a sentence."""

    def refused(self, why: str) -> None:
        """A command was refused; if it was a choice, the person may choose again."""

    def hinted(self, hint: Hint) -> None:
        """The hint that was asked for."""

    def chatted(self, name: str, text: str) -> None:
        """Somebody said something."""


class TableClient(Protocol):
    """What the screen can ask of a table. The result is shown or said."""

    @property
    def setup(self) -> Setup | None:
        """The setup of the game, if it is known here: for its rules."""

    async def run(self, screen: Screen) -> None:
        """Show the table whenever it changes, until the game is over or the person leaves."""

    def choose(self, action: int) -> None:
        """Make a choice that is allowed."""

    def seen(self) -> None:
        """The moment has been seen."""

    def hint(self) -> None:
        """Ask for a good choice."""

    def undo(self) -> None:
        """Take the last choice back."""

    def agree(self, *, yes: bool) -> None:
        """Vote on whether somebody else may take a choice back."""

    def reveal(self) -> None:
        """The person who was to take the terminal has it now."""

    def chat(self, text: str) -> None:
        """Say something to the others."""

    def next_pace(self) -> None:
        """Let the game go on faster; after the fastest pace, slowly."""

    def toggle_forced(self) -> None:
        """Play forced moves automatically from now on, or no longer."""

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""

    def save(self) -> None:
        """Keep the game, to go on later."""

    def again(self) -> "TableClient | None":
        """Play again: the table to go to, or None if a message will tell it."""

    def give_up(self) -> None:
        """Leave for good."""

    @property
    def talkative(self) -> bool:
        """Whether there may be others to talk to."""

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose something."""

    def record(self) -> bytes | None:
        """The record of the game so far, if it is known here."""
