"""Whole games over real sockets: two people and bots, by JSON."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.served import Served, play_on


@pytest.mark.parametrize("game", list(games()))
def test_two_people_and_bots_play_a_whole_game(served: Served, game: str) -> None:
    players = max(games()[game].players)
    host, friend = served.guest("Aoi"), served.guest("Ben")
    table = host.make(game=game, seats=["me", "open", *["random"] * (players - 2)])
    assert friend.join(host.invite(table))["seats"] == [1]
    connections = [host.connect(table), friend.connect(table)]
    play_on(connections, Rng(1))
    mine, theirs = (connection.now["scene"] for connection in connections)
    assert mine["seats"][1]["name"] == "Ben"
    assert theirs["seats"][0]["name"] == "Aoi"
    record = host.http.get(f"/record/{table}.json").json()
    assert record["result"]["winners"] == mine["winners"] == theirs["winners"]
    assert record["result"]["scores"] == [seat["score"] for seat in mine["seats"]]
