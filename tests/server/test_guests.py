"""Guests: cookies, invitations, names, and moving a seat to another device."""

import pytest

from chabudai.server.bind import Binding, network_hosts
from chabudai.server.http import lobby_rows
from chabudai.session.names import clean_text
from server.running_server import GuestClient, RunningServer

GAME = "kasane"


def table_for(server: RunningServer, seats: list[str]) -> tuple[GuestClient, str]:
    host = server.guest("Aoi")
    return host, host.make_table(game=GAME, players=len(seats), seats=seats)


def test_the_cookie_contains_only_a_signed_id(server: RunningServer) -> None:
    response = server.get("/", Accept="application/json")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    value = response.cookies["chabudai_guest"]
    guest, _, signature = value.rpartition(".")
    assert len(guest) == 16
    assert server.context.signer.verify("guest", value) == guest
    assert signature


def test_a_forged_cookie_is_replaced_by_that_of_a_new_guest(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "random", "random"])
    guest = host.http.cookies["chabudai_guest"].rpartition(".")[0]
    thief = server.browser(cookies={"chabudai_guest": f"{guest}.AAAAAAAAAAAAAAAAAAAAAA"})
    response = thief.get(f"/table/{table}", headers={"Accept": "application/json"})
    assert response.status_code == 403
    assert response.cookies["chabudai_guest"].rpartition(".")[0] != guest


def test_opening_an_invitation_changes_nothing(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "open", "random"])
    link = host.invitation(table)
    seq = server.context.tables.tasks[table].table.seq
    page = server.get(link)
    assert page.status_code == 200
    assert "Aoi" in page.text
    assert server.context.tables.tasks[table].table.seq == seq


def test_an_invitation_leads_to_a_seat_and_then_to_the_table(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "open", "random"])
    browser = server.browser()
    link = host.invitation(table)
    browser.get(link)
    response = browser.post(link, data={"name": "Ben", "seat": "1"}, headers={"Origin": server.address})
    assert response.status_code == 303
    assert response.headers["location"] == f"/table/{table}"
    assert server.context.tables.tasks[table].table.holders[1].name == "Ben"
    again = browser.post(link, data={"name": "Ben"}, headers={"Origin": server.address})
    assert again.status_code == 303
    assert [holder.name for holder in server.context.tables.tasks[table].table.holders].count("Ben") == 1


@pytest.mark.parametrize("seats", [["me", "open", "random"], ["me", "me", "me"]])
def test_an_invited_guest_may_watch(server: RunningServer, seats: list[str]) -> None:
    host, table = table_for(server, seats)
    browser = server.browser()
    link = host.invitation(table)
    assert 'name="watch" value="on"' in browser.get(link).text
    assert browser.get(f"/table/{table}").status_code == 403
    response = browser.post(link, data={"name": "Ben", "watch": "on"}, headers={"Origin": server.address})
    assert (response.status_code, response.headers["location"]) == (303, f"/table/{table}")
    assert browser.get(f"/table/{table}").status_code == 200
    assert "Ben" not in [holder.name for holder in server.context.tables.tasks[table].table.holders]


def test_forged_invitations_and_invitations_to_no_table_are_refused(server: RunningServer) -> None:
    guest = server.guest()
    _, table = table_for(server, ["me", "open", "random"])
    assert guest.http.get(f"/join/{table}.forged").status_code == 404
    assert guest.http.post(f"/join/{table}.forged", json={}).json()["why"].startswith("This link is incomplete")
    nowhere = server.context.signer.sign("invite", "nowhere")
    assert guest.http.post(f"/join/{nowhere}", json={}).json() == {"why": "There is no such table."}
    cookie = guest.http.cookies["chabudai_guest"]
    assert guest.http.post(f"/join/{cookie}", json={}).status_code == 404


def test_only_guests_at_the_table_can_invite(server: RunningServer) -> None:
    _, table = table_for(server, ["me", "open", "random"])
    assert server.guest().http.get(f"/table/{table}/invite").status_code == 403


def test_an_invitation_includes_a_qr_code(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "open", "random"])
    invitation = host.http.get(f"/table/{table}/invite").json()
    assert invitation["link"].startswith(f"{server.address}/join/{table}.")
    assert invitation["qr"].startswith("<svg")
    assert "style" not in invitation["qr"]
    assert invitation["can_listen"] is False


def test_an_invitation_with_a_nonsensical_host_has_no_qr_code(server: RunningServer) -> None:
    host = server.guest()
    table = host.make_table(game=GAME)
    response = host.http.get(f"/table/{table}/invite", headers={"Host": "h" * 5000})
    assert (response.status_code, response.json()["qr"]) == (200, "")


