"""What keeps a server well: origins, sizes, rates, limits, headers, wrong forms, the admin page."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.bind import Binding
from chabudai.server.limits import Bucket, Limits
from chabudai.server.socket import connections
from chabudai.session.refusal import Refused
from server.served import FREE, Served, serving, whose_turn

GAME = "kasane"


# ---- Where requests come from ----------------------------------------------------------------------------------------


def test_a_socket_opened_by_the_page_of_another_site_is_refused(served: Served) -> None:
    host = served.guest()
    table = host.make(game=GAME)
    with pytest.raises(InvalidStatus) as refused:
        host.connect(table, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    assert host.connect(table, origin=served.address).read()["t"] == "scene"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({}, 200),
    ],
)
def test_a_form_of_another_site_is_refused(served: Served, headers: dict[str, str], status: int) -> None:
    answer = served.guest().http.post("/tables", json={"game": GAME}, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json() == {"why": "This came from the page of another site."}


def test_every_page_says_where_it_may_load_from(served: Served) -> None:
    for path in ("/", "/nowhere", "/healthz"):
        headers = served.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_listening_more_widely_needs_this_machine_and_an_offer(tmp_path: Path) -> None:
    asked: list[str] = []

    async def widen() -> list[str]:
        asked.append("yes")
        return ["192.0.2.7"]

    with serving(tmp_path, listening=lambda port: Binding("127.0.0.1", port, widen)) as served:
        host = served.guest()
        table = host.make(game=GAME)
        assert host.http.get(f"/table/{table}/invite").json()["can_listen"] is True
        assert host.http.post("/listen", headers={"Host": "evil.example:80"}).status_code == 403
        assert host.http.post("/listen", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
        assert asked == []
        port = served.address.rpartition(":")[2]
        assert host.http.post("/listen").json() == {"links": [f"http://192.0.2.7:{port}"]}
        told = host.http.get(f"/table/{table}/invite").json()
        assert told["can_listen"] is False
        assert told["link"].startswith(f"http://192.0.2.7:{port}/join/")
        host.http.post("/listen")
        assert asked == ["yes"]


def test_a_server_that_was_told_where_to_listen_listens_nowhere_else(served: Served) -> None:
    answer = served.guest().http.post("/listen")
    assert answer.status_code == 403
    assert "listens only there" in answer.json()["why"]


# ---- How much --------------------------------------------------------------------------------------------------------


def test_a_message_that_is_too_large_is_refused_and_the_table_stays(served: Served) -> None:
    host = served.guest()
    connection = host.connect(host.make(game=GAME))
    connection.ready()
    connection.socket.send("x" * 9000)
    assert connection.of("refused") == {"t": "refused", "id": None, "why": "That is too large."}
    assert connection.do("seen")["t"] == "done"


def test_a_message_that_is_far_too_large_ends_the_connection(served: Served) -> None:
    host = served.guest()
    connection = host.connect(host.make(game=GAME))
    connection.socket.send("x" * 100_000)
    assert connection.ended() == 1009


def test_too_many_messages_are_refused_and_far_too_many_end_the_connection(tmp_path: Path) -> None:
    limits = Limits(messages_a_second=0.001, messages_at_once=3)
    with serving(tmp_path, limits) as served:
        host = served.guest()
        connection = host.connect(host.make(game=GAME))
        answers = [connection.do("seen") for _ in range(4)]
        assert [answer["t"] for answer in answers] == ["done", "done", "done", "refused"]
        assert answers[-1]["why"] == "Slowly, please: too many messages."
        for _ in range(100):
            connection.send("seen")
        assert connection.ended() == 1008


def test_a_bucket_gives_so_many_at_once() -> None:
    bucket = Bucket(a_second=0.0, at_once=2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_who_waits_for_answers_to_many_commands_is_to_wait_for_one_first(tmp_path: Path) -> None:
    with serving(tmp_path, replace(FREE, commands_at_once=1)) as served:
        host, friend = served.guest("Aoi"), served.guest("Ben")
        table = host.make(game=GAME, players=3, seats=["me", "open", "random"], pace="at_once")
        friend.join(host.invite(table), name="Ben")
        mine, other = host.connect(table).ready(), friend.connect(table).ready()
        while whose_turn(mine, other) is not mine:
            other.choose()
        mine.choose()
        undo = mine.send("undo")
        other.until(lambda: other.now["ask"])
        assert mine.do("chat", text="Well?")["why"] == "Too much at once: wait for an answer first."
        other.do("agree", yes=False)
        mine.until(lambda: undo in mine.answers)
        assert mine.do("chat", text="Well.")["t"] == "done"


def test_a_refusal_that_cannot_be_put_into_words_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_words(error: ChabudaiError, language: str) -> str:
        if str(error) == str(Refused("failed")):
            return "failed"
        raise KeyError(str(error))

    monkeypatch.setattr(connections, "why", no_words)
    with serving(tmp_path) as served:
        host = served.guest()
        mine = host.connect(host.make(game=GAME, players=3, seats=["me", "me", "me"])).ready()
        assert mine.do("choose", action=10**6, seat=0)["why"] == "failed"
        assert mine.do("reveal", seat=mine.now["curtain"]["seat"])["t"] == "done"
        mine.until(lambda: mine.now["turn"])
        mine.choose()
        telemetry = served.telemetry
        assert telemetry is not None
        assert "a command failed" in telemetry.getvalue()
        telemetry.truncate(0)  # else it would be held against the server in the end


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        (Limits(tables=1), "The house is full. Try again later."),
        (Limits(unfinished_tables=1), "You have 1 unfinished tables. Finish or close one first."),
        (Limits(new_tables_a_minute=1.0), "You have set many tables just now. Try again in a minute."),
    ],
)
def test_there_are_limits_on_tables(tmp_path: Path, limits: Limits, why: str) -> None:
    with serving(tmp_path, limits) as served:
        host = served.guest()
        host.make(game=GAME)
        answer = host.http.post("/tables", json={"game": GAME})
        assert answer.status_code in (429, 503)
        assert answer.json() == {"why": why}


def test_there_are_limits_on_connections_guests_hints_and_talk(tmp_path: Path) -> None:
    limits = Limits(connections_a_guest=1, new_guests_a_minute=2.0, hints_a_minute=1.0, chat_lines_a_minute=1.0)
    with serving(tmp_path, limits) as served:
        host = served.guest()
        table = host.make(game=GAME, players=3, seats=["me", "random", "random"])
        connection = host.connect(table)
        assert connection.turn()
        assert host.connect(table).read()["why"].startswith("There are too many open connections")
        assert [connection.do("chat", text="a")["t"] for _ in range(2)] == ["done", "refused"]
        assert [connection.do("hint")["t"] for _ in range(2)] == ["done", "refused"]
        fresh = [served.browser().post("/tables", json={"game": GAME}).status_code for _ in range(3)]
        assert fresh == [303, 303, 429]


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    answer = served.guest().http.post("/tables", json={"game": "x" * 100_000})
    assert answer.status_code == 413


# ---- Wrong input -----------------------------------------------------------------------------------------------------


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
        ({"game": GAME, "limit": 3}, "A time limit is at least 5 seconds."),
        ({"game": GAME, "limit": 10**9}, "<= 2592000"),
        ({"game": GAME, "takeover": 3}, "after 10 seconds at the earliest"),
        ({"game": GAME, "aids": "perhaps"}, "missing or wrong: aids"),
        ({"game": GAME, "seats": ["me"]}, "missing or wrong: seats"),
        ({"game": GAME, "seats": ["me", "me", "god", "open"]}, "no bots of the level god"),
        ({"game": GAME, "seats": ["me", "me", "exec:true", "open"]}, "no bots of the level exec:true"),
        ({"game": GAME, "seats": ["random"] * 4}, "At least one seat must be yours"),
        ({"game": GAME, "names": [1]}, "missing or wrong: names"),
    ],
)
def test_a_wrong_form_is_refused_with_a_sentence(served: Served, fields: dict[str, object], why: str) -> None:
    answer = served.guest().http.post("/tables", json=fields)
    assert answer.status_code in (400, 404)
    assert why in answer.json()["why"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 5000])
def test_a_body_that_is_no_form_is_refused(served: Served, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert served.guest().http.post("/tables", content=body, headers=headers).status_code == 400


def test_a_form_as_browsers_send_it_makes_a_table(served: Served) -> None:
    browser = served.browser(headers={"Origin": served.address})
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
    answer = browser.post("/tables", data=fields)
    assert answer.status_code == 303
    table = served.context.tables.tasks[answer.headers["location"].split("/")[-1]].table
    assert table.settings.options["open_hands"] is True
    assert (table.settings.aids, table.settings.pace, table.settings.listed, table.settings.takeover) == (
        False,
        "fast",
        True,
        0,
    )
    assert [place.level for place in table.places] == ["", "novice", ""]


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/table/nowhere", "/rules/go", "/static/x/nothing.js", "/art/x/go.svg", f"/static/x/{'x' * 300}"],
)
def test_what_is_not_there_is_said_kindly(served: Served, path: str) -> None:
    answer = served.get(path, Accept_Language="ja")
    assert answer.status_code == 404
    assert '<html lang="ja"' in answer.text
    assert served.get(path, Accept="application/json").json()["why"]


@pytest.mark.parametrize("path", ["/static/x/..%2f..%2f__init__.py", "/static/x/.hidden", "/art/x/..%2fgo.css"])
def test_no_other_files_are_served(served: Served, path: str) -> None:
    assert served.get(path).status_code == 404


# ---- Whoever runs it -------------------------------------------------------------------------------------------------


def test_the_admin_page_needs_its_token(served: Served) -> None:
    guest = served.guest()
    for answer in (
        guest.http.get("/admin"),
        guest.http.get("/admin?token=guess"),
        guest.http.get("/admin?token=%C3%A4"),
        guest.http.post("/admin", json={"token": "guess", "do": "close", "id": "x"}),
    ):
        assert answer.status_code == 403


def test_the_admin_lists_closes_and_bans(tmp_path: Path) -> None:
    with serving(tmp_path, FREE) as served:
        host, admin = served.guest("Eve"), served.guest()
        token = served.context.admin_token
        table = host.make(game=GAME, players=3, seats=["me", "random", "random"])
        connection = host.connect(table)
        assert connection.turn()
        told = admin.http.get(f"/admin?token={token}").json()
        assert [row["id"] for row in told["tables"]] == [table]
        assert told["tables"][0]["watching"] == 1
        (eve,) = [guest for guest in told["guests"] if guest["name"] == "Eve"]
        admin.http.post("/admin", json={"token": token, "do": "ban", "id": eve["id"]})
        assert connection.of("closed")["why"] == "You cannot play here."
        assert host.http.get("/").status_code == 403
        assert admin.http.post("/admin", json={"token": token, "do": "close", "id": table}).status_code == 200
        assert served.context.tables.tasks[table].table.status == "closed"
        admin.http.post("/admin", json={"token": token, "do": "unban", "id": eve["id"]})
        assert host.http.get("/").status_code == 200
        host.http.post("/me", data={"name": "Eva"})
        assert [guest["banned"] for guest in admin.http.get(f"/admin?token={token}").json()["guests"]] == [False]
        assert asyncio.run(served.context.tables.store.banned()) == []
        assert admin.http.post("/admin", json={"token": token, "do": "dance", "id": ""}).status_code == 400
        page = served.get(f"/admin?token={token}")
        assert page.status_code == 200
        assert table in page.text


def test_health_and_figures(served: Served) -> None:
    host = served.guest()
    connection = host.connect(host.make(game=GAME))
    connection.do("seen")
    assert served.get("/healthz").text == "ok\n"
    figures = dict(line.rsplit(" ", 1) for line in served.get("/metrics").text.splitlines() if line[0] != "#")
    assert float(figures["chabudai_connections"]) >= 1
    assert float(figures["chabudai_messages_total"]) >= 1
    assert "chabudai_command_seconds_count" in figures


def test_what_happens_is_noted_in_lines_of_json(served: Served) -> None:
    served.context.telemetry.warn("a test", number=1)
    assert served.telemetry is not None
    lines = [json.loads(line) for line in served.telemetry.getvalue().splitlines()]
    assert lines[-1]["what"] == "a test"
    assert lines[-1]["level"] == "warning"


def test_a_socket_to_no_table_says_why(served: Served) -> None:
    with connect(f"{served.address.replace('http', 'ws', 1)}/table/nowhere/live") as socket:
        assert json.loads(socket.recv()) == {"t": "closed", "why": "There is no such table."}
