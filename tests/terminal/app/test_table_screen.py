"""What keys and clicks do at the table, beside choosing."""

import os
import threading
from pathlib import Path

import msgspec
import pytest

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import game as find_game
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.state import State
from chabudai.records.record import read_records
from chabudai.records.replay import replay
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Choice
from chabudai.session.opening import first_opening, opening
from chabudai.session.settings import MOMENTS, PAUSES
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.replay_screen import ReplayScreen
from chabudai.terminal.app.rows import RowList
from chabudai.terminal.app.scoring import Scoring
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.local_game import YOU, LocalGame
from chabudai.terminal.seating import Seating
from terminal.app.seated import LARGE, PATIENCE, Person, local, sitting


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own_moves(table: LocalTable) -> int:
    return sum(seat == 0 for seat, _ in table.game.play.moves)


def test_what_cannot_be_chosen_says_why_and_changes_nothing() -> None:
    table = local("fine_weather")

    async def do(person: Person) -> None:
        while await person.turn():
            assert person.table.shown is not None
            choices = person.table.shown.scene.choices
            refused = [choice for choice in choices if choice.why is not None and choice.action in person.table.spots]
            if refused:
                break
            await person.press("1")
        before = own_moves(table)
        await person.click(refused[0].action)
        assert own_moves(table) == before
        assert str(refused[0].why) in " ".join(person.screen_text().split())
        await person.press("question_mark")
        assert isinstance(person.app.screen, Sheet)
        await person.press("escape")
        assert isinstance(person.app.screen, TableScreen)

    sitting(table, do, size=LARGE)


