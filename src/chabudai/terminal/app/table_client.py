"""The interfaces between the table screen and a table, local or on a server."""

from typing import Protocol

from chabudai.bots.hint import Hint
from chabudai.kernel.setup import Setup
from chabudai.session.views import ViewerUpdate


class TableDisplay(Protocol):
    """The methods through which a table updates the screen."""

    def show(self, update: ViewerUpdate) -> None:
        """Show the table as it is now."""

    def say(self, text: str) -> None:
        """Show a message."""

    def show_refusal(self, why: str) -> None:
        """Show why a command was refused; if it was a choice, let the player choose again."""

    def announce(self, text: str) -> None:
        """Show news about the people at the table for a while."""

    def show_hint(self, hint: Hint) -> None:
        """Show the requested hint."""

    def show_chat(self, name: str, text: str) -> None:
        """Show a chat message."""


class TableClient(Protocol):
    """The requests that the screen can make of a table. Results arrive through `TableDisplay`."""

    @property
    def setup(self) -> Setup | None:
        """The setup of the game, if it is known here; the rules show its card data."""

    async def run(self, display: TableDisplay) -> None:
        """Show the table whenever it changes, until it cannot change anymore or the player leaves."""

    def choose(self, action: int) -> None:
        """Make a legal choice."""

    def confirm_moment(self) -> None:
        """Confirm that the player has seen the moment."""

    def hint(self) -> None:
        """Ask for a hint."""

    def undo(self) -> None:
        """Take back the last choice."""

    def vote(self, number: int, *, agree: bool) -> None:
        """Vote on what another person asks for."""

    def confirm_next_player(self) -> None:
        """Confirm that the next player has the shared terminal now."""

    def chat(self, text: str) -> None:
        """Send a chat message."""

    def next_pace(self) -> None:
        """Switch to the next faster pace; after the fastest, to the slowest."""

    def toggle_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""

    def set_language(self, language: str) -> None:
        """Show everything in this language."""

    def save(self) -> None:
        """Save the game, to continue later."""

    def rematch(self) -> "TableClient | None":
        """Play again; return the new table, or None if the server will announce it later."""

    def sit(self, seat: int | None) -> None:
        """Sit down, or ask the others for a bot's seat; None lets the table choose the seat."""

    def leave_seat(self) -> None:
        """Give up the seat, not only leave it for a while."""

    def remove(self, seat: int) -> None:
        """Remove the player at a seat, or ask the others to."""

    def report(self, seat: int, text: str) -> None:
        """Report the player at a seat to the operator of the server."""

    def now(self) -> float:
        """Return the time by the clock that the table's times refer to."""

    @property
    def has_chat(self) -> bool:
        """Whether there may be people to chat with."""

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""

    def record(self) -> bytes | None:
        """Return the record of the game so far, if it is known here."""
