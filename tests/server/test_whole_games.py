"""Whole games over real sockets: two people and bots, as JSON."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.running_server import RunningServer, play_to_end


@pytest.mark.parametrize("game", list(games()))
def test_two_people_and_bots_play_a_whole_game(server: RunningServer, game: str) -> None:
    players = max(games()[game].players)
    host, friend = server.guest("Aoi"), server.guest("Ben")
    table = host.make_table(game=game, seats=["me", "open", *["random"] * (players - 2)])
    assert friend.join(host.invitation(table))["seats"] == [1]
    connections = [host.connect(table), friend.connect(table)]
    play_to_end(connections, Rng(1))
    mine, theirs = (connection.now["scene"] for connection in connections)
    assert mine["seats"][1]["name"] == "Ben"
    assert theirs["seats"][0]["name"] == "Aoi"
    record = host.http.get(f"/record/{table}.json").json()
    assert record["result"]["winners"] == mine["winners"] == theirs["winners"]
    assert record["result"]["scores"] == [seat["score"] for seat in mine["seats"]]
