"""Attacks from one address, 127.0.0.2: they are stopped there, and people at 127.0.0.1 play on."""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.frames import Frame, Opcode

from chabudai.bots.review import Judged
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.server import tables as tables_module
from chabudai.server.address import Sender
from chabudai.server.bot_pool.fair_queue import Audience
from chabudai.server.http import guarded as guarded_http
from chabudai.server.http import replay_pages, throttling
from chabudai.server.limits import Limits
from chabudai.server.socket import connections
from chabudai.server.socket import guarded as guarded_socket
from chabudai.server.storage.listing import Listing
from server.running_server import (
    ATTACKER,
    HONEST,
    NO_LIMITS,
    GuestClient,
    RunningServer,
    SocketClient,
    new_table,
    play_to_end,
    refusal,
    run_server,
    seat_friend,
    wait_until,
)
from server.test_replays import SAMPLES, sample

GAME = "kasane"
SEATS = {"players": 3, "seats": ["me", "random", "random"]}
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture(autouse=True)
def _no_penalties(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer at once what is over a limit, so that tests are fast."""
    monkeypatch.setattr(throttling, "_PENALTY", (0.0, 0.0))
    monkeypatch.setattr(connections, "_PENALTY", (0.0, 0.0))


def open_until_refused(server: RunningServer, source: str, guests: int, tables: int) -> tuple[int, str]:
    """Open tables with several guests; return how many were opened, and the last reason for a refusal."""
    opened, why = 0, ""
    for _ in range(guests):
        guest = server.guest(source=source)
        for _ in range(tables):
            response = guest.http.post("/tables", json={"game": GAME, **SEATS})
            if response.status_code == 200:
                opened += 1
            else:
                why = response.json()["why"]
    return opened, why


def plays(guest: GuestClient) -> SocketClient:
    """Check that a guest can open a table and make a move."""
    mine = guest.connect(guest.make_table(game=GAME, **SEATS)).ready()
    assert mine.wait_for_turn()
    mine.choose()
    return mine


# ---- Tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (replace(NO_LIMITS, tables_in_memory_per_address=7), "Too many tables of your network are in use."),
        (replace(NO_LIMITS, unfinished_per_address=7), "Too many unfinished tables were opened from your network"),
        (replace(NO_LIMITS, new_tables_per_minute_per_address=7.0), "Many tables have been opened from your network."),
    ],
)
def test_one_address_cannot_fill_the_server(tmp_path: Path, limits: Limits, why: str) -> None:
    with run_server(tmp_path, limits) as server:
        opened, reason = open_until_refused(server, ATTACKER, guests=5, tables=2)
        assert opened == 7
        assert reason.startswith(why)
        plays(server.guest())


def test_a_full_server_lets_its_players_in(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        host = server.guest("Aoi")
        table = host.make_table(game=GAME, players=3, seats=["me", "open", "open"])
    with run_server(tmp_path, replace(NO_LIMITS, tables_in_memory=4, reserved_for_loading=1)) as server:
        opened, reason = open_until_refused(server, ATTACKER, guests=1, tables=6)
        assert (opened, reason) == (4, "The server is full. Try again later.")
        again = GuestClient(server.address)
        again.http.cookies = host.http.cookies
        assert again.connect(table).ready().now["host"]


def test_tables_that_nobody_watches_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "_MIN_IDLE", 0.0)
    with run_server(tmp_path, replace(NO_LIMITS, tables_in_memory=2)) as server:
        watched = plays(server.guest())
        unwatched = server.guest(source=ATTACKER).make_table(game=GAME, players=3, seats=["me", "open", "open"])
        task = server.context.tables.tasks[unwatched]
        wait_until(lambda: task.idle() > 0.0)
        plays(server.guest())
        assert unwatched not in server.context.tables.tasks
        assert watched.do("seen")["t"] == "done"
        assert len(server.context.tables.tasks) == 2


def test_a_table_is_unloaded_although_its_bots_still_think(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, unload_after=0.0)) as server:
        tables = server.context.tables
        table = server.guest().make_table(game=GAME, players=3, seats=["me", "expert", "expert"])
        assert tables.tasks[table].idle() >= 0.0
        wait_until(lambda: not tables.tasks[table]._thinking or tables.tasks[table].idle() > 0.0)


def test_bots_are_asked_on_behalf_of_the_players_who_are_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with run_server(tmp_path) as server:
        bot_pool = server.context.tables.bot_pool
        asked: list[tuple[str, set[str]]] = []
        choose = bot_pool.choose

        async def noting(game: Game, view: State, bot: str, seed: int | None, audience: Audience) -> int:
            asked.append((audience.owner.address, {sender.address for sender in audience.waiting}))
            return await choose(game, view, bot, seed, audience)

        monkeypatch.setattr(bot_pool, "choose", noting)
        host = server.guest(source=ATTACKER)
        table = host.make_table(game=GAME, listed=True, players=3, seats=["me", "random", "random"])
        mine = host.connect(table).ready()
        assert mine.wait_for_turn()
        server.guest().connect(table).ready()  # a spectator from elsewhere
        asked.clear()
        mine.choose()
        wait_until(lambda: asked)
        assert asked[0] == (ATTACKER, {ATTACKER})


def test_loading_tables_has_its_own_limit(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        host = server.guest(source=ATTACKER)
        tables = [host.make_table(game=GAME, players=3, seats=["me", "open", "open"]) for _ in range(3)]
    with run_server(tmp_path, replace(NO_LIMITS, loads_per_minute_per_address=2.0)) as server:
        host.http.base_url = server.address
        assert [host.http.get(f"/table/{table}").status_code for table in tables] == [200, 200, 429]
        assert host.http.get(f"/table/{tables[0]}").status_code == 200  # in memory
        host.make_table(game=GAME, **SEATS)
        plays(server.guest())


# ---- Guests and addresses --------------------------------------------------------------------------------------------


def test_a_cookie_counts_as_a_new_guest_when_it_is_first_used(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, new_guests_per_minute=5.0)) as server:
        collected = [server.guest(source=ATTACKER) for _ in range(20)]  # pages give cookies away
        codes = [guest.http.post("/me", json={"name": "Eve"}).status_code for guest in collected]
        assert codes == [200] * 5 + [429] * 15
        assert collected[0].http.post("/me", json={"name": "Eva"}).status_code == 200
        table = server.guest().make_table(game=GAME, listed=True, players=3, seats=["me", "open", "open"])
        assert "Many new guests" in refusal_of_socket(collected[-1], table)
        plays(server.guest())


def test_whoever_sends_no_cookie_is_a_new_guest_for_every_review_and_every_table_loaded(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        host = server.guest()
        tables = [host.make_table(game=GAME, listed=True, players=3, seats=["me", "open", "open"]) for _ in range(4)]
        uploaded = host.http.post("/records", data={"record": sample(GAME).decode()}).json()["game"]
    with run_server(tmp_path, replace(NO_LIMITS, new_guests_per_minute=2.0)) as server:

        def codes(paths: list[str], source: str) -> list[int]:
            return [server.browser(source).get(path).status_code for path in paths]

        assert codes([f"/table/{table}" for table in tables[:3]], ATTACKER) == [200, 200, 429]
        assert codes([f"/replay/{uploaded}/review"], ATTACKER) == [429]
        assert codes([f"/replay/{uploaded}", "/", "/mine"], ATTACKER) == [200] * 3  # these cost no more than a page
        assert codes([f"/table/{tables[3]}"], HONEST) == [200]


def refusal_of_socket(guest: GuestClient, table: str) -> str:
    """Return why the server rejects a socket."""
    return str(guest.http.get(f"/table/{table}/live", headers=UPGRADE).json()["why"])


def test_a_header_of_an_untrusted_client_changes_nothing(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, new_guests_per_minute=2.0)
    with run_server(tmp_path, limits) as server:
        codes = [
            server.browser().post("/me", json={"name": "Eve"}, headers={"X-Forwarded-For": f"203.0.113.{number}"})
            for number in range(4)
        ]
        assert [code.status_code for code in codes] == [303, 303, 429, 429]
        telemetry = server.telemetry
        assert telemetry is not None
        assert telemetry.getvalue().count("header of a proxy ignored") == 1


def test_behind_a_trusted_proxy_its_header_gives_the_address(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, new_guests_per_minute=1.0, network_connections_per_address=2)
    with run_server(tmp_path, limits, proxies="127.0.0.1") as server:

        def code(forwarded: str, source: str) -> int:
            headers = {"X-Forwarded-For": forwarded}
            return server.browser(source).post("/me", json={"name": "Eve"}, headers=headers).status_code

        assert [code(f"203.0.113.{number}", "127.0.0.1") for number in (1, 2, 3, 3)] == [303, 303, 303, 429]
        # What a client writes itself comes before what the proxy adds.
        assert code("198.51.100.1, 203.0.113.3", "127.0.0.1") == 429
        assert code("2001:db8::1", "127.0.0.1") == 303
        assert code("2001:db8::2", "127.0.0.1") == 429
        assert [code(f"203.0.113.{number}", ATTACKER) for number in (7, 8)] == [303, 429]


# ---- Requests and messages -------------------------------------------------------------------------------------------


def test_a_flood_of_expensive_pages_is_refused_in_both_languages(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_per_second_per_address=0.001, request_burst_per_address=50)
    with run_server(tmp_path, limits) as server:
        with server.browser(ATTACKER) as attacker:
            responses = [attacker.get("/rules/kasane") for _ in range(12)]
            assert [response.status_code for response in responses] == [200] * 10 + [429] * 2
            assert responses[-1].text == "Too many requests come from your network. Try again in a minute.\n"
            headers = {"Accept": "application/json", "Accept-Language": "ja"}
            assert "ネットワーク" in attacker.get("/static/x", headers=headers).json()["why"]
            assert attacker.get("/").headers["content-security-policy"]
        plays(server.guest())


def test_few_pages_are_made_at_once_for_one_address_and_others_do_not_wait_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling, "_PAGES_AT_ONCE", 2)
    with run_server(tmp_path) as server:
        store = server.context.tables.store
        may_go_on = threading.Event()
        waiting: list[int] = []
        listed_tables = store.listed_tables

        async def slow(limit: int) -> list[Listing]:
            waiting.append(limit)
            await asyncio.to_thread(may_go_on.wait)
            return await listed_tables(limit)

        monkeypatch.setattr(store, "listed_tables", slow)
        raws = [dial(server.address, ATTACKER) for _ in range(5)]
        for raw in raws:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        wait_until(lambda: len(waiting) == 2)
        with server.browser() as honest:
            assert honest.get("/rules/kasane").status_code == 200
        assert len(waiting) == 2
        may_go_on.set()
        assert all(b" 200 " in read_to_end(raw)[:20] for raw in raws)


def test_messages_of_all_guests_of_an_address_are_limited_together(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, messages_per_second_per_address=0.001, message_burst_per_address=10)
    with run_server(tmp_path, limits) as server:
        attackers = [server.guest(source=ATTACKER) for _ in range(3)]
        sockets = [guest.connect(guest.make_table(game=GAME, **SEATS)).ready() for guest in attackers]
        replies = [socket.do("seen")["t"] for socket in sockets for _ in range(5)]
        assert replies == ["done"] * 10 + ["refused"] * 5
        assert refusal(sockets[0].do("seen")) == "Too many messages come from your network. Please slow down."
        plays(server.guest())


def test_pings_count_as_messages(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, messages_per_second=0.001, message_burst=20)) as server:
        guest = server.guest(source=ATTACKER)
        attacker = guest.connect(guest.make_table(game=GAME, **SEATS)).ready()
        for _ in range(19):
            assert attacker.socket.ping().wait(30.0)
        assert [attacker.do("seen")["t"] for _ in range(2)] == ["done", "refused"]
        for _ in range(99):
            attacker.socket.ping()
        attacker.send("seen")
        assert attacker.close_code() == 1008
        plays(server.guest())


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_frames_without_a_message_count_as_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opcode: Opcode
) -> None:
    monkeypatch.setattr(guarded_socket, "_CLOSE_SECONDS", 0.2)
    with run_server(tmp_path, replace(NO_LIMITS, messages_per_second=0.001, message_burst=20)) as server:
        guest = server.guest(source=ATTACKER)
        raw = raw_socket(guest, guest.make_table(game=GAME, **SEATS))
        with raw:
            if opcode is Opcode.CONT:
                raw.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
            flood = b"".join(
                Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True) for _ in range(5000)
            )
            raw.sendall(flood)
            assert read_to_end(raw)[-2:] == (1008).to_bytes(2)  # the close frame
        plays(server.guest())


def raw_socket(guest: GuestClient, table: str) -> socket.socket:
    """Connect to a table without a WebSocket library, so that a test can break the protocol or stop reading."""
    raw = dial(guest.address, guest.source)
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    headers = "".join(f"{name}: {value}\r\n" for name, value in {**UPGRADE, "Host": "x", "Cookie": cookies}.items())
    raw.sendall(f"GET /table/{table}/live?form=json HTTP/1.1\r\n{headers}\r\n".encode())
    assert b" 101 " in raw.recv(4096)
    return raw


def dial(address: str, source: str) -> socket.socket:
    """Connect to the server. The small buffer is soon full if the client does not read."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(30.0)
    raw.bind((source, 0))
    raw.connect(("127.0.0.1", int(address.rpartition(":")[2])))
    return raw


def read_to_end(raw: socket.socket) -> bytes:
    content = b""
    while chunk := raw.recv(65_536):
        content += chunk
    return content


# ---- Connections -----------------------------------------------------------------------------------------------------


def test_sockets_of_an_address_are_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, connections_per_address=3)) as server:
        attackers = [server.guest(source=ATTACKER) for _ in range(2)]
        held = [guest.connect(guest.make_table(game=GAME, **SEATS)).ready() for guest in attackers]
        table = attackers[0].make_table(game=GAME, **SEATS)
        held.append(attackers[0].connect(table).ready())
        assert attackers[0].connect(table).read()["why"].startswith("Too many connections are open from your network")
        plays(server.guest())
        held[0].close()
        wait_until(lambda: server.context.throttle.connections.held_by(ATTACKER) == 2)
        attackers[0].connect(table).ready()


