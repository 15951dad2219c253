"""A table on a real server, joined from the terminal: beside a browser, beside a program, and by wrong links."""

import asyncio
import errno
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.widgets import Input

from browser.conftest import Visit, visit  # noqa: F401  (a fixture)
from chabudai.kernel.rng import Rng
from chabudai.scene.vocabulary import Scene
from chabudai.server.socket import messages
from chabudai.server.socket.messages import Closed, Moved, Refused
from chabudai.session.notes import TableNotes
from chabudai.session.table import Status
from chabudai.session.views import Ask
from chabudai.terminal.app.guests import cookie_for, keep_cookie
from chabudai.terminal.app.invitation import CannotJoin, Seat, follow
from chabudai.terminal.app.remote_table import RemoteTable
from chabudai.terminal.app.scoring import Scoring
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.table_client import Screen
from chabudai.terminal.app.table_screen import TableScreen
from server.served import Served, play_on, serving
from terminal.app.seated import Person, local, sitting


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
            self.winners = sitting(RemoteTable(self.seat), self._play, **self.wishes)
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

    sitting(RemoteTable(follow(served.address + host.invite(table), "Mei", "en")), do)
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

    sitting(RemoteTable(follow(f"{served.address}/table/{table}", "", "en")), do)


def test_a_lost_connection_is_told_and_tried_again(tmp_path: Path) -> None:
    async def do(person: Person) -> None:
        assert await person.turn()
        told = person.table.client
        assert isinstance(told, RemoteTable)
        assert told.socket is not None
        await told.socket.close(code=1012)
        await person.until(lambda: "connection is lost" in person.screen_text())
        await person.until(lambda: told.socket is not None)
        await person.until(lambda: "connection is lost" not in person.screen_text())
        await person.press("1")
        await person.until(lambda: not told.unanswered)

    with serving(tmp_path) as running:
        host = running.guest("Aoi")
        table = host.make(game="kasane", players=3, seats=["random", "open", "random"])
        sitting(RemoteTable(follow(running.address + host.invite(table), "", "en")), do)


def test_a_terminal_is_passed_on_by_people_who_share_it(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="ameno_kirifuda", players=3, seats=["me", "me", "me"], names={"1": "Ben", "2": "Chi"})
    seat = Seat(served.address, table, host.http.cookies["chabudai_guest"], "en")

    async def do(person: Person) -> None:
        held = set()
        for _ in range(4):
            await person.until(lambda: isinstance(person.app.screen, Sheet) or person.table.may_choose)
            if isinstance(person.app.screen, Sheet):
                assert person.table.shown is not None
                assert person.table.shown.scene.viewer == -1
                await person.press("escape", "enter")
            await person.until(lambda: person.table.may_choose)
            held.add(person.table.shown.scene.viewer)  # type: ignore[union-attr]
            await person.press("1")
        assert len(held) > 1

    sitting(RemoteTable(seat), do)


# ---- A server that this test plays ----------------------------------------------------------------------------------


class Told(RemoteTable):
    """A seat at a table whose server says what the test says."""

    def __init__(self) -> None:
        super().__init__(Seat("http://host", "t", "", "en"))

    async def run(self, screen: Screen) -> None:
        self._screen = screen
        await asyncio.Event().wait()

    def tell(self, message: object) -> bool:
        return self._heard(msgspec.json.encode(message))

    def show(self, scene: Scene, ask: str = "") -> None:
        asks = Ask(ask) if ask else None
        status: Status = "over" if scene.over else "playing"
        self.tell(
            messages.Scene(
                seq=1, title="", turn=True, moment=False, curtain=None, ask=asks, status=status, mine=[0], host=False,
                sound=None, scene=scene, notes=TableNotes(),
            )
        )  # fmt: skip

    def sent(self, do: str) -> list[dict[str, Any]]:
        commands = [msgspec.json.decode(command) for command in self.unanswered.values()]
        return [command for command in commands if command["do"] == do]


def a_scene() -> Scene:
    game = local().game
    game.go_on()
    while (turn := game.bot_turn()) is not None:
        game.bot_moves(*turn, game.bot_choice(turn[0]))
        game.go_on()
    return game.scene()


