"""The people at a table on a server: votes, news, seats, absences, removing, reporting and leaving."""

from types import SimpleNamespace

import msgspec
import pytest
from textual.widgets import Input

from chabudai.scene.vocabulary import LogLine
from chabudai.scene.words import LANGUAGES
from chabudai.server.socket.messages import AnnouncedMessage, DoneMessage, RefusedMessage
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.session.table import TableStatus
from chabudai.session.views import VoteRequest
from chabudai.terminal.app.absences import absence_texts
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.screen_words import screen_words
from chabudai.terminal.app.table_screen import TableScreen
from terminal.app.app_user import LARGE, SMALL, AppUser, run_app
from terminal.app.scripted_table import ScriptedTable, a_scene

PERSON, BOT = SeatNote(kind="person"), SeatNote(kind="bot", level="casual")
AWAY = SeatNote(kind="person", here=False)
LEFT = SeatNote(kind="person", left=True, stand_in=True)


def notes(*others: SeatNote, **more: object) -> TableNotes:
    """Return notes for a player at seat 0 and these others; the people among them can be reported."""
    seats = [PERSON, *others]
    people = [seat for seat, note in enumerate(seats) if note.kind == "person" and seat > 0]
    return msgspec.structs.replace(TableNotes(seats=seats, can_report=people), **more)


WATCHING = TableNotes(seats=[PERSON, PERSON, BOT, BOT], can_sit="bot", can_take_over=[2, 3], can_report=[0, 1])


def last_line(user: AppUser) -> str:
    """Return the line with the keys."""
    return user.screen_text().splitlines()[-1]


# ---- Votes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (VoteRequest("undo", "Aoi"), ["Aoi"]),
        (VoteRequest("seat", "Aoi", 2, "Haru"), ["Aoi", "Haru"]),
        (VoteRequest("remove", "Aoi", 1, "Ken"), ["Aoi", "Ken"]),
    ],
)
def test_a_vote_says_who_asks_for_what(ask: VoteRequest, named: list[str], language: str) -> None:
    table = ScriptedTable(language)

    async def do(user: AppUser) -> None:
        table.show(a_scene(language), ask=ask)
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        question = screen_words(language)(f"vote.{ask.kind}", name=ask.name, player=ask.player)
        assert question.splitlines()[0][:20] in user.screen_text()
        assert all(name in user.screen_text() for name in named)
        await user.press("n")
        assert [answer["yes"] for answer in table.sent("agree")] == [False]

    run_app(table, do, language=language)


def test_a_second_request_of_the_same_person_is_asked_too() -> None:
    table, scene = ScriptedTable(), a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene, ask=VoteRequest("undo", "Aoi"))
        await user.press("y")
        table.show(scene, ask=VoteRequest("remove", "Aoi", 1, "Ken"))
        await user.wait_until(lambda: "remove Ken" in user.screen_text())

    run_app(table, do)


# ---- Taking over a bot's seat ----------------------------------------------------------------------------------------


def test_a_spectator_asks_for_one_of_the_bots_seats() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=WATCHING, watching=True)
        await user.wait_until(lambda: "You are watching." in user.screen_text())
        assert "j sit down" in last_line(user)
        await user.press("j")
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        await user.press("escape", "j", "2")
        assert [request["seat"] for request in table.sent("sit")] == [3]
        table.show(a_scene(), notes=msgspec.structs.replace(WATCHING, asking=True), watching=True)
        await user.wait_until(lambda: "The others are voting" in user.screen_text())
        await user.press("j")
        assert len(table.sent("sit")) == 1

    run_app(table, do)


@pytest.mark.parametrize("why", ["The others did not agree.", "Not everybody answered in time."])
def test_the_result_of_a_vote_stays_while_the_game_goes_on(why: str) -> None:
    table, scene = ScriptedTable(), a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene, notes=msgspec.structs.replace(WATCHING, can_take_over=[3]), watching=True)
        await user.press("j")
        (request,) = table.sent("sit")
        assert request["seat"] == 3
        table.tell(RefusedMessage(request["id"], why))
        table.show(msgspec.structs.replace(scene, status="later"), notes=WATCHING, watching=True)
        await user.wait_until(lambda: why in user.screen_text())

    run_app(table, do)


def test_a_player_who_has_left_may_return() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=TableNotes(seats=[LEFT, BOT, BOT, BOT], can_sit="own"))
        await user.wait_until(lambda: "You have left your seat." in user.screen_text())
        await user.press("j")
        assert [request["seat"] for request in table.sent("sit")] == [None]

    run_app(table, do)