def test_network_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, network_connections_per_address=5)) as server:
        held = [dial(server.address, ATTACKER) for _ in range(5)]
        wait_until(lambda: server.context.admission._open >= 5)
        with dial(server.address, ATTACKER) as rejected:
            assert ends(rejected)
        plays(server.guest())
        for raw in held:
            raw.close()
        wait_until(lambda: ATTACKER not in server.context.admission._by_address)
        plays(server.guest(source=ATTACKER))


def ends(raw: socket.socket) -> bool:
    """Check that the server ends a connection without a reply."""
    try:
        return raw.recv(1) == b""
    except ConnectionResetError:
        return True


def ends_while_sending(raw: socket.socket, data: bytes, pause: float = 0.0) -> bool:
    """Check that the server ends a connection on which a client sends the same data again and again."""
    try:
        for _ in range(2000):
            raw.sendall(data)
            time.sleep(pause)
    except OSError:
        return True
    return False


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"]
)
def test_a_request_that_never_ends_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(guarded_http, "_HEAD_SECONDS", 0.2)
    monkeypatch.setattr(guarded_http, "_BODY_SECONDS", 0.2)
    with run_server(tmp_path) as server, dial(server.address, ATTACKER) as slow:
        slow.sendall(sent)
        assert ends(slow)
        with server.browser() as browser:  # requests that end are not dropped
            for _ in range(3):
                assert browser.get("/healthz").status_code == 200
                time.sleep(0.15)


