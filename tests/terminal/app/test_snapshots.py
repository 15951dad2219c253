"""Snapshots of every game's table, in both languages, in a small and in a large window."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from chabudai.games.registry import games
from chabudai.scene.words import LANGUAGES
from chabudai.session.commands import SetCommand
from chabudai.terminal.app.application import Chabudai
from chabudai.terminal.local_session import COMMAND_ID
from terminal.app.app_user import LARGE, SMALL, AppUser, in_a_thread, local_table

Compare = Callable[..., bool]

_CHOICES = 6
"""Number of choices, including forced ones, before the snapshot."""


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_the_table_looks_like_this(snap_compare: Compare, game: str, language: str, size: tuple[int, int]) -> None:
    table = local_table(game, language=language)
    table.local.do(SetCommand(COMMAND_ID, forced=False))  # a snapshot may show a table with a single choice
    app = Chabudai(table, language=language, theme="dark" if size == SMALL else "light")

    async def play(pilot: Pilot[None]) -> None:
        user = AppUser(app, pilot)
        for _ in range(_CHOICES):
            assert await user.wait_for_turn()
            await user.press("1")
        assert await user.wait_for_turn()
        await user.press("right")

    assert in_a_thread(lambda: snap_compare(app, terminal_size=size, run_before=play))


def test_the_menu_looks_like_this(snap_compare: Compare) -> None:
    app = Chabudai(language="ja")
    assert in_a_thread(lambda: snap_compare(app, terminal_size=SMALL, press=["down", "down"]))
