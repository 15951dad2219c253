"""Pictures of every game's table, in both languages, in a small and in a large window."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from chabudai.games.registry import games
from chabudai.scene.words import LANGUAGES
from chabudai.session.commands import Set
from chabudai.terminal.app.application import Chabudai
from chabudai.terminal.local_game import COMMAND
from terminal.app.seated import LARGE, SMALL, Person, in_a_thread, local

Compare = Callable[..., bool]

_CHOICES = 6
"""How many choices the person makes before the picture is taken, forced ones too."""


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_the_table_looks_like_this(snap_compare: Compare, game: str, language: str, size: tuple[int, int]) -> None:
    table = local(game, language=language)
    table.game.do(Set(COMMAND, forced=False))  # a picture may show a table where there is but one choice
    app = Chabudai(table, language=language, theme="dark" if size == SMALL else "light")

    async def play(pilot: Pilot[None]) -> None:
        person = Person(app, pilot)
        for _ in range(_CHOICES):
            assert await person.turn()
            await person.press("1")
        assert await person.turn()
        await person.press("right")

    assert in_a_thread(lambda: snap_compare(app, terminal_size=size, run_before=play))


def test_the_menu_looks_like_this(snap_compare: Compare) -> None:
    app = Chabudai(language="ja")
    assert in_a_thread(lambda: snap_compare(app, terminal_size=SMALL, press=["down", "down"]))