def test_after_a_refusal_one_may_choose_again() -> None:
    told = Told()

    async def do(person: Person) -> None:
        told.show(a_scene())
        await person.press("1")
        (sent,) = told.sent("choose")
        assert not person.table.may_choose
        told.tell(Refused(sent["id"], "Not so fast."))
        await person.pilot.pause()
        assert "Not so fast." in person.screen_text()
        await person.press("2")
        assert len(told.sent("choose")) == 1

    sitting(told, do)


@pytest.mark.parametrize(
    "message",
    [
        b"rubbish",
        b"\xff\xfe",
        b'{"t":"weather","rain":true}',
        b'{"t":"scene","seq":1}',
        b'{"t":"hint","id":"a","seq":1,"hint":{"nothing":1}}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_told_in_a_line_and_skipped(message: bytes) -> None:
    told = Told()

    async def do(person: Person) -> None:
        told.show(a_scene())
        assert told._heard(message) is False
        await person.pilot.pause()
        assert "cannot be read here" in person.screen_text()
        await person.press("1")
        assert told.sent("choose")

    sitting(told, do)


def test_what_is_said_before_there_is_a_table_is_no_markup() -> None:
    told = Told()

    async def do(person: Person) -> None:
        assert told.tell(Closed("see [/the rules]")) is True
        await person.pilot.pause()
        assert "see [/the rules]" in person.screen_text()

    sitting(told, do)


def test_whether_a_choice_may_be_taken_back_has_to_be_answered() -> None:
    told = Told()
    scene = a_scene()

    async def do(person: Person) -> None:
        told.show(scene, "Aoi")
        await person.press("escape", "enter", "space")
        await person.pilot.click(offset=(0, 0))
        assert "Aoi would like to take back" in person.screen_text()
        await person.press("y")
        assert isinstance(person.app.screen, TableScreen)
        (answer,) = told.sent("agree")
        assert answer["yes"] is True
        told.tell(Refused(answer["id"], "Later."))
        await person.until(lambda: isinstance(person.app.screen, Sheet))

    sitting(told, do)


def test_a_question_that_is_settled_is_taken_away() -> None:
    told = Told()
    scene = a_scene()

    async def do(person: Person) -> None:
        told.show(scene, "Aoi")
        await person.until(lambda: isinstance(person.app.screen, Sheet))
        told.show(scene)
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        told.show(scene, "Ben")
        await person.until(lambda: isinstance(person.app.screen, Sheet))
        # Below another sheet it can no longer be answered.
        person.table.action_log()
        await person.until(lambda: len(person.app.screen_stack) == 4)
        told.show(scene)
        await person.press("escape")
        await person.until(lambda: len(person.app.screen_stack) == 3)
        await person.press("y", "escape")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        assert not told.sent("agree")

    sitting(told, do)


def test_a_second_game_at_the_table_is_counted_up_too() -> None:
    told = Told()
    scene = a_scene()
    over = msgspec.structs.replace(scene, over=True, choices=[])

    async def do(person: Person) -> None:
        for _ in range(2):
            told.show(over)
            await person.until(lambda: isinstance(person.app.screen, Scoring))
            person.app.pop_screen()
            await person.until(lambda: isinstance(person.app.screen, TableScreen))
            told.show(scene)

    sitting(told, do)


def test_what_was_wished_for_at_one_table_is_not_sent_to_the_next() -> None:
    told = Told()

    async def do(person: Person) -> None:
        told.show(a_scene())
        told.again()
        told.tell(Moved("/table/other"))
        assert told.seat.table == "other"
        assert not told.unanswered

    sitting(told, do)


# ---- Who one is to a server -----------------------------------------------------------------------------------------


def test_a_full_disk_costs_nobody_their_seats(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_cookie("http://a", "mine")

    def sync(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)
    keep_cookie("http://b", "too")
    assert (cookie_for("http://a"), cookie_for("http://b")) == ("mine", "")
    (file,) = (at_home / "chabudai").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_home_no_cookie_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    keep_cookie("http://a", "mine")
    assert cookie_for("http://a") == ""


def test_a_server_that_sends_one_elsewhere_is_no_table() -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(301)
            self.send_header("Location", "https://host/join/x")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is to be told."""

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(CannotJoin, match=r"answers 301 Moved Permanently: go to 'https://host/join/x' instead"):
            follow(f"http://127.0.0.1:{server.server_port}/join/x", "", "en")
