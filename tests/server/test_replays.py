"""Finished games: replayed step by step for any viewer, reviewed, downloaded and uploaded."""

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest

from chabudai.bots.review import Judged, review
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.vocabulary import Fan
from chabudai.server.address import Sender
from chabudai.session.replay import Replay
from server.running_server import GuestClient, RunningServer, play_to_end, wait_until

SAMPLES = {game: Path(__file__).parents[1] / "games" / game / "records.jsonl" for game in games()}


def sample(game: str) -> bytes:
    """Return the first of the sample records of a game."""
    return SAMPLES[game].read_bytes().split(b"\n")[0]


def finished_game(server: RunningServer) -> tuple[GuestClient, str]:
    """Play a game against bots; return its host and its table once the record is stored."""
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    play_to_end([host.connect(table)], Rng(4))
    wait_until(lambda: host.http.get(f"/record/{table}.json").status_code == 200)
    return host, table


@pytest.mark.parametrize("game", list(games()))
def test_every_viewer_can_replay_a_record(game: str) -> None:
    replaying = Replay(sample(game))
    assert len(replaying.steps) > len(replaying.record.moves) / 2
    for step in (0, len(replaying.steps) // 2, len(replaying.steps) - 1):
        for seat in range(-1, replaying.record.players):
            for language in ("en", "ja"):
                assert replaying.scene(step, seat, language).viewer == seat
                assert replaying.log(step, seat, language) or step == 0
    assert replaying.scene(len(replaying.steps) - 1, -1, "en").over
    moves = [step.moves for step in replaying.steps]
    assert moves == sorted(moves)
    assert replaying.decision_step(0) == 0


def test_everybody_can_open_the_replay_of_a_finished_game(server: RunningServer) -> None:
    host, table = finished_game(server)
    first = server.get(f"/replay/{table}", Accept="application/json").json()
    assert (first["step"], first["seat"]) == (0, None)
    last = host.http.get(f"/replay/{table}?step={first['last']}&seat=1").json()
    assert last["seat"] == 1
    assert last["sections"].keys() == first["sections"].keys()
    for wrong in ("step=99999", "step=-1", "step=x", "seat=7", "seat=x"):
        assert host.http.get(f"/replay/{table}?{wrong}").status_code == 404
    assert [row["id"] for row in host.http.get("/mine").json()["finished"]] == [table]


def test_a_replay_shows_a_seat_only_its_own_hand() -> None:
    replaying = Replay(sample("fine_weather"))
    middle = len(replaying.steps) // 2
    for seat in range(replaying.record.players):
        scene = replaying.scene(middle, seat, "en")
        for shown_seat in scene.seats:
            hands = [zone for zone in shown_seat.zones if isinstance(zone, Fan)]
            assert any(card.id for hand in hands for card in hand.cards) is (shown_seat.number == seat)


def test_the_record_of_a_running_game_is_secret(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    for path in (f"/record/{table}.json", f"/replay/{table}", f"/replay/{table}/review"):
        response = host.http.get(path)
        assert response.status_code == 409
        assert "hidden cards" in response.json()["why"]


@pytest.mark.parametrize("how", ["file", "text", "json"])
def test_an_uploaded_record_can_be_replayed(server: RunningServer, how: str) -> None:
    line = sample("kasane")
    guest = server.guest()
    match how:
        case "file":
            response = guest.http.post("/records", files={"record": ("a.jsonl", line + b"\n" + line)})
        case "text":
            response = guest.http.post("/records", data={"record": line.decode()})
        case _:
            response = guest.http.post("/records", content=line, headers={"Content-Type": "application/json"})
    assert response.status_code == 200, response.text
    address = response.json()["address"]
    assert guest.http.get(address).json()["last"] > 10
    name = address.split("/")[-1]
    assert guest.http.get(f"/record/{name}.json").content == line + b"\n"


NOT_DEALT = msgspec.json.encode(
    msgspec.json.decode(sample("only_one"))
    | {"chance": [{"what": "start", "result": [1]}], "moves": [], "result": None}
)
"""A record that ends after the start player was drawn."""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "There is no record"),
        (b"{}", "not a record"),
        (b"\xff\xfe", "not a record"),
        (sample("kasane").replace(b'"kasane"', b'"go"', 1), "there is no game 'go'"),
        (sample("kasane").replace(b'"moves": [[', b'"moves": [[9, "fly"], ['), "move 0"),
        (NOT_DEALT, "ends before there is anything to show"),
    ],
)
def test_an_invalid_record_is_refused_with_a_reason(server: RunningServer, line: bytes, why: str) -> None:
    response = server.guest().http.post("/records", files={"record": ("a.json", line)})
    assert response.status_code in (400, 404)
    assert why in response.json()["why"]
    page = server.browser().post("/records", files={"record": ("a.json", line)})
    assert page.status_code in (400, 404)


def test_a_review_is_computed_in_the_background(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    replaying = Replay(sample("ameno_kirifuda"))
    may_finish = threading.Event()
    reviewed = review(replaying.record, seat=0, simulations=20)[:6]
    # Every second move is poor.
    judged_moves = [msgspec.structs.replace(move, win_lost=0.5 * (number % 2)) for number, move in enumerate(reviewed)]

    async def finish() -> list[Judged]:
        await asyncio.to_thread(may_finish.wait)
        return judged_moves

    def fake_review(record: bytes, sender: Sender) -> "asyncio.Task[list[Judged]]":
        return asyncio.get_running_loop().create_task(finish())

    monkeypatch.setattr(server.context.tables.bot_pool, "review", fake_review)
    guest = server.guest()
    name = guest.http.post("/records", data={"record": sample("ameno_kirifuda").decode()}).json()["game"]
    assert guest.http.get(f"/replay/{name}/review").status_code == 202
    may_finish.set()
    wait_until(lambda: guest.http.get(f"/replay/{name}/review").status_code == 200)
    remarks = guest.http.get(f"/replay/{name}/review").json()["remarks"]
    assert len(remarks) == 3
    for remark in remarks:
        shown = guest.http.get(f"/replay/{name}?step={remark['step']}&seat={remark['seat']}").json()
        assert "data-action" in str(shown["sections"])
