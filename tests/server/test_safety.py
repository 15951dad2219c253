"""Protection of the server: origins, sizes, rate limits, headers, invalid input."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.bind import Binding
from chabudai.server.limits import Limits
from chabudai.server.socket import connections
from chabudai.server.throttle import TokenBucket
from chabudai.session.refusal import Refused
from server.running_server import NO_LIMITS, RunningServer, run_server, wait_for_player_to_move

GAME = "kasane"


# ---- Origins ---------------------------------------------------------------------------------------------------------


def test_a_socket_from_another_site_is_refused(server: RunningServer) -> None:
    host = server.guest()
    table = host.make_table(game=GAME)
    with pytest.raises(InvalidStatus) as refused:
        host.connect(table, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    assert host.connect(table, origin=server.address).read()["t"] == "scene"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({}, 200),
    ],
)
def test_a_form_from_another_site_is_refused(server: RunningServer, headers: dict[str, str], status: int) -> None:
    response = server.guest().http.post("/tables", json={"game": GAME}, headers=headers)
    assert response.status_code == status
    if status == 403:
        assert response.json() == {"why": "This request came from another website."}


def test_every_response_has_a_content_security_policy(server: RunningServer) -> None:
    for path in ("/", "/nowhere", "/healthz"):
        headers = server.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_the_server_opens_to_the_network_only_for_a_local_request_and_if_configured(tmp_path: Path) -> None:
    calls: list[str] = []

    async def listen_on_network() -> list[str]:
        calls.append("listen")
        return ["192.0.2.7"]

    with run_server(tmp_path, bind=lambda port: Binding("127.0.0.1", port, listen_on_network)) as server:
        host = server.guest()
        table = host.make_table(game=GAME)
        assert host.http.get(f"/table/{table}/invite").json()["can_listen"] is True
        assert host.http.post("/listen", headers={"Host": "evil.example:80"}).status_code == 403
        assert host.http.post("/listen", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
        assert calls == []
        port = server.address.rpartition(":")[2]
        assert host.http.post("/listen").json() == {"links": [f"http://192.0.2.7:{port}"]}
        invitation = host.http.get(f"/table/{table}/invite").json()
        assert invitation["can_listen"] is False
        assert invitation["link"].startswith(f"http://192.0.2.7:{port}/join/")
        host.http.post("/listen")
        assert calls == ["listen"]


def test_a_server_with_a_fixed_address_does_not_open_to_the_network(server: RunningServer) -> None:
    response = server.guest().http.post("/listen")
    assert response.status_code == 403
    assert "listens only on that address" in response.json()["why"]


# ---- Limits ----------------------------------------------------------------------------------------------------------


def test_a_message_that_is_too_large_is_refused_and_the_connection_stays_open(server: RunningServer) -> None:
    host = server.guest()
    connection = host.connect(host.make_table(game=GAME))
    connection.ready()
    connection.socket.send("x" * 9000)
    assert connection.wait_for("refused") == {"t": "refused", "id": None, "why": "What you sent is too large."}
    assert connection.do("seen")["t"] == "done"


def test_a_message_that_is_far_too_large_closes_the_connection(server: RunningServer) -> None:
    host = server.guest()
    connection = host.connect(host.make_table(game=GAME))
    connection.socket.send("x" * 100_000)
    assert connection.close_code() == 1009


def test_too_many_messages_are_refused_and_far_too_many_close_the_connection(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.001, message_burst=3)
    with run_server(tmp_path, limits) as server:
        host = server.guest()
        connection = host.connect(host.make_table(game=GAME))
        replies = [connection.do("seen") for _ in range(4)]
        assert [reply["t"] for reply in replies] == ["done", "done", "done", "refused"]
        assert replies[-1]["why"] == "Too many messages. Please slow down."
        for _ in range(100):
            connection.send("seen")
        assert connection.close_code() == 1008


def test_a_token_bucket_allows_a_burst_and_no_more() -> None:
    bucket = TokenBucket(per_second=0.0, burst=2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_the_number_of_pending_commands_is_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, pending_commands=1)) as server:
        host, friend = server.guest("Aoi"), server.guest("Ben")
        table = host.make_table(game=GAME, players=3, seats=["me", "open", "random"], pace="at_once")
        friend.join(host.invitation(table), name="Ben")
        mine, other = host.connect(table).ready(), friend.connect(table).ready()
        while wait_for_player_to_move(mine, other) is not mine:
            other.choose()
        mine.choose()
        undo = mine.send("undo")
        other.read_until(lambda: other.now["ask"])
        assert mine.do("chat", text="Well?")["why"] == "Too many pending commands. Wait for a reply first."
        other.do("agree", yes=False)
        mine.read_until(lambda: undo in mine.replies)
        assert mine.do("chat", text="Well.")["t"] == "done"


def test_a_refusal_without_a_text_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_words(error: ChabudaiError, language: str) -> str:
        if str(error) == str(Refused("failed")):
            return "failed"
        raise KeyError(str(error))

    monkeypatch.setattr(connections, "reason_text", no_words)
    with run_server(tmp_path) as server:
        host = server.guest()
        mine = host.connect(host.make_table(game=GAME, players=3, seats=["me", "me", "me"])).ready()
        assert mine.do("choose", action=10**6, seat=0)["why"] == "failed"
        assert mine.do("reveal", seat=mine.now["curtain"]["seat"])["t"] == "done"
        mine.read_until(lambda: mine.now["turn"])
        mine.choose()
        telemetry = server.telemetry
        assert telemetry is not None
        assert "command failed" in telemetry.getvalue()
        telemetry.truncate(0)  # `run_server` fails on logged errors


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(tables_in_memory=1), "The server is full. Try again later."),
        (Limits(unfinished_per_host=1), "Finish or close another of your tables first: the limit is 1."),
        (Limits(new_tables_per_minute=1.0), "You have opened many tables. Try again in a minute."),
    ],
)
def test_the_number_of_tables_is_limited(tmp_path: Path, limits: Limits, why: str) -> None:
    with run_server(tmp_path, limits) as server:
        host = server.guest()
        host.make_table(game=GAME)
        response = host.http.post("/tables", json={"game": GAME})
        assert response.status_code in (429, 503)
        assert response.json() == {"why": why}


def test_connections_guests_hints_and_chat_are_limited(tmp_path: Path) -> None:
    limits = Limits(connections_per_guest=1, new_guests_per_minute=3.0, hints_per_minute=1.0, chat_lines_per_minute=1.0)
    with run_server(tmp_path, limits) as server:
        host = server.guest()
        table = host.make_table(game=GAME, players=3, seats=["me", "random", "random"])
        connection = host.connect(table)
        assert connection.wait_for_turn()
        assert host.connect(table).read()["why"].startswith("Too many connections are open")
        assert [connection.do("chat", text="a")["t"] for _ in range(2)] == ["done", "refused"]
        assert [connection.do("hint")["t"] for _ in range(2)] == ["done", "refused"]
        fresh = [server.browser().post("/tables", json={"game": GAME}).status_code for _ in range(3)]
        assert fresh == [303, 303, 429]


def test_a_request_body_that_is_too_large_is_refused(server: RunningServer) -> None:
    response = server.guest().http.post("/tables", json={"game": "x" * 100_000})
    assert response.status_code == 413


# ---- Invalid input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "there is no game ''"),
        ({"game": "go"}, "there is no game 'go'"),
        ({"game": 7}, "missing or wrong: game"),
        ({"game": GAME, "players": 9}, "kasane is for 3 or 4 players, not 9"),
        ({"game": GAME, "players": "x"}, "missing or wrong: players"),
        ({"game": GAME, "options": {"trumps": 1}}, "there is no option trumps"),
        ({"game": GAME, "options": []}, "missing or wrong: options"),
        ({"game": GAME, "data": {"go": {}}}, "there is no table 'go'"),
        ({"game": GAME, "pace": "hasty"}, "Invalid enum value 'hasty'"),
        ({"game": GAME, "limit": 3}, "The time limit must be at least 5 seconds."),
        ({"game": GAME, "limit": 10**9}, "<= 2592000"),
        ({"game": GAME, "takeover": 3}, "after 10 seconds at the earliest"),
        ({"game": GAME, "aids": "perhaps"}, "missing or wrong: aids"),
        ({"game": GAME, "seats": ["me"]}, "missing or wrong: seats"),
        ({"game": GAME, "seats": ["me", "me", "god", "open"]}, "no bot level “god”"),
        ({"game": GAME, "seats": ["me", "me", "exec:true", "open"]}, "no bot level “exec:true”"),
        ({"game": GAME, "seats": ["random"] * 4}, "At least one seat must be yours"),
        ({"game": GAME, "names": [1]}, "missing or wrong: names"),
    ],
)
def test_an_invalid_form_is_refused_with_a_reason(server: RunningServer, fields: dict[str, object], why: str) -> None:
    response = server.guest().http.post("/tables", json=fields)
    assert response.status_code in (400, 404)
    assert why in response.json()["why"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 5000])
def test_a_malformed_body_is_refused(server: RunningServer, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert server.guest().http.post("/tables", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize(
    ("charset", "status"), [("utf-8", 303), ("UTF8", 303), ("idna", 400), ("undefined", 400), ("unicode_escape", 400)]
)
def test_a_form_in_another_encoding_is_refused(server: RunningServer, charset: str, status: int) -> None:
    body = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA\\ud800oi..\r\n--x--\r\n'
    headers = {"Content-Type": f"multipart/form-data; boundary=x; charset={charset}"}
    with server.browser() as browser:
        assert browser.post("/me", content=body, headers=headers).status_code == status
    assert server.context.telemetry.counts["faults"] == 0


def test_a_browser_form_makes_a_table(server: RunningServer) -> None:
    browser = server.browser(headers={"Origin": server.address})
    fields = {
        "game": GAME,
        "players": "3",
        "option.open_hands": "true",
        "seat.0": "me",
        "seat.1": "novice",
        "seat.2": "open",
        "seat.3": "club",
        "aids": "off",
        "pace": "fast",
        "limit": "0",
        "takeover": "0",
        "listed": "on",
    }
    response = browser.post("/tables", data=fields)
    assert response.status_code == 303
    table = server.context.tables.tasks[response.headers["location"].split("/")[-1]].table
    assert table.settings.options["open_hands"] is True
    assert (table.settings.aids, table.settings.pace, table.settings.listed, table.settings.takeover) == (
        False,
        "fast",
        True,
        0,
    )
    assert [holder.level for holder in table.holders] == ["", "novice", ""]


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/table/nowhere", "/rules/go", "/static/x/nothing.js", "/art/x/go.svg", f"/static/x/{'x' * 300}"],
)
def test_a_missing_page_has_an_error_page_in_the_visitors_language(server: RunningServer, path: str) -> None:
    response = server.get(path, Accept_Language="ja")
    assert response.status_code == 404
    assert '<html lang="ja"' in response.text
    assert server.get(path, Accept="application/json").json()["why"]


@pytest.mark.parametrize("path", ["/static/x/..%2f..%2f__init__.py", "/static/x/.hidden", "/art/x/..%2fgo.css"])
def test_files_outside_the_static_folders_are_not_served(server: RunningServer, path: str) -> None:
    assert server.get(path).status_code == 404


def test_health_and_metrics_are_reported(server: RunningServer) -> None:
    host = server.guest()
    connection = host.connect(host.make_table(game=GAME))
    connection.do("seen")
    assert server.get("/healthz").text == "ok\n"
    metrics = dict(line.rsplit(" ", 1) for line in server.get("/metrics").text.splitlines() if line[0] != "#")
    assert float(metrics["chabudai_connections"]) >= 1
    assert float(metrics["chabudai_messages_total"]) >= 1
    assert "chabudai_command_seconds_count" in metrics


def test_the_log_is_written_as_json_lines(server: RunningServer) -> None:
    server.context.telemetry.warn("a test", number=1)
    assert server.telemetry is not None
    lines = [json.loads(line) for line in server.telemetry.getvalue().splitlines()]
    assert lines[-1]["what"] == "a test"
    assert lines[-1]["level"] == "warning"


def test_a_socket_to_an_unknown_table_says_why(server: RunningServer) -> None:
    with connect(f"{server.address.replace('http', 'ws', 1)}/table/nowhere/live") as socket:
        assert json.loads(socket.recv()) == {"t": "closed", "why": "There is no such table."}
