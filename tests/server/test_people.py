"""Guests, invitations, moving a seat, and coming back."""

import pytest

from chabudai.server.bind import Binding, network_addresses
from chabudai.server.http import lobby_rows
from chabudai.session.names import clean
from server.served import Person, Served

GAME = "kasane"


def table_for(served: Served, seats: list[str]) -> tuple[Person, str]:
    host = served.guest("Aoi")
    return host, host.make(game=GAME, players=len(seats), seats=seats)


def test_the_cookie_holds_an_id_and_nothing_else(served: Served) -> None:
    answer = served.get("/", Accept="application/json")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    value = answer.cookies["chabudai_guest"]
    guest, _, signature = value.rpartition(".")
    assert len(guest) == 16
    assert served.context.signer.open("guest", value) == guest
    assert signature


def test_a_forged_cookie_makes_a_new_guest(served: Served) -> None:
    host, table = table_for(served, ["me", "random", "random"])
    guest = host.http.cookies["chabudai_guest"].rpartition(".")[0]
    thief = served.browser(cookies={"chabudai_guest": f"{guest}.AAAAAAAAAAAAAAAAAAAAAA"})
    answer = thief.get(f"/table/{table}", headers={"Accept": "application/json"})
    assert answer.status_code == 403
    assert answer.cookies["chabudai_guest"].rpartition(".")[0] != guest


def test_looking_at_an_invitation_changes_nothing(served: Served) -> None:
    host, table = table_for(served, ["me", "open", "random"])
    link = host.invite(table)
    seq = served.context.tables.tasks[table].table.seq
    page = served.get(link)
    assert page.status_code == 200
    assert "Aoi" in page.text
    assert served.context.tables.tasks[table].table.seq == seq


def test_an_invitation_leads_to_a_seat_and_then_to_the_table(served: Served) -> None:
    host, table = table_for(served, ["me", "open", "random"])
    browser = served.browser()
    link = host.invite(table)
    browser.get(link)
    answer = browser.post(link, data={"name": "Ben", "seat": "1"}, headers={"Origin": served.address})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/table/{table}"
    assert served.context.tables.tasks[table].table.places[1].name == "Ben"
    again = browser.post(link, data={"name": "Ben"}, headers={"Origin": served.address})
    assert again.status_code == 303
    assert [place.name for place in served.context.tables.tasks[table].table.places].count("Ben") == 1


@pytest.mark.parametrize("seats", [["me", "open", "random"], ["me", "me", "me"]])
def test_who_is_invited_may_just_watch(served: Served, seats: list[str]) -> None:
    host, table = table_for(served, seats)
    browser = served.browser()
    link = host.invite(table)
    assert 'name="watch" value="on"' in browser.get(link).text
    assert browser.get(f"/table/{table}").status_code == 403
    answer = browser.post(link, data={"name": "Ben", "watch": "on"}, headers={"Origin": served.address})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{table}")
    assert browser.get(f"/table/{table}").status_code == 200
    assert "Ben" not in [place.name for place in served.context.tables.tasks[table].table.places]


def test_a_forged_invitation_and_one_to_nowhere_are_refused(served: Served) -> None:
    guest = served.guest()
    _, table = table_for(served, ["me", "open", "random"])
    assert guest.http.get(f"/join/{table}.forged").status_code == 404
    assert guest.http.post(f"/join/{table}.forged", json={}).json()["why"].startswith("This link is not complete")
    nowhere = served.context.signer.sign("invite", "nowhere")
    assert guest.http.post(f"/join/{nowhere}", json={}).json() == {"why": "There is no such table."}
    cookie = guest.http.cookies["chabudai_guest"]
    assert guest.http.post(f"/join/{cookie}", json={}).status_code == 404


def test_only_who_sits_there_invites(served: Served) -> None:
    _, table = table_for(served, ["me", "open", "random"])
    assert served.guest().http.get(f"/table/{table}/invite").status_code == 403


def test_an_invitation_comes_with_a_code_to_scan(served: Served) -> None:
    host, table = table_for(served, ["me", "open", "random"])
    told = host.http.get(f"/table/{table}/invite").json()
    assert told["link"].startswith(f"{served.address}/join/{table}.")
    assert told["qr"].startswith("<svg")
    assert "style" not in told["qr"]
    assert told["can_listen"] is False


