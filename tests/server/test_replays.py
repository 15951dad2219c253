"""Finished games: replayed step by step for any viewer, reviewed, downloaded and uploaded."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from chabudai.bots.review import Judged, review
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.scene.builder import log_line
from chabudai.scene.vocabulary import Fan, LogLine, Ring
from chabudai.scene.words import words
from chabudai.server.address import Sender
from chabudai.server.http import replay_pages, replay_play, replays
from chabudai.session import replay as replay_module
from chabudai.session.log import decode_entry, encode_entry
from chabudai.session.notes import TableNotes
from chabudai.session.refusal import Refused
from chabudai.session.replay import ALL_HANDS, Replay
from chabudai.session.resume import record_until, resume
from chabudai.session.table import Table
from chabudai.web.panels import DRAWN_LOG_LINES
from chabudai.web.sections import table_sections
from server.running_server import NO_LIMITS, GuestClient, RunningServer, play_to_end, run_server, wait_until

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


@pytest.mark.parametrize("game", list(games()))
def test_a_replay_shows_a_moment_and_then_the_position_after_it(game: str) -> None:
    replaying = Replay(sample(game))
    moments = [number for number, step in enumerate(replaying.steps) if step.before is not None]
    assert moments
    for number in moments:
        assert replaying.scene(number, -1, "en").moment
        if replaying.steps[number].state.due < 0:
            following = replaying.scene(number + 1, -1, "en")
            assert not following.moment
            assert following.prompt
            assert replaying.steps[number + 1].moves == replaying.steps[number].moves
    for move in range(len(replaying.record.moves)):
        assert replaying.steps[replaying.decision_step(move)].before is None
    assert replaying.scene(len(replaying.steps) - 1, -1, "en").shows_result


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


def cards_in_hand(replaying: Replay, step: int, seat: int) -> int:
    """Return how many cards a seat holds, as its own player sees them."""
    zones = replaying.scene(step, seat, "en").seats[seat].zones
    return sum(len(zone.cards) for zone in zones if isinstance(zone, Fan))


@pytest.mark.parametrize("game", ["ameno_kirifuda", "fine_weather", "kasane", "thousand_cats"])
def test_a_finished_game_is_shown_with_all_hands_open(game: str) -> None:
    replaying = Replay(sample(game))
    held = 0
    for step in range(0, len(replaying.steps), 5):
        scene = replaying.scene(step, ALL_HANDS, "en")
        for seat in scene.seats:
            shown = [card for zone in seat.zones if isinstance(zone, Fan) for card in zone.cards]
            assert all(card.id for card in shown)
            assert len(shown) == cards_in_hand(replaying, step, seat.number)
            held += len(shown)
        assert len({zone.id for seat in scene.seats for zone in seat.zones}) == sum(
            len(seat.zones) for seat in scene.seats
        )
        assert scene.choices == []
    assert held


def _chosen(replaying: Replay, step: int) -> bool:
    """Check whether somebody has chosen a card that the others do not see yet."""
    return any(marker.id == "chosen" for seat in replaying.scene(step, -1, "en").seats for marker in seat.markers)


def test_open_hands_show_a_card_before_it_is_revealed() -> None:
    replaying = Replay(sample("thousand_cats"))
    first = next(number for number, step in enumerate(replaying.steps) if step.moves == 1)
    step = next(number for number in range(first, len(replaying.steps)) if _chosen(replaying, number))

    def shown(seat: int) -> list[str]:
        rings = [zone for zone in replaying.scene(step, seat, "en").zones if isinstance(zone, Ring)]
        return [card.id for ring in rings for card in ring.cards if card is not None]

    assert sum(map(bool, shown(ALL_HANDS))) > sum(map(bool, shown(SPECTATOR)))


@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize(("language", "you"), [("en", r"\byour?s?\b"), ("ja", "あなた")])
def test_a_replay_calls_nobody_you(game: str, language: str, you: str) -> None:
    replaying = Replay(sample(game))
    for step in range(0, len(replaying.steps), 9):
        for seat in (ALL_HANDS, *range(replaying.record.players)):
            scene = replaying.scene(step, seat, language)
            drawn = " ".join(
                table_sections(scene, TableNotes(log=replaying.log(step, seat, language)), replayed=True).values()
            )
            text = re.sub(r"<[^>]*>", " ", drawn) + replaying.step_text(step, seat, language)
            assert not re.search(you, text, re.IGNORECASE), re.search(f".{{40}}{you}.{{20}}", text, re.IGNORECASE)


def test_a_guest_plays_on_from_a_step_against_bots(server: RunningServer) -> None:
    line = sample("fine_weather")
    replaying = Replay(line)
    step = len(replaying.steps) // 2
    guest = server.guest("Aoi")
    name = guest.http.post("/records", data={"record": line.decode()}).json()["game"]
    made = guest.http.post(
        f"/replay/{name}/play", data={"step": step, "seat": 1, "level": "random", "pace": "at_once"}
    ).json()
    task = server.context.tables.tasks[made["table"]]
    assert [bool(holder.guest) for holder in task.table.holders] == [False, True, False]
    moves = replaying.steps[step].moves
    table = guest.http.get(f"/table/{made['table']}").json()["listing"]
    assert (table["status"], table["sitters"][1]["name"]) == ("playing", "Aoi")
    assert [(seat, task.table.game.actions[action]) for seat, action in task.table.play.moves[:moves]] == list(
        replaying.record.moves[:moves]
    )
    play_to_end([guest.connect(made["table"])], Rng(4))
    wait_until(lambda: guest.http.get(f"/record/{made['table']}.json").status_code == 200)
    assert (
        read_record(guest.http.get(f"/record/{made['table']}.json").content).moves[:moves]
        == replaying.record.moves[:moves]
    )


@pytest.mark.parametrize("game", list(games()))
def test_a_game_can_be_continued_from_every_step_but_the_last(game: str) -> None:
    record = read_record(sample(game))
    installed = find_game(game)
    for moves in range(0, len(record.moves), 7):
        until = record_until(record, installed, moves)
        assert until.moves == record.moves[:moves]
        opened, entries = resume(until, installed, "g", aids=True, pace="normal")
        table = Table("t", opened, 0.0)
        for entry in entries:
            table.apply(decode_entry(encode_entry(entry, installed), installed), 0.0)
        assert table.record() == replay(until).record(version=1, names=table.names("en"))
    for moves, why in ((len(record.moves), "game_over"), (len(record.moves) + 9, "no_such_move")):
        with pytest.raises(Refused) as refused:
            record_until(record, installed, moves)
        assert refused.value.message_id == why


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"step": 99999}, 404),
        ({"step": -1}, 400),
        ({"step": "x"}, 400),
        ({"step": 3, "seat": 7}, 409),
        ({"step": 3, "level": "/bin/sh"}, 400),
        ({"step": 3, "pace": "slowest"}, 400),
    ],
)
def test_a_guest_cannot_play_on_from_nowhere(server: RunningServer, fields: dict[str, object], status: int) -> None:
    guest = server.guest()
    name = guest.http.post("/records", data={"record": sample("kasane").decode()}).json()["game"]
    assert guest.http.post(f"/replay/{name}/play", data=fields).status_code == status
    last = guest.http.get(f"/replay/{name}").json()["last"]
    assert guest.http.post(f"/replay/{name}/play", data={"step": last}).status_code == 409


def test_a_table_cannot_begin_with_thousands_of_moves(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_play, "MAX_MOVES", 3)
    guest = server.guest()
    name = guest.http.post("/records", data={"record": sample("kasane").decode()}).json()["game"]
    assert guest.http.post(f"/replay/{name}/play", data={"step": 9}).status_code == 413


def test_nobody_plays_on_from_a_running_game(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="fine_weather", players=3, seats=["me", "random", "random"])
    tables = len(server.context.tables.tasks)
    assert host.http.post(f"/replay/{table}/play", data={"step": 1, "seat": 1}).status_code == 409
    assert len(server.context.tables.tasks) == tables


def test_bots_are_marked_in_a_replay(server: RunningServer) -> None:
    host, table = finished_game(server)
    page = host.http.get(f"/replay/{table}", headers={"Accept": "text/html"}).text
    bots = words(find_game("kasane"))
    assert f"{bots.name('bot1')} (bot)" in page
    assert "Aoi</option>" in page
    sections = host.http.get(f"/replay/{table}").json()["sections"]
    assert [name for name in ("seat-0", "seat-1", "seat-2") if "kind bot" in sections[name]] == ["seat-1", "seat-2"]
    in_japanese = host.http.get(f"/replay/{table}", headers={"Accept-Language": "ja"}).json()["sections"]["seat-1"]
    assert words(find_game("kasane"), "ja").name("bot1") in in_japanese


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
    stored = guest.http.get(f"/record/{name}.json").content
    assert stored == Replay(line).canonical_line() + b"\n"
    assert msgspec.json.decode(stored) == msgspec.json.decode(line)


def test_the_same_game_is_stored_once_however_its_record_is_written(server: RunningServer) -> None:
    guest = server.guest()
    fields = msgspec.json.decode(SAMPLES["kasane"].read_bytes().split(b"\n")[1])
    fields.pop("names", None)
    written = [
        msgspec.json.encode(fields),
        msgspec.json.format(msgspec.json.encode(fields), indent=4),
        msgspec.json.encode(dict(reversed(fields.items())) | {"padding": "x" * 9000, "bots": "x" * 9000}),
    ]
    ids = {guest.http.post("/records", data={"record": line.decode()}).json()["game"] for line in written}
    assert len(ids) == 1
    assert b"padding" not in guest.http.get(f"/record/{ids.pop()}.json").content


@pytest.mark.parametrize("game", list(games()))
def test_every_record_is_canonical_once_it_is_stored(game: str) -> None:
    for line in filter(None, SAMPLES[game].read_bytes().split(b"\n")):
        further = {"names": ["Aoi"], "seed": 3, "started": "2026-11-18", "version": 2}
        full = msgspec.json.encode(msgspec.json.decode(line) | further)
        canonical = Replay(full).canonical_line()
        assert Replay(canonical).canonical_line() == canonical
        assert msgspec.json.decode(canonical) == msgspec.json.decode(full)


NOT_DEALT = msgspec.json.encode(
    msgspec.json.decode(sample("only_one"))
    | {"chance": [{"what": "start", "result": [1]}], "moves": [], "result": None}
)
"""A record that ends after the start player was drawn."""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "There is no record"),
        (b"{}", "its part “format” is missing"),
        (b"\xff\xfe", "not a record"),
        (sample("kasane").replace(b'"kasane"', b'"go"', 1), "There is no game called “go”"),
        (sample("kasane").replace(b'"moves": [[', b'"moves": [[9, "fly"], ['), "Move 1 (seat 10)"),
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

    def fake_review(record: bytes, sender: Sender, *about: object) -> "asyncio.Task[list[Judged]]":
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


def test_a_review_of_a_seat_shows_how_far_it_is_and_speaks_to_the_player(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = server.guest("Aoi")
    table = guest.make_table(game="kasane", players=3, seats=["me", "random", "random"], pace="at_once")
    play_to_end([guest.connect(table)], Rng(4))
    wait_until(lambda: guest.http.get(f"/record/{table}.json").status_code == 200)
    record = read_record(guest.http.get(f"/record/{table}.json").content)
    judged = [msgspec.structs.replace(move, win_lost=0.3) for move in review(record, seat=0, simulations=8)]
    may_finish = threading.Event()
    asked_seats: list[int | None] = []

    async def finish() -> list[Judged]:
        await asyncio.to_thread(may_finish.wait)
        return judged

    def fake_review(
        record: bytes, sender: Sender, seat: int | None, on_progress: Callable[[int], None]
    ) -> "asyncio.Task[list[Judged]]":
        asked_seats.append(seat)
        on_progress(9)
        return asyncio.get_running_loop().create_task(finish())

    monkeypatch.setattr(server.context.tables.bot_pool, "review", fake_review)
    waiting = guest.http.get(f"/replay/{table}/review?seat=0")
    assert (waiting.status_code, waiting.json()["done"]) == (202, 9 / len(record.moves))
    may_finish.set()
    wait_until(lambda: guest.http.get(f"/replay/{table}/review?seat=0").status_code == 200)
    answer = guest.http.get(f"/replay/{table}/review?seat=0").json()
    assert asked_seats == [0]
    assert {remark["seat"] for remark in answer["remarks"]} == {0}
    assert "You chose" in answer["html"]
    # Somebody else reads about a player with a name, not about "you".
    stranger = server.guest("Ben")
    assert "Aoi chose" in stranger.http.get(f"/replay/{table}/review?seat=0").json()["html"]
    # The form is about the visitor's own moves, unless they choose somebody else's.
    page = guest.http.get(f"/replay/{table}", headers={"Accept": "text/html"}).text
    assert re.search(r'name="review-seat".*?<option value="0" selected', page, re.DOTALL)
    assert stranger.http.get(f"/replay/{table}/review?seat=3").status_code == 404


# ---- Long records ----------------------------------------------------------------------------------------------------


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[RunningServer]:
    """Run a server that takes no records of more than 40 moves: too few for most games."""
    with run_server(tmp_path, replace(NO_LIMITS, upload_moves=40)) as running:
        yield running


def test_a_record_with_too_many_moves_or_outcomes_is_refused(strict_server: RunningServer) -> None:
    guest = strict_server.guest()
    many_outcomes = msgspec.json.encode(
        msgspec.json.decode(sample("kasane")) | {"chance": [{"what": "deal", "result": ["a"] * 161}], "moves": []}
    )
    for line in (sample("kasane"), many_outcomes):
        response = guest.http.post("/records", data={"record": line.decode()})
        assert response.status_code == 413
        assert response.json()["why"] == "This record is too long: at most 40 moves can be uploaded."


def test_a_replay_page_describes_only_the_lines_that_it_shows(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = server.guest()
    address = guest.http.post("/records", data={"record": sample("thousand_cats").decode()}).json()["address"]
    last = guest.http.get(address).json()["last"]
    described = 0

    def counting(*arguments: object) -> LogLine:
        nonlocal described
        described += 1
        return log_line(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(replay_module, "log_line", counting)
    page = guest.http.get(f"{address}?step={last}").json()
    replaying = Replay(sample("thousand_cats"))
    shown = replaying.steps[last]
    assert page["sections"]["log"].count("<li") == DRAWN_LOG_LINES
    assert described <= DRAWN_LOG_LINES + shown.end_event - shown.first_event
    whole = replaying.log(last, -1, "en")
    assert len(whole) > DRAWN_LOG_LINES
    assert replaying.log(last, -1, "en", DRAWN_LOG_LINES) == whole[-DRAWN_LOG_LINES:]


def test_records_are_read_in_threads_of_their_own(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    class Watched(Replay):
        def __init__(self, line: bytes) -> None:
            threads.append(threading.current_thread().name)
            super().__init__(line)

    monkeypatch.setattr(replays, "Replay", Watched)
    guest = server.guest()
    line = SAMPLES["only_one"].read_bytes().split(b"\n")[1]
    address = guest.http.post("/records", data={"record": line.decode()}).json()["address"]
    assert guest.http.get(address).status_code == 200
    assert len(threads) == 2
    assert all(name.startswith("replay") for name in threads)


def test_an_address_has_one_record_read_at_a_time() -> None:
    begun: list[bytes] = []
    may_finish = threading.Event()

    async def act() -> None:
        pages = replays.Replays(5000)

        async def line() -> bytes:
            begun.append(b"")
            await asyncio.to_thread(may_finish.wait)
            return sample("kasane")

        first = [asyncio.create_task(pages.find(name, line, "one")) for name in ("a", "b", "a")]
        other = asyncio.create_task(pages.find("c", line, "other"))
        while len(begun) < 2:
            await asyncio.sleep(0.001)
        may_finish.set()
        await asyncio.gather(*first, other)
        assert len(begun) == 3  # nobody reads a record twice
        assert await first[0] is await first[2]

    asyncio.run(act())


def test_replays_in_memory_are_bounded_by_their_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = len(Replay(sample("kasane")).record.moves)
    monkeypatch.setattr(replays, "_KEPT_MOVES", 3 * moves)

    async def act() -> None:
        pages = replays.Replays(5000)
        read: list[str] = []

        async def find(name: str) -> None:
            async def line() -> bytes:
                read.append(name)
                return sample("kasane")

            await pages.find(name, line, "one")

        for name in "abcabcdbca":
            await find(name)
        assert "".join(read) == "abcda"
        monkeypatch.setattr(replays, "_KEPT_MOVES", 1)
        await find("e")
        await find("e")
        assert "".join(read) == "abcdae"

    asyncio.run(act())


def test_only_the_worst_moves_of_a_long_game_have_remarks(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed = review(Replay(sample("ameno_kirifuda")).record, seat=0, simulations=20)[:6]
    lost = (0.1, 0.5, 0.3, 0.0, 0.4, 0.2)
    judged = [msgspec.structs.replace(move, win_lost=lost[number]) for number, move in enumerate(reviewed)]

    async def finish() -> list[Judged]:
        return judged

    monkeypatch.setattr(
        server.context.tables.bot_pool,
        "review",
        lambda *asked: asyncio.get_running_loop().create_task(finish()),
    )
    monkeypatch.setattr(replay_pages, "_MAX_REMARKS", 3)
    guest = server.guest()
    line = SAMPLES["ameno_kirifuda"].read_bytes().split(b"\n")[1]
    name = guest.http.post("/records", data={"record": line.decode()}).json()["game"]
    guest.http.get(f"/replay/{name}/review")
    wait_until(lambda: guest.http.get(f"/replay/{name}/review").status_code == 200)
    remarks = guest.http.get(f"/replay/{name}/review").json()["remarks"]
    assert [remark["win_lost"] for remark in remarks] == [0.5, 0.3, 0.4]
