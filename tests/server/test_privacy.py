"""What must not leave the server: ids of guests, signed links in logs, cookies without encryption."""

import io
import json
import logging
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from chabudai.kernel.rng import Rng
from chabudai.server.serve import library_logs_to
from chabudai.server.telemetry import Telemetry
from server.running_server import RunningServer, new_table, play_to_end, run_server, seat_friend, wait_until
from server.test_durability import change_rules_version

# ---- Ids of guests ---------------------------------------------------------------------------------------------------


def guest_id(cookie: str) -> str:
    return cookie.rpartition(".")[0]


def test_nothing_that_players_and_spectators_receive_contains_the_id_of_a_guest(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"], listed=True)
    friend, theirs = seat_friend(server, host, table, "Ben")
    watcher = server.guest("Wat")
    watching = watcher.connect(table)
    mine.do("chat", text="Hello!")
    watching.read_until(lambda: watching.has_received("chat"))
    play_to_end([mine, theirs], Rng(1))
    watching.read_until(lambda: watching.now["status"] == "over")
    everybody = (host, friend, watcher)
    ids = [guest_id(guest.http.cookies["chabudai_guest"]) for guest in everybody]
    assert all(len(found) == 16 for found in ids)
    received = [json.dumps(connection.messages) for connection in (mine, theirs, watching)]
    paths = ["/", "/mine", f"/table/{table}", f"/replay/{table}", f"/record/{table}.json"]
    for guest in everybody:
        received += [guest.http.get(path).text for path in paths]
        received += [guest.http.get(path, headers={"Accept": "text/html"}).text for path in paths]
    for text in received:
        assert not any(found in text for found in ids)


def test_the_summary_of_a_table_tells_a_guest_which_seats_are_theirs(server: RunningServer) -> None:
    host, table, _ = new_table(server, ["me", "open", "random"], listed=True)
    friend, _ = seat_friend(server, host, table, "Ben")
    for guest, is_host, yours in ((host, True, 0), (friend, False, 1), (server.guest(), False, None)):
        listing = guest.http.get(f"/table/{table}").json()["listing"]
        assert listing["host"] is is_host
        assert [seat for seat, sitter in enumerate(listing["sitters"]) if sitter["yours"]] == (
            [] if yours is None else [yours]
        )
        assert [sitter["name"] for sitter in listing["sitters"]][1] == "Ben"


def test_a_downloaded_log_numbers_the_guests(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        host, table, mine = new_table(server, ["me", "open", "random"])
        _, theirs = seat_friend(server, host, table, "Ben")
        mine.do("chat", text="Hello!")
        mine.close()
        theirs.close()
    change_rules_version(tmp_path, table)
    with run_server(tmp_path) as server:
        again = server.guest()
        again.http.cookies = host.http.cookies
        entries = [row["entry"] for row in again.http.get(f"/record/{table}.json").json()["entries"]]
        assert entries[0]["host"] == "1"
        assert {entry["guest"] for entry in entries if entry["what"] == "sat"} == {"1", "2"}
        assert [entry["guest"] for entry in entries if "text" in entry] == ["1"]


# ---- Logs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("GET /join/AbC-1_2.x9.sig HTTP/1.1", "GET /join/[hidden] HTTP/1.1"),
        ("http://a.example/seat/t.0.g.3.99.sig?x=1", "http://a.example/seat/[hidden]?x=1"),
        ("path='/join/a.b', next", "path='/join/[hidden]', next"),
        ('"/admin?token=s3cret&do=x"', '"/admin?token=[hidden]&do=x"'),
        ("cookie: chabudai_guest=g.sig; lang=ja; chabudai_admin=9.h.sig", None),
        ("nothing to hide in /table/abc", "nothing to hide in /table/abc"),
    ],
)
def test_secrets_are_hidden_in_log_lines(text: str, hidden: str | None) -> None:
    out = io.StringIO()
    telemetry = Telemetry(out)
    hidden = hidden or "cookie: chabudai_guest=[hidden]; lang=ja; chabudai_admin=[hidden]"
    telemetry.warn("test", path=text)
    telemetry.fault("test", RuntimeError(text))
    warned, failed = [json.loads(line) for line in out.getvalue().splitlines()]
    assert warned["path"] == hidden
    assert failed["error"] == f"RuntimeError: {hidden}"
    assert failed["trace"].endswith(f"RuntimeError: {hidden}\n")


