"""Where a person sits: at a game played here, or at a table on a server. The screen knows only this."""

from typing import Protocol

import msgspec

from chabudai.bots.hint import Hint
from chabudai.kernel.setup import Setup
from chabudai.scene.vocabulary import Scene
from chabudai.web.notes import TableNotes


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """How the table is now: what is to be drawn, and what the table knows beside it."""

    scene: Scene
    notes: TableNotes
    asks_undo: str = ""
    """Who would like to take a choice back, if this person is asked."""
    pass_to: str = ""
    """Who is to take the terminal next, where several people share it."""
    says: str = ""
    """What is to be said beside the scene, as that the table waits for people."""

    @property
    def your_turn(self) -> bool:
        """Whether the person has to choose, and nothing lies there that is to be looked at first."""
        return not self.notes.moment and any(choice.why is None for choice in self.scene.choices)


class Screen(Protocol):
    """What a place tells the screen."""

    def show(self, shown: Shown) -> None:
        """The table has changed."""

    def say(self, text: str) -> None:
        """Something is to be said."""

    def refused(self, why: str) -> None:
        """A wish was refused; if it was a choice, the person may choose again."""

    def hinted(self, hint: Hint) -> None:
        """The hint that was wished for."""

    def chatted(self, name: str, text: str) -> None:
        """Somebody said something."""


class Place(Protocol):
    """What the screen can wish for. What comes of it is shown or said."""

    @property
    def setup(self) -> Setup | None:
        """The game made ready, if it is known here: for its rules."""

    async def run(self, screen: Screen) -> None:
        """Show the table whenever it changes, until the game is over or the person leaves."""

    def choose(self, action: int) -> None:
        """Make a choice that is allowed."""

    def seen(self) -> None:
        """The moment has been looked at."""

    def hint(self) -> None:
        """What would be a good choice?"""

    def undo(self) -> None:
        """Take the last choice back."""

    def agree(self, *, yes: bool) -> None:
        """Whether somebody else may take a choice back."""

    def reveal(self) -> None:
        """Whoever was to take the terminal has it now."""

    def chat(self, text: str) -> None:
        """Say something to the others."""

    def next_pace(self) -> None:
        """Let the bots play faster; after the fastest, slowly."""

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""

    def save(self) -> None:
        """Keep the game, to go on later."""

    def again(self) -> "Place | None":
        """The same once more: a place to go to, or none if that is still to be told."""

    def give_up(self) -> None:
        """Leave for good."""

    @property
    def talkative(self) -> bool:
        """Whether there is somebody to talk to."""

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose something."""

    def record(self) -> bytes | None:
        """The record of the game so far, if it is known here."""
