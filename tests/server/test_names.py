"""A new name reaches tables in use and on disk, rematches, lists and replays; stored records stay as they are."""

from chabudai.games.registry import game as find_game
from chabudai.kernel.rng import Rng
from chabudai.scene.words import words
from server.running_server import GuestClient, RunningServer, play_to_end, wait_until

BOT = words(find_game("kasane")).name("bot1")


def rename(guest: GuestClient, name: str) -> None:
    assert guest.http.post("/me", data={"name": name}).status_code == 200


def sitters(guest: GuestClient, table: str) -> list[str]:
    listing = guest.http.get(f"/table/{table}").json()["listing"]
    return [seat["name"] for seat in listing["sitters"]]


def test_a_new_name_reaches_running_tables(server: RunningServer) -> None:
    guest = server.guest("Aoi")
    tables = [guest.make_table(game="kasane", players=3, seats=["me", "open", "casual"]) for _ in range(2)]
    connection = guest.connect(tables[0])
    rename(guest, "Aoi Yamada")
    assert [sitters(guest, table)[0] for table in tables] == ["Aoi Yamada"] * 2
    connection.read_until(lambda: connection.now.get("notes", {}).get("own_names") == [[0, "Aoi Yamada"]])
    # A name chosen at one table reaches the other.
    connection.do("set", name="Aoi Tanaka")
    wait_until(lambda: sitters(guest, tables[1])[0] == "Aoi Tanaka")


def test_a_new_name_leaves_the_others_at_a_shared_device_alone(server: RunningServer) -> None:
    guest = server.guest("Aoi")
    table = guest.make_table(game="kasane", players=3, seats=["me", "me", "open"], names={"1": "Ken"})
    rename(guest, "Mika")
    assert sitters(guest, table)[:2] == ["Mika", "Ken"]
    connection = guest.connect(table)
    connection.do("set", name="Kenji", seat=1)
    assert sitters(guest, table)[:2] == ["Mika", "Kenji"]
    assert guest.http.get("/").json()["mine"][0]["seats"][:2] == ["Mika", "Kenji"]
    # The name of one of several people is not that of the device.
    assert guest.make_table(game="kasane", players=3, seats=["me", "open", "open"])
    assert guest.http.get("/").json()["mine"][0]["seats"][0] == "Mika"


def test_lists_replays_and_rematches_show_the_present_name(server: RunningServer) -> None:
    guest = server.guest("Aoi")
    table = guest.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    connection = guest.connect(table)
    play_to_end([connection], Rng(4))
    wait_until(lambda: guest.http.get(f"/record/{table}.json").status_code == 200)
    record = guest.http.get(f"/record/{table}.json").content
    rename(guest, "Hana")
    assert guest.http.get(f"/record/{table}.json").content == record
    assert b'"Aoi"' in record
    assert "Hana" in guest.http.get(f"/replay/{table}").json()["sections"]["seat-0"]
    [row] = guest.http.get("/mine").json()["finished"]
    assert (row["names"], row["bots"]) == (["Hana", BOT, words(find_game("kasane")).name("bot2")], [1, 2])
    connection.do("rematch")
    connection.read_until(lambda: connection.has_received("moved"))
    rematch = next(message["to"] for message in connection.messages if message["t"] == "moved").split("/")[-1]
    assert "Hana" in sitters(guest, rematch)
    assert "Aoi" not in sitters(guest, rematch)


def test_bots_are_marked_in_lists_and_invitations(server: RunningServer) -> None:
    host, friend = server.guest("Aoi"), server.guest()
    table = host.make_table(game="kasane", players=3, seats=["me", "casual", "open"], listed=True)
    [row] = [row for row in friend.http.get("/").json()["tables"] if row["id"] == table]
    assert (row["seats"], row["bots"]) == (["Aoi", BOT, None], [1])
    link = host.http.get(f"/table/{table}/invite").json()["link"].split("/join/")[1]
    page = friend.http.get(f"/join/{link}", headers={"Accept": "text/html"}).text
    assert f'title="{BOT} (bot)"' in page
    assert 'title="Aoi"' in page
