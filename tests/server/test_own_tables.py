"""Tables set up in detail over HTTP: card data of one's own, and what the players decide before the game."""

import json

import pytest

from chabudai.kernel.rng import Rng
from server.running_server import GuestClient, RunningServer, play_to_end

JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}
CORRECTED = {"assumed_boxes": {"katyou-6": [6, 0, 3]}}


@pytest.fixture(scope="module")
def host(server: RunningServer) -> GuestClient:
    return server.guest("Aoi")


def test_the_form_is_checked_and_the_rows_that_differ_come_back(host: GuestClient) -> None:
    response = host.http.post(
        "/data/kasane", data={"assumed_boxes katyou-6 0": "6", "assumed_boxes katyou-6 2": "3"}, headers=JSON
    )
    assert response.json()["data"] == CORRECTED
    assert response.json()["rows"] == {"assumed_boxes katyou-6": [6, 0, 3]}
    again = host.http.post("/data/kasane", data={"file": response.json()["file"]}, headers=JSON)
    assert again.json() == response.json()


def test_a_wrong_row_is_refused_with_its_place(host: GuestClient) -> None:
    wrong = {"assumed_boxes kasane-4 0": "0"}
    response = host.http.post("/data/kasane", data=wrong, headers=JSON)
    assert list(response.json()) == ["refused"]
    assert list(response.json()["refused"]) == ["assumed_boxes kasane-4"]
    page = host.http.post("/data/kasane", data=wrong, headers=PAGE)
    assert page.status_code == 400
    assert response.json()["refused"]["assumed_boxes kasane-4"] in page.text


@pytest.mark.parametrize("address", ["/data/none", "/data/kasane/more"])
def test_only_games_with_card_data_have_the_form(host: GuestClient, address: str) -> None:
    assert host.http.get(address).status_code == 404


def test_a_table_with_card_data_of_its_own_shows_it_in_the_rules_and_writes_it_to_the_record(
    server: RunningServer, host: GuestClient
) -> None:
    fields = {"game": "kasane", "players": "3", "seat.0": "me", "seat.1": "random", "seat.2": "random"}
    response = host.http.post("/tables", data={**fields, "data": json.dumps(CORRECTED)}, headers=JSON)
    table = response.json()["table"]
    assert f'href="/rules/kasane?table={table}"' in host.http.get(f"/table/{table}", headers=PAGE).text
    assert "✎" in host.http.get(f"/rules/kasane?table={table}").text
    assert "✎" not in host.http.get("/rules/kasane").text
    assert server.guest("Eva").http.get(f"/rules/kasane?table={table}").status_code == 403
    play_to_end([host.connect(table)], Rng(1))
    record = host.http.get(f"/record/{table}.json").json()
    assert record["data"]["assumed_boxes"]["katyou-6"] == [6, 0, 3]


@pytest.mark.parametrize("data", ["{", '"x"', '{"boxes": {"kagen-3": [99]}}', '{"none": {}}'])
def test_a_table_with_wrong_card_data_is_refused(host: GuestClient, data: str) -> None:
    response = host.http.post("/tables", data={"game": "kasane", "data": data}, headers=JSON)
    assert response.status_code == 400
    assert response.json()["why"]


def test_what_the_players_decide_before_the_game_is_in_the_record_as_chance(host: GuestClient) -> None:
    fields = {"game": "only_one", "players": "3", "seat.0": "me", "seat.1": "random", "seat.2": "random"}
    decided = {"option.familiars": "true", "chance.start.0": "2", "chance.familiars.1": "salvage"}
    table = host.http.post("/tables", data=fields | decided, headers=JSON).json()["table"]
    play_to_end([host.connect(table)], Rng(1))
    record = host.http.get(f"/record/{table}.json").json()
    chance = {entry["what"]: entry["result"] for entry in record["chance"]}
    assert (chance["start"], chance["familiars"][1]) == ([2], "salvage")
    refused = host.http.post("/tables", data=fields | {"chance.start.0": "3"}, headers=JSON)
    assert "does not fit" in refused.json()["why"]
    again = host.http.post("/tables", json={"game": "kasane", "chance": {"start": ["1"]}}, headers=JSON)
    assert again.status_code == 200