@pytest.mark.parametrize("aids", [True, False])
def test_a_hint_is_made_from_what_the_person_sees(aids: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def look(game: Game, view: State) -> Hint:
        views.append(view)
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_game.hint", look)

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("h")
        await person.until(lambda: isinstance(person.app.screen, Sheet))
        assert "★" in person.screen_text()

    sitting(local(aids=aids), do)
    assert [(view.viewer, view.recall) for view in views] == [(0, aids)]


def test_a_choice_can_be_taken_back() -> None:
    table = local()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("u")
        assert "nothing of yours" in person.screen_text()
        await person.press("1")
        assert await person.turn()
        assert own_moves(table) == 1
        await person.press("u")
        await person.until(lambda: own_moves(table) == 0 and person.table.may_choose)

    sitting(table, do)


@pytest.mark.parametrize(("key", "text"), [("l", "took Omegumi"), ("f", "If it ended now"), ("r", "Omegumi")])
def test_sheets_show_what_they_promise(key: str, text: str) -> None:
    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("1")
        assert await person.turn()
        await person.press(key)
        await person.until(lambda: isinstance(person.app.screen, Sheet))
        await person.until(lambda: text in person.screen_text())
        await person.press("pagedown", "up", "escape")
        assert isinstance(person.app.screen, TableScreen)

    sitting(local(), do)


def test_a_saved_game_can_be_gone_on_with_from_the_menu(folder: Path) -> None:
    table = local()

    async def save(person: Person) -> None:
        assert await person.turn()
        await person.press("1")
        assert await person.turn()
        await person.press("q", "y")
        await person.until(lambda: isinstance(person.app.screen, Menu))

    async def go_on(person: Person) -> None:
        rows = person.app.screen.query_one(RowList)
        rows.go_to(len(rows.rows) - 1)
        await person.press("enter")
        await person.until(lambda: "ameno_kirifuda.json" in person.screen_text())
        await person.press("enter")
        assert await person.turn()
        assert isinstance(person.table.client, LocalTable)
        moves = person.table.client.game.play.moves
        assert moves[: len(saved.moves)] == replay(saved).moves

    sitting(table, save)
    (saved,) = read_records(folder / "ameno_kirifuda.json")
    assert saved.result is None
    assert saved.moves
    sitting(None, go_on)


def test_leaving_a_game_that_is_not_saved_is_asked_about(folder: Path) -> None:
    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("1")
        assert await person.turn()
        await person.press("q", "escape")
        assert isinstance(person.app.screen, TableScreen)
        await person.press("q", "n")
        await person.until(lambda: isinstance(person.app.screen, Menu))

    sitting(local(), do)
    assert list(folder.iterdir()) == []


def test_at_the_end_points_are_counted_step_by_step_and_the_game_can_be_watched_again() -> None:
    async def do(person: Person) -> None:
        while await person.turn():
            await person.press("1")
        await person.until(lambda: isinstance(person.app.screen, Scoring))
        scoring = person.app.screen
        assert isinstance(scoring, Scoring)
        await person.press("space")
        assert scoring.counted
        assert "★ winner" in person.screen_text()
        await person.press("space", "v")
        replaying = person.app.screen
        assert isinstance(replaying, ReplayScreen)
        first = person.screen_text()
        await person.press("right")
        assert replaying.step == 1
        assert person.screen_text() != first
        await person.press("end", "v")
        assert replaying.step == len(replaying.replay.steps) - 1
        await person.press("left", "home")
        assert replaying.step == 0
        await person.press("q")
        await person.press("a")
        assert await person.turn()

    sitting(local("kasane"), do)


def test_a_moment_stays_until_it_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    for pace in ("slow", "fast"):
        monkeypatch.setitem(PAUSES, pace, 0.001)
        monkeypatch.setitem(MOMENTS, pace, PATIENCE)
    table = local("fine_weather", pace="slow")

    async def do(person: Person) -> None:
        while person.table.shown is None or not person.table.shown.notes.moment:
            await person.until(
                lambda: person.table.shown is not None and (person.table.may_choose or person.table.shown.notes.moment)
            )
            if person.table.may_choose:
                table.game.set_pace("fast")
                await person.press("1")
        assert person.table.shown.scene.moment.split("\n")[0] in person.screen_text()
        table.game.set_pace("at_once")
        await person.press("space")
        assert await person.turn()

    sitting(table, do)


def test_the_guided_first_game_has_a_lesson_at_each_choice() -> None:
    opened = first_opening(find_game("kasane"), YOU.guest, aids=True, pace="at_once")
    seating = Seating(LEARNER, True, ("random",) * opened.settings.players)

    async def do(person: Person) -> None:
        for _ in range(3):
            assert await person.turn()
            assert person.table.shown is not None
            guide = person.table.shown.notes.guide
            assert guide is not None
            assert guide.text.split(".")[0].split(",")[0] in " ".join(person.screen_text().split())
            await person.press("1")
        assert await person.turn()
        await person.press("r")
        await person.until(lambda: isinstance(person.app.screen, Sheet))

    sitting(LocalTable(LocalGame(opened, seating, "en", 1)), do)


def test_language_look_and_pace_change_at_a_key() -> None:
    table = local()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("n")
        assert "アメノキリフダ" in person.screen_text()
        await person.press("t")
        assert person.app.theme == "light"
        await person.press("p")
        assert table.game.table.settings.pace == "slow"

    sitting(table, do)


@pytest.mark.parametrize(
    ("keys", "chosen"), [(["1", "2"], 11), (["1", "enter"], 0), (["2"], 1), (["0", "3"], 2), (["1", "9", "4"], 3)]
)
def test_where_there_are_many_choices_a_second_digit_is_waited_for(keys: list[str], chosen: int) -> None:
    made: list[int] = []

    async def do(person: Person) -> None:
        assert await person.turn()
        assert person.table.shown is not None
        choices = [Choice(action=number, words=f"c {number}", text=f"Choice {number}") for number in range(12)]
        scene = msgspec.structs.replace(person.table.shown.scene, choices=choices)
        person.table.show(person.table.shown._replace(scene=scene))
        person.table.client.choose = made.append  # type: ignore[method-assign, assignment]
        await person.press(*keys)

    sitting(local(), do)
    assert made == [chosen]


def test_leaving_does_not_wait_for_a_bot_that_thinks() -> None:
    table = local(pace="fast")

    thinking, enough = threading.Event(), threading.Event()

    class Slow:
        recall = True

        def choose(self, view: State) -> int:
            thinking.set()
            enough.wait()
            return view.legal(view.viewer)[0]

    table.game.bots = dict.fromkeys(table.game.bots, Slow())

    async def do(person: Person) -> None:
        await person.until(lambda: thinking.is_set() or person.table.may_choose)
        if person.table.may_choose:
            await person.press("1")
        await person.until(thinking.is_set)

    sitting(table, do)
    assert thinking.is_set()


def go_to_records(rows: RowList) -> None:
    rows.go_to(len(rows.rows) - 1)


def test_a_game_gone_on_with_from_the_menu_is_at_the_seat_it_was_saved_at(folder: Path) -> None:
    game = find_game("ameno_kirifuda")
    opened = opening(game, game.setup(4), YOU.guest, aids=False, pace="normal")
    saved = LocalGame(opened, Seating(2, False, ("random", "club", "casual", "novice")), "en", 3)
    # A program is never started because a file says so.
    saved.levels = ["random", "exec:touch started", "casual", "novice"]
    saved.save()

    async def do(person: Person) -> None:
        go_to_records(person.app.screen.query_one(RowList))
        await person.press("enter")
        await person.until(lambda: "ameno_kirifuda.json" in person.screen_text())
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        table = person.table.client
        assert isinstance(table, LocalTable)
        assert (table.game.seat, table.game.table.settings.aids) == (2, False)
        assert list(table.game.levels) == ["random", "casual", "casual", "novice"]

    sitting(None, do)
    assert not (folder / "started").exists()


@pytest.mark.parametrize("further", [{}, {"seat": 9}, {"seat": "two"}, {"bots": ["nobody"], "aids": None}])
def test_a_record_that_does_not_say_where_one_sat_is_gone_on_with_at_the_first_seat(
    folder: Path, further: dict[str, object]
) -> None:
    (folder / "a.json").write_bytes(local().game.play.record(**further).as_line())

    async def do(person: Person) -> None:
        go_to_records(person.app.screen.query_one(RowList))
        await person.press("enter")
        await person.until(lambda: "a.json" in person.screen_text())
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        table = person.table.client
        assert isinstance(table, LocalTable)
        assert (table.game.seat, table.game.table.settings.aids) == (0, True)
        assert list(table.game.levels) == ["casual"] * 4

    sitting(None, do)


def play_out(game: LocalGame) -> LocalGame:
    """Let the person always make the first choice that is allowed."""
    game.go_on()
    while game.table.status == "playing":
        turn = game.bot_turn()
        if turn is None:
            game.choose(game.view().legal(game.seat)[0])
        else:
            game.bot_moves(*turn, game.bot_choice(turn[0]))
        game.go_on()
    return game


def test_a_record_is_watched_though_its_file_is_gone_and_a_pipe_is_none(folder: Path) -> None:
    play_out(local().game).save(Path("b.json"))
    os.mkfifo("a.json")

    async def do(person: Person) -> None:
        go_to_records(person.app.screen.query_one(RowList))
        await person.press("enter")
        await person.until(lambda: "b.json" in person.screen_text())
        (folder / "b.json").unlink()
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))

    sitting(None, do)


