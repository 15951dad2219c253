"""The operator's page: who gets in, what it shows, and what it can do."""

import asyncio
import stat
from pathlib import Path

import httpx
import pytest

from chabudai.server.clock import Clock
from chabudai.server.http.admin_access import COOKIE
from chabudai.server.http.signing import CannotUseKey, load_admin_token
from chabudai.server.storage.store import Report
from server.running_server import NO_LIMITS, GuestClient, RunningServer, run_server

GAME = "kasane"


def operator(server: RunningServer) -> GuestClient:
    """Return a client that has exchanged the token for the cookie."""
    admin = server.guest()
    response = admin.http.get(f"/admin?token={server.context.admin_token}")
    assert response.status_code == 200
    return admin


# ---- Who gets in -----------------------------------------------------------------------------------------------------


def test_the_admin_page_requires_its_token(server: RunningServer) -> None:
    guest = server.guest()
    for response in (
        guest.http.get("/admin"),
        guest.http.get("/admin?token="),
        guest.http.get("/admin?token=guess"),
        guest.http.get("/admin?token=%C3%A4"),
        guest.http.post("/admin", json={"token": "guess"}),
        guest.http.post("/admin", json={"do": "close", "id": "x"}),
        guest.http.get("/admin", headers={"Cookie": f"{COOKIE}=9999999999.x"}),
    ):
        assert response.status_code == 403
        assert COOKIE not in response.headers.get("set-cookie", "")


def test_the_token_is_exchanged_for_a_cookie_and_disappears_from_the_address(server: RunningServer) -> None:
    with server.browser() as browser:
        response = browser.get(f"/admin?token={server.context.admin_token}")
        assert (response.status_code, response.headers["location"]) == (303, "/admin")
        (cookie,) = [line for line in response.headers.get_list("set-cookie") if line.startswith(COOKIE)]
        for attribute in ("HttpOnly", "Max-Age=3600", "Path=/admin", "SameSite=strict"):
            assert attribute in cookie
        assert server.context.admin_token not in cookie
        page = browser.get("/admin")
        assert page.status_code == 200
        assert server.context.admin_token not in page.text


def test_the_token_can_be_posted_so_that_it_is_in_no_address(server: RunningServer) -> None:
    with server.browser() as browser:
        assert browser.post("/admin", data={"token": server.context.admin_token}).status_code == 303
        assert browser.get("/admin").status_code == 200


