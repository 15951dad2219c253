"""The menu: every game can be configured and started."""

import pytest

from chabudai.games.registry import games
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.menu_rows import MenuRows
from terminal.app.app_user import AppUser, run_app


@pytest.mark.parametrize("number", range(len(games())))
def test_a_game_starts_with_the_chosen_settings(number: int) -> None:
    game = list(games().values())[number]

    async def do(user: AppUser) -> None:
        menu = user.app.screen
        assert isinstance(menu, Menu)
        rows = menu.query_one(MenuRows)
        await user.press(*["down"] * number, "enter")
        assert menu.choices[menu.selected].game is game
        for setting, key in ((-1, "right"), (-2, "left"), (0, "left"), (1, "right"), (2, "right")):
            setting_rows = [index for index, row in enumerate(rows.rows) if row.change is not None]
            rows.go_to(setting_rows[setting])
            before = rows.rows[setting_rows[setting]].value
            await user.press(key)
            assert rows.rows[setting_rows[setting]].value != before
        rows.go_to(next(index for index, row in enumerate(rows.rows) if row.label == "Play"))
        await user.press("enter")
        await user.wait_until(lambda: user.table.update is not None)
        table = user.table.client
        assert isinstance(table, LocalTable)
        settings = table.local.table.settings
        assert settings.players == game.players[-2]
        assert table.local.seat == 1
        assert settings.aids is False
        assert settings.pace == "slow"

    run_app(None, do)


def test_the_start_player_can_be_chosen() -> None:  # KI-13
    game = games()["kasane"]

    async def do(user: AppUser) -> None:
        menu = user.app.screen
        assert isinstance(menu, Menu)
        rows = menu.query_one(MenuRows)
        await user.press(*["down"] * list(games()).index("kasane"), "enter")
        rows.go_to(next(index for index, row in enumerate(rows.rows) if row.label == "Start player"))
        await user.press("right", "right")
        assert rows.rows[rows.cursor].value == "2", "seats are counted from 1"
        rows.go_to(next(index for index, row in enumerate(rows.rows) if row.label == "Play"))
        await user.press("enter")
        await user.wait_until(lambda: user.table.update is not None)
        table = user.table.client
        assert isinstance(table, LocalTable)
        assert table.local.table.game is game
        assert table.local.table.opened.fixed == ["start=1"]

    run_app(None, do)


def test_rows_can_be_clicked() -> None:
    async def do(user: AppUser) -> None:
        menu = user.app.screen
        assert isinstance(menu, Menu)
        lines = user.screen_text().splitlines()
        line = next(number for number, text in enumerate(lines) if "Players" in text)
        before = menu.choices[0].players
        await user.pilot.click(offset=(lines[line].index("‹"), line))
        assert menu.choices[0].players != before
        second = next(number for number, text in enumerate(lines) if list(games().values())[1].title in text)
        await user.pilot.click(offset=(6, second))
        assert menu.selected == 1

    run_app(None, do)


def test_the_menu_can_be_in_japanese() -> None:
    async def do(user: AppUser) -> None:
        await user.press("n")
        assert "万猫の豊明かり" in user.screen_text()

    run_app(None, do)


def test_the_menu_opens_the_rules() -> None:
    async def do(user: AppUser) -> None:
        menu = user.app.screen
        assert isinstance(menu, Menu)
        rows = menu.query_one(MenuRows)
        rows.go_to(next(index for index, row in enumerate(rows.rows) if row.label == "Rules"))
        await user.press("enter")
        assert user.app.screen is not menu

    run_app(None, do)