def test_nothing_is_taken_back_after_the_end() -> None:
    table = local("kasane")

    async def do(person: Person) -> None:
        while await person.turn():
            await person.press("1")
        await person.until(lambda: isinstance(person.app.screen, Scoring))
        await person.press("escape")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        await person.press("u")
        assert "The game is over." in person.screen_text()
        assert table.game.table.status == "over"

    sitting(table, do)


def test_a_hint_is_thought_of_once_and_only_for_who_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, enough = [], threading.Event()

    def think(game: Game, view: State) -> Hint:
        asked.append(view)
        enough.wait()
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_game.hint", think)
    table = local()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("h", "h", "h")
        thinking = table._hinting
        assert thinking is not None
        await person.until(lambda: asked)
        table.game._saved_moves = list(table.game.play.moves)
        await person.press("q")
        await person.until(lambda: isinstance(person.app.screen, Menu))
        enough.set()
        await person.until(thinking.done)
        assert thinking.cancelled()
        assert isinstance(person.app.screen, Menu)

    sitting(table, do)
    assert len(asked) == 1


def test_the_rules_beside_a_replay_are_those_of_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    setups = []
    monkeypatch.setattr("chabudai.terminal.app.replay_screen.rules_sheet", lambda *_, setup=None: setups.append(setup))
    table = local()
    table.game.go_on()

    async def do(person: Person) -> None:
        screen = ReplayScreen(table.record())
        await person.app.push_screen(screen)
        await person.press("r")
        assert setups == [screen.replay.steps[0].state.setup]

    sitting(None, do)