def test_a_link_moves_a_seat_to_another_device_once(server: RunningServer) -> None:
    phone, laptop, thief = server.guest(), server.guest(), server.guest()
    host, table = table_for(server, ["me", "open", "random"])
    phone.join(host.invitation(table), name="Ben")
    theirs = phone.connect(table)
    theirs.read_until(lambda: theirs.now and theirs.now["mine"] == [1])
    link = phone.http.post(f"/table/{table}/move", json={}).json()["link"].removeprefix(server.address)
    assert host.http.post(f"/table/{table}/move", json={"seat": 1}).status_code == 403
    assert phone.http.post(link, json={}).json()["why"] == "You are already playing this seat on this device."
    assert laptop.http.post(link, json={}).json()["seats"] == [1]
    theirs.read_until(lambda: theirs.now["mine"] == [])
    assert theirs.now["scene"]["viewer"] == -1
    connection = laptop.connect(table).ready()
    assert connection.now["scene"]["viewer"] == 1
    assert thief.http.post(link, json={}).json()["why"].startswith("This link has already been used")


def test_a_used_link_stays_invalid_after_the_seat_returns(server: RunningServer) -> None:
    laptop, thief = server.guest(), server.guest()
    phone, table = table_for(server, ["me", "open", "random"])

    def link_of(person: GuestClient) -> str:
        return str(person.http.post(f"/table/{table}/move", json={}).json()["link"].removeprefix(server.address))

    first = link_of(phone)
    assert laptop.http.post(first, json={}).json()["seats"] == [0]
    assert phone.http.post(link_of(laptop), json={}).json()["seats"] == [0]
    assert thief.http.get(first).status_code == 410
    assert thief.http.post(first, json={}).json()["why"].startswith("This link has already been used")
    assert thief.http.post(link_of(phone), json={}).json()["seats"] == [0]


def test_an_expired_link_moves_no_seat(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "open", "random"])
    guest = host.http.cookies["chabudai_guest"].rpartition(".")[0]
    link = server.context.signer.sign("move", f"{table}.0.{guest}.1.1000")
    assert server.guest().http.post(f"/seat/{link}", json={}).status_code == 410


def test_another_tab_and_a_new_connection_continue_immediately(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "random", "random"])
    first = host.connect(table)
    assert first.wait_for_turn()
    second = host.connect(table).ready()
    assert second.now["scene"]["choices"] == first.now["scene"]["choices"]
    seq = first.choose()
    second.read_until(lambda: second.now["seq"] >= seq)
    first.close()
    again = host.connect(table).ready()
    assert again.now["seq"] >= seq


def test_names_are_cleaned_and_shortened(server: RunningServer) -> None:
    guest = server.guest()
    guest.http.post("/me", json={"name": "  A\u0000\u202eb\n\tc" + "x" * 50})
    table = guest.make_table(game=GAME, players=3, seats=["me", "random", "random"])
    name = server.context.tables.tasks[table].table.holders[0].name
    assert name == ("A b c" + "x" * 50)[:24]
    assert guest.http.post("/me", json={"name": " \u200b "}).status_code == 400


@pytest.mark.parametrize(
    ("text", "cleaned"), [("👩\u200d👧 家", "👩\u200d👧 家"), ("a\u200db", "a b"), ("🎴\u200d", "🎴")]
)
def test_zero_width_joiners_are_kept_only_between_emoji(text: str, cleaned: str) -> None:
    assert clean_text(text, 24) == cleaned


def test_a_nameless_guest_gets_a_default_name(server: RunningServer) -> None:
    guest = server.guest(language="ja")
    table = guest.make_table(game=GAME, players=3, seats=["me", "random", "random"])
    assert server.context.tables.tasks[table].table.holders[0].name.startswith("ゲスト")


def test_older_games_are_on_the_next_page(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_rows, "_MAX_GAMES", 2)
    host = server.guest("Aoi")
    tables = [host.make_table(game=GAME, players=3, seats=["me", "open", "random"]) for _ in range(3)]
    first_page = host.http.get("/mine").json()
    assert [row["id"] for row in first_page["running"]] == tables[:0:-1]
    assert [row["id"] for row in host.http.get(first_page["older"]).json()["running"]] == tables[:1]
    assert host.http.get(first_page["older"]).json()["older"] == ""
    assert host.http.get("/mine?before=yesterday").status_code == 404


def test_my_games_lists_the_guests_own_tables(server: RunningServer) -> None:
    host, table = table_for(server, ["me", "random", "random"])
    mine = host.http.get("/mine").json()
    assert [row["id"] for row in mine["running"]] == [table]
    assert host.http.get("/").json()["mine"][0]["yours"] is True
    assert server.guest().http.get("/mine").json() == {"running": [], "finished": [], "older": ""}


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_network_addresses_are_listed_only_if_they_reach_the_server(host: str) -> None:
    expected = [] if host == "127.0.0.1" else [f"http://{address}:8000" for address in network_hosts()]
    assert Binding(host, 8000).base_urls() == expected


def test_an_ipv6_address_is_in_brackets_in_urls() -> None:
    assert Binding("fd00::1", 8000).base_urls() == ["http://[fd00::1]:8000"]
    assert Binding("::1", 8000, listening_hosts=["fd00::2"]).base_urls() == ["http://[fd00::2]:8000"]