def test_a_drop_of_data_now_and_then_does_not_keep_a_request_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarded_http, "_HEAD_SECONDS", 0.5)
    with run_server(tmp_path) as server, dial(server.address, ATTACKER) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert ends_while_sending(slow, b"X-Header: x\r\n", pause=0.02)


def test_a_websocket_outlives_the_timeouts_of_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_http, "_HEAD_SECONDS", 0.2)
    monkeypatch.setattr(guarded_http, "_BODY_SECONDS", 0.2)
    with run_server(tmp_path) as server:
        _, _, mine = new_table(server, ["me", "open", "open"])
        time.sleep(0.5)
        assert mine.do("seen")["t"] == "done"


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_socket, "_STALLED_SECONDS", 0.5)
    limits = replace(NO_LIMITS, chat_lines_per_minute=1e6, chat_lines_per_minute_per_address=1e6)
    with run_server(tmp_path, limits) as server:
        host, table, mine = new_table(server, ["me", "open", "open"])
        friend, theirs = seat_friend(server, host, table)
        theirs.close()
        task = server.context.tables.tasks[table]
        wait_until(lambda: len(task.viewers) == 1)
        with raw_socket(friend, table):  # reads nothing
            wait_until(lambda: len(task.viewers) == 2)
            end = time.monotonic() + 60.0
            while len(task.viewers) == 2 and time.monotonic() < end:
                mine.do("chat", text="x" * 300)
                mine.messages.clear()
            assert len(task.viewers) == 1


