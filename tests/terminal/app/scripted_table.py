"""A table on a server whose messages come from the test."""

import asyncio
from typing import Any

import msgspec

from chabudai.scene.vocabulary import Scene
from chabudai.server.socket import messages
from chabudai.session.notes import TableNotes
from chabudai.session.table import TableStatus
from chabudai.session.views import VoteRequest
from chabudai.terminal.app.invitation import SeatLink
from chabudai.terminal.app.remote_table import RemoteTable
from chabudai.terminal.app.table_client import TableDisplay
from terminal.app.app_user import local_table


class ScriptedTable(RemoteTable):
    """A remote table whose server messages come from the test."""

    def __init__(self, language: str = "en") -> None:
        super().__init__(SeatLink("http://host", "t", "", language))

    async def run(self, display: TableDisplay) -> None:
        self._display = display
        await asyncio.Event().wait()

    def tell(self, message: object) -> bool:
        """Handle a message as if the server had sent it."""
        return self._handle(msgspec.json.encode(message))

    def show(
        self,
        scene: Scene,
        *,
        ask: VoteRequest | None = None,
        notes: TableNotes | None = None,
        now: float = 0.0,
        status: TableStatus | None = None,
        watching: bool = False,
        host: bool = False,
    ) -> None:
        """Handle an update with this scene as if the server had sent it."""
        self.tell(
            messages.SceneMessage(
                seq=1,
                now=now,
                title="",
                turn=True,
                moment=False,
                curtain=None,
                ask=ask,
                status=status or ("over" if scene.over else "playing"),
                mine=[] if watching else [0],
                host=host,
                sound=None,
                scene=scene,
                notes=notes or TableNotes(),
            )
        )

    def sent(self, do: str) -> list[dict[str, Any]]:
        """Return the unanswered commands of this kind."""
        commands = [msgspec.json.decode(command.text) for command in self.unanswered.values()]
        return [command for command in commands if command["do"] == do]


def a_scene(language: str = "en") -> Scene:
    """Return a scene in which it is the player's turn, at seat 0 of 4."""
    local = local_table(language=language).local
    local.advance()
    while (turn := local.bot_turn()) is not None:
        local.make_bot_move(*turn, local.bot_choice(turn[0]))
        local.advance()
    return local.scene()