def test_the_cookie_is_valid_for_an_hour(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = operator(server)
    later = server.context.clock.now() + 3590.0
    monkeypatch.setattr(server.context.tables, "clock", Clock(lambda: later))
    assert admin.http.get("/admin").status_code == 200
    monkeypatch.setattr(server.context.tables, "clock", Clock(lambda: later + 20.0))
    assert admin.http.get("/admin").status_code == 403


def test_a_new_token_makes_the_cookie_invalid_and_logs_nobody_out(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, player = operator(server), server.guest("Aoi")
    table = player.make_table(game=GAME, players=3, seats=["me", "random", "random"])
    monkeypatch.setattr(server.context, "admin_token", "another token of some length")
    assert admin.http.get("/admin").status_code == 403
    assert player.http.get(f"/table/{table}").json()["listing"]["host"] is True


def test_no_other_cookie_or_link_lets_anybody_in(server: RunningServer) -> None:
    guest = server.guest()
    forged = [guest.http.cookies["chabudai_guest"], server.context.signer.sign("invite", "9999999999.x")]
    for value in forged:
        assert guest.http.get("/admin", headers={"Cookie": f"{COOKIE}={value}"}).status_code == 403


def test_a_page_of_another_site_cannot_act_for_the_operator(server: RunningServer) -> None:
    admin = operator(server)
    response = admin.http.post("/admin", json={"do": "ban", "id": "x"}, headers={"Origin": "https://evil.example"})
    assert response.status_code == 403
    assert "x" not in server.context.tables.banned


def test_the_token_is_in_a_file_for_its_owner_and_deleting_the_file_changes_it(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite.admin"
    token = load_admin_token(path)
    assert path.read_text().strip() == token == load_admin_token(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
    assert load_admin_token(path) != token


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 40])
def test_a_file_without_a_token_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.sqlite.admin"
    path.write_bytes(content)
    with pytest.raises(CannotUseKey, match="does not contain a token"):
        load_admin_token(path)


# ---- What it shows and does ------------------------------------------------------------------------------------------


def test_an_admin_can_list_and_close_tables_and_ban_guests(tmp_path: Path) -> None:
    with run_server(tmp_path, NO_LIMITS) as server:
        host, admin = server.guest("Eve"), operator(server)
        table = host.make_table(game=GAME, players=3, seats=["me", "random", "random"])
        connection = host.connect(table)
        assert connection.wait_for_turn()
        page = admin.http.get("/admin").json()
        assert [row["id"] for row in page["tables"]] == [table]
        assert page["tables"][0]["watching"] == 1
        (eve,) = [guest for guest in page["guests"] if guest["name"] == "Eve"]
        admin.http.post("/admin", json={"do": "ban", "id": eve["id"]})
        assert connection.wait_for("closed")["why"] == "You cannot play here."
        assert host.http.get("/").status_code == 403
        assert admin.http.post("/admin", json={"do": "close", "id": table}).status_code == 200
        assert server.context.tables.tasks[table].table.status == "closed"
        admin.http.post("/admin", json={"do": "unban", "id": eve["id"]})
        assert host.http.get("/").status_code == 200
        host.http.post("/me", data={"name": "Eva"})
        assert [guest["banned"] for guest in admin.http.get("/admin").json()["guests"]] == [False]
        assert asyncio.run(server.context.tables.store.banned_guests()) == []
        assert admin.http.post("/admin", json={"do": "dance", "id": ""}).status_code == 400
        page = admin.http.get("/admin", headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert table in page.text


def report(number: int, **changes: object) -> Report:
    fields: dict[str, object] = {
        "id": f"r{number}",
        "at": 1000.0 + number,
        "table": "t1",
        "reporter": "g1",
        "guest": "g2",
        "seat": 1,
        "text": "Never moves.",
        "lines": ["Ben played 3.", "Aoi wrote: hello?"],
    }
    return Report(**(fields | changes))  # type: ignore[arg-type]


def test_reports_reach_the_operator_with_the_last_lines_of_the_log(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        store = server.context.tables.store
        asyncio.run(store.name_guest("g2", "<Ben>"))
        for number in range(3):
            asyncio.run(store.save_report(report(number)))
        admin = operator(server)
        reports = admin.http.get("/admin").json()["reports"]
        assert [shown["id"] for shown in reports] == ["r2", "r1", "r0"]
        assert reports[0]["lines"] == ["Ben played 3.", "Aoi wrote: hello?"]
        assert reports[0]["name"] == "<Ben>"
        for language in ("en", "ja"):
            headers = {"Accept": "text/html", "Accept-Language": language}
            page = admin.http.get("/admin", headers=headers).text
            for text in ("Never moves.", "Aoi wrote: hello?", "&lt;Ben&gt;", 'href="/table/t1"'):
                assert text in page
        admin.http.post("/admin", json={"do": "ban", "id": "g2"})
        assert "g2" in server.context.tables.banned
        assert admin.http.get("/admin").json()["reports"][0]["banned"] is True


def test_reports_are_stored_once_and_the_oldest_are_forgotten(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        store = server.context.tables.store

        async def act() -> None:
            await store.save_report(report(0))
            await store.save_report(report(0, text="again"))
            assert [stored.text for stored in await store.latest_reports(10)] == ["Never moves."]
            reports = [report(number, reporter=f"g{number}") for number in range(1, 1005)]
            await asyncio.gather(*map(store.save_report, reports))
            stored = await store.latest_reports(2000)
            assert [stored[0].id, stored[-1].id, len(stored)] == ["r1004", "r5", 1000]

        asyncio.run(act())


def test_a_guest_who_sends_many_reports_pushes_out_only_their_own(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        store = server.context.tables.store

        async def act() -> None:
            await store.save_report(report(0, reporter="honest"))
            await asyncio.gather(*(store.save_report(report(number)) for number in range(1, 1100)))
            stored = await store.latest_reports(2000)
            assert [kept.id for kept in stored] == [*(f"r{number}" for number in range(1099, 1079, -1)), "r0"]

        asyncio.run(act())


def test_reports_cannot_be_read_without_the_cookie(server: RunningServer) -> None:
    response = httpx.get(f"{server.address}/admin", headers={"Accept": "application/json"})
    assert response.status_code == 403
    assert "reports" not in response.json()