def test_a_player_cannot_take_another_seat() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=notes(BOT, BOT, BOT))
        await user.press("j")
        assert "There is no seat for you to take." in user.screen_text()
        assert "sit down" not in last_line(user)
        assert not table.sent("sit")

    run_app(table, do)


# ---- News and log ----------------------------------------------------------------------------------------------------


def test_an_announcement_hides_neither_a_message_nor_the_choice_at_the_cursor() -> None:
    table, scene = ScriptedTable(), a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene)
        await user.press("down")
        table.tell(AnnouncedMessage(["Ken has left."]))
        await user.wait_until(lambda: "Ken has left." in user.screen_text())
        assert "→" in user.screen_text()
        await user.press("s")
        assert "The server saves this table." in user.screen_text()
        table.show(msgspec.structs.replace(scene, status="later"))
        await user.pilot.pause()
        assert "Ken has left." in user.screen_text()

    run_app(table, do)


def test_an_announcement_disappears_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chabudai.terminal.app.people_view.NEWS_SECONDS", 0.001)
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene())
        table.tell(AnnouncedMessage(["Ken has left."]))
        assert user.table.news == ["Ken has left."]
        await user.wait_until(lambda: not user.table.news)
        assert "Ken has left." not in user.screen_text()

    run_app(table, do)


def test_changes_of_seats_are_in_the_log() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=notes(BOT, BOT, BOT, log=[LogLine("Ken has left.", "seat", 1)]))
        await user.wait_until(lambda: "▲ Ken has left." in user.screen_text())
        await user.press("l")
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        assert "▲ Ken has left." in user.screen_text()

    run_app(table, do)


# ---- Absences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (PERSON, None),
        (BOT, None),
        (SeatNote(kind="free"), None),
        (AWAY, "away"),
        (msgspec.structs.replace(AWAY, takeover_at=165.0), "away, a bot in 1:05"),
        (msgspec.structs.replace(AWAY, takeover_at=7300.0), "away, a bot in 2:00:00"),
        (msgspec.structs.replace(AWAY, takeover_at=99.0), "away, a bot plays"),
        (msgspec.structs.replace(AWAY, stand_in=True), "away, a bot plays"),
        (LEFT, "left, a bot plays"),
        (msgspec.structs.replace(LEFT, stand_in=False), "left"),
    ],
)
def test_a_seat_says_whether_its_player_is_there(note: SeatNote, text: str | None) -> None:
    assert absence_texts([note], 100.0, screen_words("en")).get(0) == text


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_time_until_a_bot_steps_in_is_counted_from_the_servers_time(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine_time = 5.0
    monkeypatch.setattr("chabudai.terminal.app.remote_table.time", SimpleNamespace(monotonic=lambda: machine_time))
    table = ScriptedTable()
    away = msgspec.structs.replace(AWAY, takeover_at=1_000_060.0)

    async def do(user: AppUser) -> None:
        nonlocal machine_time
        table.show(a_scene(), notes=notes(away, LEFT, BOT), now=1_000_000.0)
        await user.wait_until(lambda: "away, a bot in 1:00" in user.screen_text())
        assert "left, a bot plays" in user.screen_text()
        machine_time += 10.0
        user.table._update_times()
        await user.wait_until(lambda: "away, a bot in 0:50" in user.screen_text())
        machine_time += 50.0
        user.table._update_times()
        await user.wait_until(lambda: "away, a bot plays" in user.screen_text())

    run_app(table, do, size=size)


# ---- Removing and reporting ------------------------------------------------------------------------------------------


def test_a_player_asks_the_others_to_remove_somebody() -> None:
    table, scene = ScriptedTable(), a_scene()

    async def do(user: AppUser) -> None:
        table.show(scene, notes=notes(PERSON, BOT, PERSON, can_remove=[1, 3]))
        await user.wait_until(lambda: "o players" in last_line(user))
        await user.press("o", "2")
        await user.wait_until(lambda: f"ask the others to remove {scene.seats[3].name}" in user.screen_text())
        await user.press("x", "escape")
        assert not table.sent("remove")
        await user.press("o", "2", "x", "y")
        assert isinstance(user.app.screen, TableScreen)
        assert [request["seat"] for request in table.sent("remove")] == [3]

    run_app(table, do)


def test_before_the_game_the_host_removes_somebody_without_a_vote() -> None:
    table, scene = ScriptedTable(), a_scene()

    async def do(user: AppUser) -> None:
        people = notes(PERSON, SeatNote(kind="free"), BOT, can_remove=[1])
        table.show(scene, notes=people, status="open", host=True)
        await user.press("o", "1")
        assert f"x: remove {scene.seats[1].name} from the table" in user.screen_text()
        await user.press("x", "y")
        assert [request["seat"] for request in table.sent("remove")] == [1]

    run_app(table, do)


def test_a_player_who_may_not_be_removed_can_be_reported() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=notes(PERSON, BOT, BOT))
        await user.press("o", "1")
        assert "remove" not in user.screen_text()
        await user.press("x", "r")
        await user.wait_until(lambda: user.table.typing)
        user.table.query_one(Input).value = "swears"
        await user.press("enter")
        (report,) = table.sent("report")
        assert (report["seat"], report["text"]) == (1, "swears")
        assert not table.sent("chat")
        table.tell(DoneMessage(report["id"], 1))
        await user.wait_until(lambda: "Your report has been sent" in user.screen_text())
        await user.press("c")
        user.table.query_one(Input).value = "hello"
        await user.press("enter")
        assert [line["text"] for line in table.sent("chat")] == ["hello"]

    run_app(table, do)


