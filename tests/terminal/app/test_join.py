"""A table on a real server, joined from the terminal: together with a browser, with a program, and with wrong links."""

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

from browser.conftest import OpenBrowser, open_browser  # noqa: F401  (a fixture)
from chabudai.kernel.rng import Rng
from chabudai.server.socket.messages import ClosedMessage, MovedMessage, RefusedMessage
from chabudai.session.views import VoteRequest
from chabudai.terminal.app.cookies import cookie_for, save_cookie
from chabudai.terminal.app.invitation import CannotJoin, SeatLink, follow_link
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.remote_table import RemoteTable
from chabudai.terminal.app.scoring_overlay import ScoringOverlay
from chabudai.terminal.app.table_screen import TableScreen
from server.running_server import RunningServer, play_to_end, run_server
from terminal.app.app_user import AppUser, run_app
from terminal.app.scripted_table import ScriptedTable, a_scene


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store cookies in a temporary folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


class PlayingThread(threading.Thread):
    """A user at a terminal, in a thread, who plays randomly to the end."""

    def __init__(self, link: str, **options: Any) -> None:
        super().__init__(daemon=True)
        self.link = follow_link(link, "Mei", "en")
        self.options = options
        self.winners: list[int] | None = None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.winners = run_app(RemoteTable(self.link), self._play, **self.options)
        except BaseException as error:
            self.error = error

    async def _play(self, user: AppUser) -> list[int]:
        rng = Rng(5)
        while await user.wait_for_turn():
            await user.press(str(1 + rng.below(len(user.allowed()))))
        await user.wait_until(lambda: isinstance(user.app.screen, ScoringOverlay))
        assert user.table.update is not None
        return user.table.update.scene.winners

    def wait_for_winners(self) -> list[int] | None:
        """Wait for the end of the game; return its winners, or None if the game takes too long."""
        self.join(240)
        if self.error is not None:
            raise self.error
        return self.winners


def test_a_terminal_finishes_a_game_with_a_browser(open_browser: OpenBrowser) -> None:  # noqa: F811
    user = open_browser()
    address = user.make_table("kasane", players=3, seats=["me", "open", "random"])
    answer = user.context.request.get(f"{address}/invite", headers={"Accept": "application/json"})
    terminal = PlayingThread(answer.json()["link"])
    user.play_on(Rng(1))
    record = user.context.request.get(f"{address.replace('/table/', '/record/')}.json").json()
    assert terminal.wait_for_winners() == record["result"]["winners"]


def test_a_terminal_finishes_a_game_with_a_program_that_chooses_simultaneously(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="thousand_cats", players=3, options={"target": 5}, seats=["me", "open", "random"])
    terminal = PlayingThread(server.address + host.invitation(table))
    connection = host.connect(table)
    play_to_end([connection], Rng(2))
    assert terminal.wait_for_winners() == connection.now["scene"]["winners"]
    assert connection.now["scene"]["seats"][1]["name"] == "Mei"


def test_hint_chat_and_language_work_over_the_network(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["random", "open", "random"])
    connection = host.connect(table)

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("h")
        await user.wait_until(lambda: len(user.app.screen_stack) > 2)
        await user.press("escape", "c")
        user.table.query_one(Input).value = "hello"
        await user.press("enter")
        await user.wait_until(lambda: "hello" in user.screen_text())
        await user.press("s")
        assert "The server saves this table" in user.screen_text()
        await user.press("n")
        await user.wait_until(lambda: "襲ノ色目" in user.screen_text())

    run_app(RemoteTable(follow_link(server.address + host.invitation(table), "Mei", "en")), do)
    connection.read_until(lambda: connection.has_received("chat"))


def test_a_returning_player_has_the_same_seat(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "open", "random"])
    link = server.address + host.invitation(table)
    first, second = follow_link(link, "Mei", "en"), follow_link(f"{server.address}/table/{table}", "", "en")
    assert first.cookie == second.cookie == cookie_for(server.address)
    assert first.table == second.table == table


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("nonsense", "is not a link to a table"),
        ("ftp://host/join/x", "is not a link to a table"),
        ("http://127.0.0.1:1/join/x", "cannot reach http://127.0.0.1:1: Connection refused"),
        ("http://[::1/join/x", "is not a link to a table"),
        ("{server}/join/forged", "link"),
        ("{server}/lobby", "is not a link to a table"),
    ],
)
def test_a_wrong_link_gets_a_one_line_error(server: RunningServer, link: str, complaint: str) -> None:
    with pytest.raises(CannotJoin) as refused:
        follow_link(link.format(server=server.address), "", "en")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_private_table_says_that_it_needs_an_invitation(server: RunningServer) -> None:
    table = server.guest("Aoi").make_table(game="kasane", players=3, seats=["me", "open", "random"])

    async def do(user: AppUser) -> None:
        await user.wait_until(lambda: "invit" in user.screen_text())

    run_app(RemoteTable(follow_link(f"{server.address}/table/{table}", "", "en")), do)


def test_a_lost_connection_is_reported_and_restored(tmp_path: Path) -> None:
    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        table = user.table.client
        assert isinstance(table, RemoteTable)
        assert table.socket is not None
        await table.socket.close(code=1012)
        await user.wait_until(lambda: "Connection lost" in user.screen_text())
        await user.wait_until(lambda: table.socket is not None)
        await user.wait_until(lambda: "Connection lost" not in user.screen_text())
        await user.press("1")
        await user.wait_until(lambda: not table.unanswered)

    with run_server(tmp_path) as running:
        host = running.guest("Aoi")
        table = host.make_table(game="kasane", players=3, seats=["random", "open", "random"])
        run_app(RemoteTable(follow_link(running.address + host.invitation(table), "", "en")), do)