def test_a_flood_of_pings_by_a_client_that_does_not_read_ends_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarded_socket, "_STALLED_SECONDS", 0.5)
    with run_server(tmp_path, replace(NO_LIMITS, messages_per_second=1e9, message_burst=10**9)) as server:
        guest = server.guest(source=ATTACKER)
        with raw_socket(guest, guest.make_table(game=GAME, **SEATS)) as raw:
            assert ends_while_sending(raw, Frame(Opcode.PING, b"x" * 120).serialize(mask=True) * 500)
        plays(server.guest())


# ---- File descriptors ------------------------------------------------------------------------------------------------


def test_when_file_descriptors_run_out_the_server_says_so_and_recovers(tmp_path: Path) -> None:
    serve = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)); sys.exit(main())"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", f"from chabudai.cli import main; {serve}", "serve", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*command, "--db", str(tmp_path / "t.sqlite")], stdout=log, stderr=log)
    server = RunningServer(f"http://127.0.0.1:{port}")
    try:
        wait_until(lambda: answers(server))
        held = [dial(server.address, ATTACKER) for _ in range(90)]
        wait_until(lambda: "file descriptors exhausted" in (tmp_path / "log").read_text())
        for raw in held:
            raw.close()
        wait_until(lambda: answers(server))
        assert "chabudai_descriptors_exhausted_total" in server.get("/metrics").text
        plays(server.guest())
        assert (tmp_path / "log").read_text().count("file descriptors exhausted") == 1
    finally:
        process.kill()
        process.wait()


