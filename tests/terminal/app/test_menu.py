"""The menu: every game can be set in every way, and begun."""

import pytest

from chabudai.games.registry import games
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.rows import RowList
from terminal.app.seated import Person, sitting


@pytest.mark.parametrize("number", range(len(games())))
def test_a_game_is_begun_as_it_was_set(number: int) -> None:
    game = list(games().values())[number]

    async def do(person: Person) -> None:
        menu = person.app.screen
        assert isinstance(menu, Menu)
        rows = menu.query_one(RowList)
        await person.press(*["down"] * number, "enter")
        assert menu.wishes[menu.picked].game is game
        for row, key in ((-1, "right"), (-2, "left"), (0, "left"), (1, "right"), (2, "right")):
            changing = [place for place, found in enumerate(rows.rows) if found.change is not None]
            rows.go_to(changing[row])
            before = rows.rows[changing[row]].value
            await person.press(key)
            assert rows.rows[changing[row]].value != before
        rows.go_to(next(place for place, row in enumerate(rows.rows) if row.label == "Play"))
        await person.press("enter")
        await person.until(lambda: person.table.shown is not None)
        table = person.table.client
        assert isinstance(table, LocalTable)
        settings = table.game.table.settings
        assert settings.players == game.players[-2]
        assert table.game.seat == 1
        assert settings.aids is False
        assert settings.pace == "slow"

    sitting(None, do)


def test_a_row_is_clicked() -> None:
    async def do(person: Person) -> None:
        menu = person.app.screen
        assert isinstance(menu, Menu)
        lines = person.screen_text().splitlines()
        line = next(number for number, text in enumerate(lines) if "Players" in text)
        before = menu.wishes[0].players
        await person.pilot.click(offset=(lines[line].index("‹"), line))
        assert menu.wishes[0].players != before
        second = next(number for number, text in enumerate(lines) if list(games().values())[1].title in text)
        await person.pilot.click(offset=(6, second))
        assert menu.picked == 1

    sitting(None, do)


def test_the_menu_speaks_japanese() -> None:
    async def do(person: Person) -> None:
        await person.press("n")
        assert "万猫の豊明かり" in person.screen_text()

    sitting(None, do)


def test_rules_are_told_from_the_menu() -> None:
    async def do(person: Person) -> None:
        menu = person.app.screen
        assert isinstance(menu, Menu)
        rows = menu.query_one(RowList)
        rows.go_to(next(place for place, row in enumerate(rows.rows) if row.label == "Rules"))
        await person.press("enter")
        assert person.app.screen is not menu

    sitting(None, do)