def test_players_who_share_a_terminal_hand_it_over(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="ameno_kirifuda", players=3, seats=["me", "me", "me"], names={"1": "Ben", "2": "Chi"})
    link = SeatLink(server.address, table, host.http.cookies["chabudai_guest"], "en")

    async def do(user: AppUser) -> None:
        viewers = set()
        for _ in range(4):
            await user.wait_until(lambda: isinstance(user.app.screen, Overlay) or user.table.may_choose)
            if isinstance(user.app.screen, Overlay):
                assert user.table.update is not None
                assert user.table.update.scene.viewer == -1
                await user.press("escape", "enter")
            await user.wait_until(lambda: user.table.may_choose)
            viewers.add(user.table.update.scene.viewer)  # type: ignore[union-attr]
            await user.press("1")
        assert len(viewers) > 1

    run_app(RemoteTable(link), do)


def test_a_spectator_takes_over_the_seat_of_a_bot_if_the_others_agree(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "casual", "casual"])
    connection = host.connect(table)
    connection.read_until(lambda: connection.now.get("turn"))

    async def do(user: AppUser) -> None:
        await user.wait_until(lambda: "You are watching." in user.screen_text())
        await user.press("j", "2")
        await user.wait_until(lambda: "The others are voting" in user.screen_text())
        await asyncio.to_thread(connection.read_until, lambda: connection.now["ask"])
        assert connection.now["ask"]["name"] == "Mei"
        await asyncio.to_thread(connection.do, "agree", yes=True)
        await user.wait_until(lambda: "Mei takes over from a bot." in user.screen_text())
        assert user.table.update is not None
        assert user.table.update.header.mine == [2]

    run_app(RemoteTable(follow_link(server.address + host.invitation(table), "Mei", "en")), do)


# ---- Server messages from the test ----------------------------------------------------------------------------------


def test_after_a_refusal_the_player_may_choose_again() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene())
        await user.press("1")
        (sent,) = table.sent("choose")
        assert not user.table.may_choose
        table.tell(RefusedMessage(sent["id"], "Not so fast."))
        await user.pilot.pause()
        assert "Not so fast." in user.screen_text()
        await user.press("2")
        assert len(table.sent("choose")) == 1

    run_app(table, do)


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
def test_an_unreadable_message_is_reported_and_skipped(message: bytes) -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene())
        assert table._handle(message) is False
        await user.pilot.pause()
        assert "this version cannot read" in user.screen_text()
        await user.press("1")
        assert table.sent("choose")

    run_app(table, do)


def test_a_message_before_the_first_scene_is_shown_as_plain_text() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        assert table.tell(ClosedMessage("see [/the rules]")) is True
        await user.pilot.pause()
        assert "see [/the rules]" in user.screen_text()

    run_app(table, do)


def test_an_undo_request_must_be_answered() -> None:
    table = ScriptedTable()
    scene = a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene, ask=VoteRequest("undo", "Aoi", vote=7))
        await user.press("escape", "enter", "space")
        await user.pilot.click(offset=(0, 0))
        assert "Aoi would like to take back" in user.screen_text()
        await user.press("y")
        assert isinstance(user.app.screen, TableScreen)
        (answer,) = table.sent("agree")
        assert (answer["yes"], answer["vote"]) == (True, 7)
        table.tell(RefusedMessage(answer["id"], "Later."))
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))

    run_app(table, do)


def test_a_settled_question_disappears() -> None:
    table = ScriptedTable()
    scene = a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene, ask=VoteRequest("undo", "Aoi"))
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        table.show(scene)
        await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
        table.show(scene, ask=VoteRequest("undo", "Ben"))
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        # Once another overlay covers it, it can no longer be answered.
        user.table.action_log()
        await user.wait_until(lambda: len(user.app.screen_stack) == 4)
        table.show(scene)
        await user.press("escape")
        await user.wait_until(lambda: len(user.app.screen_stack) == 3)
        await user.press("y", "escape")
        await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
        assert not table.sent("agree")

    run_app(table, do)


def test_a_second_game_at_the_table_is_scored_too() -> None:
    table = ScriptedTable()
    scene = a_scene()
    over = msgspec.structs.replace(scene, over=True, choices=[])

    async def do(user: AppUser) -> None:
        for _ in range(2):
            table.show(over)
            await user.wait_until(lambda: isinstance(user.app.screen, ScoringOverlay))
            user.app.pop_screen()
            await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
            table.show(scene)

    run_app(table, do)


def test_commands_for_one_table_are_not_sent_to_the_next() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene())
        table.rematch()
        table.tell(MovedMessage("/table/other"))
        assert table.link.table == "other"
        assert not table.unanswered

    run_app(table, do)


# ---- Cookies and redirects ------------------------------------------------------------------------------------------


def test_a_full_disk_does_not_destroy_stored_cookies(state_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_cookie("http://a", "mine")

    def sync(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)
    save_cookie("http://b", "too")
    assert (cookie_for("http://a"), cookie_for("http://b")) == ("mine", "")
    (file,) = (state_folder / "chabudai").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_home_folder_no_cookie_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    save_cookie("http://a", "mine")
    assert cookie_for("http://a") == ""


def test_a_redirect_is_reported_and_not_followed() -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(301)
            self.send_header("Location", "https://host/join/x")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(CannotJoin, match=r"responded 301 Moved Permanently: use 'https://host/join/x' instead"):
            follow_link(f"http://127.0.0.1:{server.server_port}/join/x", "", "en")
