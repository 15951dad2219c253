"""Whole games at the full-screen table, with keys and with the mouse."""

import pytest

from chabudai.games.registry import games
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from terminal.app.app_user import LARGE, SMALL, AppUser, local_table, run_app

SHORT = {"thousand_cats": {"target": 15}}
"""Options that shorten a long game."""


async def walk_to(user: AppUser, action: int) -> None:
    """Move the cursor to a choice: down as far as possible, then to the right."""
    await user.press("down")
    while user.table.cursor != action and user.table.regions[action].line > cursor_line(user):
        before = user.table.cursor
        await user.press("down")
        if user.table.cursor == before:
            break
    while user.table.cursor != action:
        await user.press("right")


def cursor_line(user: AppUser) -> int:
    assert user.table.cursor is not None
    return user.table.regions[user.table.cursor].line


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_to_its_end_with_keys(game: str) -> None:
    table = local_table(game, language="ja", options=SHORT.get(game))

    async def play(user: AppUser) -> None:
        asked = 0
        while await user.wait_for_turn():
            allowed = [choice.action for choice in user.allowed()]
            if asked % 2 == 0:
                await user.press("1", *(["enter"] if len(allowed) > 9 else []))
            else:
                await walk_to(user, allowed[asked % len(allowed)])
                await user.press("enter")
            asked += 1

    run_app(table, play, size=SMALL, language="ja")
    assert replay(read_record(table.record())).result() == table.local.play.result()


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_to_its_end_with_the_mouse(game: str) -> None:
    table = local_table(game, options=SHORT.get(game), seed=8)

    async def play(user: AppUser) -> None:
        number = 0
        while await user.wait_for_turn():
            allowed = user.allowed()
            number += 1
            await user.click(allowed[number % len(allowed)].action)

    run_app(table, play, size=LARGE if game == "kasane" else SMALL)
    assert replay(read_record(table.record())).result() == table.local.play.result()
