"""The load under which a server's instructions are counted is always the same."""

import asyncio
import os
from pathlib import Path

import pytest

from benchmarks.server.clients import PEOPLE, ClientTable, Form, Guests, LoadCounts
from benchmarks.server.counting import play_in_step, run_tree
from tools.packages import ROOT

MOVES = 8


@pytest.mark.parametrize("form", ["json", "html"])
def test_the_same_moves_are_made_at_every_table_of_a_game_and_everybody_sees_each(form: Form, tmp_path: Path) -> None:
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))

    async def play(address: str) -> list[ClientTable]:
        guests = Guests(address)
        await guests.arrive()
        tables = [ClientTable(guests, 0, form, LoadCounts(), ["kasane"]) for _ in range(2)]
        for table in tables:
            await table.sit_down()
            await play_in_step(table, 1)  # no updates about sitting down come after it
            table.counts.clear()
            await play_in_step(table, MOVES)
            await table.disconnect()
        return tables

    with run_tree(tmp_path, ROOT, os.environ | {"PYTHONPATH": path}) as server:
        one, other = asyncio.run(play(server.address))
    for table in (one, other):
        assert (table.counts.moves, table.counts.frames) == (MOVES, MOVES * PEOPLE)
    assert [bytes(client.latest.scene) for client in one.clients] == [
        bytes(client.latest.scene) for client in other.clients
    ]
    assert [client.sections for client in one.clients] == [client.sections for client in other.clients]