def test_nobody_is_removed_from_a_seat_that_another_person_has_taken_meanwhile() -> None:
    table, scene = ScriptedTable(), a_scene()
    seats = [*scene.seats]
    seats[1] = msgspec.structs.replace(seats[1], name="Mei")

    async def do(user: AppUser) -> None:
        people = notes(PERSON, PERSON, BOT, can_remove=[1, 2])
        table.show(scene, notes=people)
        await user.press("o", "1", "x")
        table.show(msgspec.structs.replace(scene, seats=seats), notes=people)
        await user.press("y")
        assert f"{scene.seats[1].name} is no longer at that seat." in user.screen_text()
        assert not table.sent("remove")

    run_app(table, do)


def test_among_bots_there_is_nobody_to_remove_or_report() -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=notes(BOT, BOT, BOT))
        await user.wait_until(lambda: "leave" in last_line(user))
        assert "players" not in last_line(user)
        await user.press("o")
        assert "There is nobody else at this table." in user.screen_text()

    run_app(table, do)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("watching", [True, False])
@pytest.mark.parametrize("can_sit", ["", "own", "bot"])
def test_the_keys_fit_in_eighty_columns(language: str, watching: bool, can_sit: str) -> None:
    table = ScriptedTable(language)

    async def do(user: AppUser) -> None:
        words = screen_words(language)
        table.show(a_scene(language), notes=notes(PERSON, BOT, BOT, can_sit=can_sit), watching=watching, host=True)
        await user.wait_until(lambda: words("foot.people") in last_line(user))
        assert f"q {words('foot.leave')}" in last_line(user)
        assert (words("foot.sit") in last_line(user)) == bool(can_sit)
        assert (words("foot.hint") in last_line(user)) == (not watching)

    run_app(table, do, language=language)


# ---- Leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "status", "truth"),
    [
        ([PERSON, BOT, BOT], "playing", "a bot plays on for you at once"),
        ([AWAY, LEFT, BOT], "playing", "a bot plays on for you at once"),
        ([LEFT, BOT, BOT], "playing", "the table waits until somebody returns"),
        ([BOT, BOT, BOT], "playing", "the table waits until somebody returns"),
        ([PERSON, SeatNote(kind="free"), BOT], "open", "others can take it"),
    ],
)
def test_before_leaving_a_player_reads_what_will_happen(
    others: list[SeatNote], status: TableStatus, truth: str
) -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=notes(*others), status=status)
        await user.press("q")
        await user.wait_until(lambda: truth in user.screen_text())
        await user.press("escape")
        assert isinstance(user.app.screen, TableScreen)
        await user.press("q", "l")
        await user.wait_until(lambda: isinstance(user.app.screen, Menu))
        assert table.sent("leave")

    run_app(table, do)


@pytest.mark.parametrize("own", [PERSON, LEFT])
def test_a_viewer_without_a_seat_to_give_up_leaves_without_a_question(own: SeatNote) -> None:
    table = ScriptedTable()

    async def do(user: AppUser) -> None:
        table.show(a_scene(), notes=TableNotes(seats=[own, PERSON, BOT, BOT]), watching=own is PERSON)
        await user.press("q")
        await user.wait_until(lambda: isinstance(user.app.screen, Menu))
        assert not table.sent("leave")

    run_app(table, do)