def test_a_seat_moves_to_another_device_once(served: Served) -> None:
    phone, laptop, thief = served.guest(), served.guest(), served.guest()
    host, table = table_for(served, ["me", "open", "random"])
    phone.join(host.invite(table), name="Ben")
    theirs = phone.connect(table)
    theirs.until(lambda: theirs.now and theirs.now["mine"] == [1])
    link = phone.http.post(f"/table/{table}/move", json={}).json()["link"].removeprefix(served.address)
    assert host.http.post(f"/table/{table}/move", json={"seat": 1}).status_code == 403
    assert phone.http.post(link, json={}).json()["why"] == "You play this seat on this device already."
    assert laptop.http.post(link, json={}).json()["seats"] == [1]
    theirs.until(lambda: theirs.now["mine"] == [])
    assert theirs.now["scene"]["viewer"] == -1
    now = laptop.connect(table).ready()
    assert now.now["scene"]["viewer"] == 1
    assert thief.http.post(link, json={}).json()["why"].startswith("This link has been used")


def test_a_link_moves_no_seat_that_has_come_back(served: Served) -> None:
    laptop, thief = served.guest(), served.guest()
    phone, table = table_for(served, ["me", "open", "random"])

    def link_of(person: Person) -> str:
        return str(person.http.post(f"/table/{table}/move", json={}).json()["link"].removeprefix(served.address))

    first = link_of(phone)
    assert laptop.http.post(first, json={}).json()["seats"] == [0]
    assert phone.http.post(link_of(laptop), json={}).json()["seats"] == [0]
    assert thief.http.get(first).status_code == 410
    assert thief.http.post(first, json={}).json()["why"].startswith("This link has been used")
    assert thief.http.post(link_of(phone), json={}).json()["seats"] == [0]


def test_an_old_link_moves_nothing(served: Served) -> None:
    host, table = table_for(served, ["me", "open", "random"])
    guest = host.http.cookies["chabudai_guest"].rpartition(".")[0]
    link = served.context.signer.sign("move", f"{table}.0.{guest}.1.1000")
    assert served.guest().http.post(f"/seat/{link}", json={}).status_code == 410


def test_another_tab_and_a_new_connection_continue_at_once(served: Served) -> None:
    host, table = table_for(served, ["me", "random", "random"])
    first = host.connect(table)
    assert first.turn()
    second = host.connect(table).ready()
    assert second.now["scene"]["choices"] == first.now["scene"]["choices"]
    seq = first.choose()
    second.until(lambda: second.now["seq"] >= seq)
    first.close()
    again = host.connect(table).ready()
    assert again.now["seq"] >= seq


def test_names_are_kept_and_cleaned(served: Served) -> None:
    guest = served.guest()
    guest.http.post("/me", json={"name": "  A\u0000\u202eb\n\tc" + "x" * 50})
    table = guest.make(game=GAME, players=3, seats=["me", "random", "random"])
    name = served.context.tables.tasks[table].table.places[0].name
    assert name == ("A b c" + "x" * 50)[:24]
    assert guest.http.post("/me", json={"name": " \u200b "}).status_code == 400


@pytest.mark.parametrize(
    ("given", "kept"), [("👩\u200d👧 家", "👩\u200d👧 家"), ("a\u200db", "a b"), ("🎴\u200d", "🎴")]
)
def test_what_joins_two_pictures_to_one_is_kept_and_nothing_else(given: str, kept: str) -> None:
    assert clean(given, 24) == kept


def test_a_nameless_guest_is_called_something(served: Served) -> None:
    guest = served.guest(language="ja")
    table = guest.make(game=GAME, players=3, seats=["me", "random", "random"])
    assert served.context.tables.tasks[table].table.places[0].name.startswith("ゲスト")


def test_older_games_are_a_page_further(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_rows, "_MOST", 2)
    host = served.guest("Aoi")
    tables = [host.make(game=GAME, players=3, seats=["me", "open", "random"]) for _ in range(3)]
    found = host.http.get("/mine").json()
    assert [row["id"] for row in found["running"]] == tables[:0:-1]
    assert [row["id"] for row in host.http.get(found["older"]).json()["running"]] == tables[:1]
    assert host.http.get(found["older"]).json()["older"] == ""
    assert host.http.get("/mine?before=yesterday").status_code == 404


def test_own_games_are_listed(served: Served) -> None:
    host, table = table_for(served, ["me", "random", "random"])
    mine = host.http.get("/mine").json()
    assert [row["id"] for row in mine["running"]] == [table]
    assert host.http.get("/").json()["mine"][0]["yours"] is True
    assert served.guest().http.get("/mine").json() == {"running": [], "finished": [], "older": ""}


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_addresses_in_the_network_are_told_only_if_they_lead_here(host: str) -> None:
    told = Binding(host, 8000).addresses()
    assert told == ([] if host == "127.0.0.1" else [f"http://{address}:8000" for address in network_addresses()])
