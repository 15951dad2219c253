"""A table on a real server, joined from the terminal: beside a browser, beside a program, and by wrong links."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from browser.conftest import Visit, browser, visit  # noqa: F401  (fixtures)
from chabudai.kernel.rng import Rng
from chabudai.terminal.app.guests import cookie_for
from chabudai.terminal.app.invitation import CannotJoin, follow
from chabudai.terminal.app.scoring import Scoring
from chabudai.terminal.app.there import There
from server.served import Served, play_on, serving
from terminal.app.seated import Person, sitting


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


class Beside(threading.Thread):
    """Somebody at a terminal, in a thread of their own, who plays at random to the end."""

    def __init__(self, link: str, **wishes: Any) -> None:
        super().__init__(daemon=True)
        self.seat = follow(link, "Mei", "en")
        self.wishes = wishes
        self.winners: list[int] | None = None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.winners = sitting(There(self.seat), self._play, **self.wishes)
        except BaseException as error:
            self.error = error

    async def _play(self, person: Person) -> list[int]:
        rng = Rng(5)
        while await person.turn():
            await person.press(str(1 + rng.below(len(person.allowed()))))
        await person.until(lambda: isinstance(person.app.screen, Scoring))
        assert person.table.shown is not None
        return person.table.shown.scene.winners

    def finished(self) -> list[int] | None:
        self.join(240)
        if self.error is not None:
            raise self.error
        return self.winners


def test_a_game_is_finished_beside_a_browser(visit: Visit) -> None:  # noqa: F811
    visitor = visit()
    address = visitor.set_table("kasane", players=3, seats=["me", "open", "random"])
    answer = visitor.context.request.get(f"{address}/invite", headers={"Accept": "application/json"})
    terminal = Beside(answer.json()["link"])
    visitor.play_on(Rng(1))
    record = visitor.context.request.get(f"{address.replace('/table/', '/record/')}.json").json()
    assert terminal.finished() == record["result"]["winners"]


def test_a_game_is_finished_beside_a_program_that_chooses_at_once_with_the_person(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="thousand_cats", players=3, options={"target": 5}, seats=["me", "open", "random"])
    terminal = Beside(served.address + host.invite(table))
    connection = host.connect(table)
    play_on([connection], Rng(2))
    assert terminal.finished() == connection.now["scene"]["winners"]
    assert connection.now["scene"]["seats"][1]["name"] == "Mei"


def test_hint_chat_and_undo_go_over_the_wire(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["random", "open", "random"])
    connection = host.connect(table)

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("h")
        await person.until(lambda: len(person.app.screen_stack) > 2)
        await person.press("escape", "c")
        person.table.query_one(Input).value = "hello"
        await person.press("enter")
        await person.until(lambda: "hello" in person.screen_text())
        await person.press("s")
        assert "kept there" in person.screen_text()
        await person.press("n")
        await person.until(lambda: "襲ノ色目" in person.screen_text())

    sitting(There(follow(served.address + host.invite(table), "Mei", "en")), do)
    connection.until(lambda: connection.has("chat"))


def test_whoever_comes_back_has_their_seat_again(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["me", "open", "random"])
    link = served.address + host.invite(table)
    first, second = follow(link, "Mei", "en"), follow(f"{served.address}/table/{table}", "", "en")
    assert first.cookie == second.cookie == cookie_for(served.address)
    assert first.table == second.table == table


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("nonsense", "leads to no table"),
        ("ftp://host/join/x", "leads to no table"),
        ("http://127.0.0.1:1/join/x", "cannot reach http://127.0.0.1:1: Connection refused"),
        ("http://[::1/join/x", "leads to no table"),
        ("{server}/join/forged", "link"),
        ("{server}/lobby", "leads to no table"),
    ],
)
def test_a_wrong_link_is_refused_in_a_line(served: Served, link: str, complaint: str) -> None:
    with pytest.raises(CannotJoin) as refused:
        follow(link.format(server=served.address), "", "en")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_table_that_one_may_not_see_says_so(served: Served) -> None:
    table = served.guest("Aoi").make(game="kasane", players=3, seats=["me", "open", "random"])

    async def do(person: Person) -> None:
        await person.until(lambda: "invit" in person.screen_text())

    sitting(There(follow(f"{served.address}/table/{table}", "", "en")), do)


def test_a_lost_connection_is_told_and_tried_again(tmp_path: Path) -> None:
    async def do(person: Person) -> None:
        assert await person.turn()
        place = person.table.place
        assert isinstance(place, There)
        assert place.socket is not None
        await place.socket.close(code=1012)
        await person.until(lambda: "connection is lost" in person.screen_text())
        await person.until(lambda: place.socket is not None)
        await asyncio.sleep(0.1)
        await person.press("1")
        await person.until(lambda: not place.unanswered)

    with serving(tmp_path) as running:
        host = running.guest("Aoi")
        table = host.make(game="kasane", players=3, seats=["random", "open", "random"])
        sitting(There(follow(running.address + host.invite(table), "", "en")), do)