def test_secrets_are_hidden_in_messages_of_libraries() -> None:
    out = io.StringIO()
    with library_logs_to(Telemetry(out)):
        logging.getLogger("uvicorn.error").warning("Unsupported upgrade request: %s", "/join/abc.def")
    assert "/join/[hidden]" in out.getvalue()
    assert "abc.def" not in out.getvalue()


def test_a_failing_request_does_not_write_its_link_to_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with run_server(tmp_path) as server:
        host, table, _ = new_table(server, ["me", "open", "random"])
        link = host.invitation(table)

        async def fail(table_id: str) -> None:
            raise RuntimeError(f"failed for {link}")

        monkeypatch.setattr(server.context.tables, "find", fail)
        assert host.http.get(link).status_code == 500
        assert server.telemetry is not None
        written = server.telemetry.getvalue()
        assert '"path":"/join/[hidden]"' in written
        assert link.rpartition("/")[2] not in written
        server.telemetry.truncate(0)  # the fault was intended


# ---- Encryption ------------------------------------------------------------------------------------------------------

OVER_TLS = {"X-Forwarded-Proto": "https"}


def test_all_cookies_are_secure_and_only_encryption_is_allowed_over_tls(tmp_path: Path) -> None:
    with run_server(tmp_path, proxies="127.0.0.1") as server, server.browser(headers=OVER_TLS) as browser:
        responses = [
            browser.get("/"),
            browser.post("/me", data={"lang": "ja", "theme": "dark"}),
            browser.get(f"/admin?token={server.context.admin_token}"),
        ]
    cookies = [line for response in responses for line in response.headers.get_list("set-cookie")]
    assert {line.partition("=")[0] for line in cookies} == {"chabudai_guest", "lang", "theme", "chabudai_admin"}
    assert all("; Secure" in line and "; HttpOnly" in line for line in cookies)
    assert all(response.headers["strict-transport-security"] == "max-age=31536000" for response in responses)


def test_without_tls_cookies_work_too(server: RunningServer) -> None:
    with server.browser() as browser:
        response = browser.get("/")
    assert "; Secure" not in response.headers["set-cookie"]
    assert "strict-transport-security" not in response.headers


# ---- Malformed requests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "://", "http://a]b", "\x80", "null", "x" * 5000])
def test_a_malformed_origin_is_refused(server: RunningServer, origin: str) -> None:
    guest = server.guest()
    headers = {"Origin": origin.encode("latin-1")}
    response = guest.http.post("/me", json={"name": "Eve"}, headers=headers)  # type: ignore[arg-type]
    assert response.status_code == 403
    assert response.json()["why"] == "This request came from another website."


@pytest.mark.parametrize("host", ["[", "[::1", "a]b", "", "\x80", "a b", "x:y:z"])
def test_a_malformed_host_causes_no_internal_error(server: RunningServer, host: str) -> None:
    guest = server.guest("Aoi")
    table = guest.make_table(game="kasane")
    for path in ("/", f"/table/{table}", f"/table/{table}/invite", "/static/x/client.js", "/admin"):
        response = guest.http.get(path, headers={"Host": host.encode("latin-1")})  # type: ignore[arg-type]
        assert response.status_code < 500


@pytest.mark.parametrize("path", ["/records", "/tables", "/me", "/admin"])
def test_an_aborted_upload_is_no_internal_error(tmp_path: Path, path: str) -> None:
    with run_server(tmp_path) as server:
        address = urlsplit(server.address)
        assert address.hostname is not None
        with socket.create_connection((address.hostname, address.port or 0)) as client:
            client.sendall(
                f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
                "Content-Length: 1000\r\n\r\n{".encode()
            )
            client.shutdown(socket.SHUT_WR)
        wait_until(lambda: server.get("/healthz").status_code == 200)
    # Leaving the block checks that no error was logged.
