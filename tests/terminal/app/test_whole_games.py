"""Whole games at the full-screen table, of every game, by keys and by mouse."""

import pytest

from chabudai.games.registry import games
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from terminal.app.seated import LARGE, SMALL, Person, local, sitting

SHORT = {"thousand_cats": {"target": 15}}
"""Options that make a long game short."""


async def walk_to(person: Person, action: int) -> None:
    """Move the cursor to a choice, up or down as far as that leads, then along."""
    await person.press("down")
    while person.table.cursor != action and person.table.spots[action].line > cursor_line(person):
        before = person.table.cursor
        await person.press("down")
        if person.table.cursor == before:
            break
    while person.table.cursor != action:
        await person.press("right")


def cursor_line(person: Person) -> int:
    assert person.table.cursor is not None
    return person.table.spots[person.table.cursor].line


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_to_its_end_by_keys(game: str) -> None:
    table = local(game, language="ja", options=SHORT.get(game))

    async def play(person: Person) -> None:
        asked = 0
        while await person.turn():
            allowed = [choice.action for choice in person.allowed()]
            if asked % 2 == 0:
                await person.press("1", *(["enter"] if len(allowed) > 9 else []))
            else:
                await walk_to(person, allowed[asked % len(allowed)])
                await person.press("enter")
            asked += 1

    sitting(table, play, size=SMALL, language="ja")
    assert replay(read_record(table.record())).result() == table.game.play.result()


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_to_its_end_by_mouse(game: str) -> None:
    table = local(game, options=SHORT.get(game), seed=8)

    async def play(person: Person) -> None:
        number = 0
        while await person.turn():
            allowed = person.allowed()
            number += 1
            await person.click(allowed[number % len(allowed)].action)

    sitting(table, play, size=LARGE if game == "kasane" else SMALL)
    assert replay(read_record(table.record())).result() == table.game.play.result()