def answers(server: RunningServer) -> bool:
    try:
        return server.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


# ---- Reviews ---------------------------------------------------------------------------------------------------------


def test_reviews_that_an_attacker_asks_for_do_not_cancel_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_pages, "_MAX_REVIEWS", 1)
    with run_server(tmp_path, replace(NO_LIMITS, reviews_waiting_per_address=2)) as server:
        asked: list[str] = []

        async def never_ready(record: bytes, sender: Sender, *about: object) -> list[Judged]:
            asked.append(sender.address)
            await asyncio.Event().wait()
            return []

        monkeypatch.setattr(server.context.tables.bot_pool, "_review", never_ready)
        honest, attacker = server.guest(), server.guest(source=ATTACKER)
        games = [sample(game) for game in list(SAMPLES)[:4]]
        assert honest.http.get(f"/replay/{upload(honest, games[0])}/review").status_code == 202
        replies = [attacker.http.get(f"/replay/{upload(attacker, game)}/review") for game in games[1:]]
        assert [reply.status_code for reply in replies] == [202, 202, 503]
        assert replies[-1].json()["why"].startswith("Several reviews for your network are waiting.")
        assert honest.http.get(f"/replay/{upload(honest, games[0])}/review").status_code == 202
        assert asked == [HONEST, ATTACKER, ATTACKER]


def test_one_address_cannot_fill_the_disk_with_records(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, uploads_kept_per_guest=2, uploads_kept_per_address=3)) as server:
        honest = server.guest()
        host = server.guest()
        table = host.make_table(game=GAME, players=3, seats=["me", "random", "random"])
        play_to_end([host.connect(table)], Rng(4))
        wait_until(lambda: host.http.get(f"/record/{table}.json").status_code == 200)
        mine = upload(honest, sample(GAME))
        guests = [server.guest(source=ATTACKER) for _ in range(2)]
        fields = msgspec.json.decode(sample(GAME))
        ids = [
            upload(guest, msgspec.json.encode(fields | {"names": [f"Eve {number}"]}))
            for number, guest in enumerate([guests[0]] * 3 + [guests[1]] * 2)
        ]
        codes = [honest.http.get(f"/record/{game}.json").status_code for game in ids]
        assert codes == [404, 404, 200, 200, 200]
        assert honest.http.get(f"/replay/{mine}").status_code == 200
        assert honest.http.get(f"/replay/{table}").status_code == 200


def upload(guest: GuestClient, record: bytes) -> str:
    return str(guest.http.post("/records", data={"record": record.decode()}).json()["game"])
