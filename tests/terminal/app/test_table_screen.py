"""What keys and clicks do at the table, beside choosing."""

import os
import threading
from pathlib import Path

import msgspec
import pytest

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.game import Game
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.first_game import begin_first_game, first_game_of
from chabudai.records.play import Play
from chabudai.records.record import read_records
from chabudai.records.replay import replay
from chabudai.scene.vocabulary import Choice
from chabudai.server.plan import MOMENTS, PAUSES
from chabudai.terminal.app.here import Here
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.replay_screen import ReplayScreen
from chabudai.terminal.app.rows import RowList
from chabudai.terminal.app.scoring import Scoring
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.sitting import sit_down
from terminal.app.seated import LARGE, PATIENCE, Person, here, sitting


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own_moves(place: Here) -> int:
    return sum(seat == 0 for seat, _ in place.sitting.play.moves)


def test_what_cannot_be_chosen_says_why_and_changes_nothing() -> None:
    place = here("fine_weather")

    async def do(person: Person) -> None:
        while await person.turn():
            assert person.table.shown is not None
            choices = person.table.shown.scene.choices
            refused = [choice for choice in choices if choice.why is not None and choice.action in person.table.spots]
            if refused:
                break
            await person.press("1")
        before = own_moves(place)
        await person.click(refused[0].action)
        assert own_moves(place) == before
        assert str(refused[0].why) in " ".join(person.screen_text().split())
        await person.press("question_mark")
        assert isinstance(person.app.screen, Sheet)
        await person.press("escape")
        assert isinstance(person.app.screen, TableScreen)

    sitting(place, do, size=LARGE)


@pytest.mark.parametrize("aids", [True, False])
def test_a_hint_is_made_from_what_the_person_sees(aids: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def look(game: Game, view: State) -> Hint:
        views.append(view)
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.sitting.hint", look)

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("h")
        await person.until(lambda: isinstance(person.app.screen, Sheet))
        assert "★" in person.screen_text()

    sitting(here(aids=aids), do)
    assert [(view.viewer, view.recall) for view in views] == [(0, aids)]


def test_a_choice_can_be_taken_back() -> None:
    place = here()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("u")
        assert "nothing of yours" in person.screen_text()
        await person.press("1")
        assert await person.turn()
        assert own_moves(place) == 1
        await person.press("u")
        await person.until(lambda: own_moves(place) == 0 and person.table.may_choose)

    sitting(place, do)


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

    sitting(here(), do)


def test_a_saved_game_can_be_gone_on_with_from_the_menu(folder: Path) -> None:
    place = here()

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
        assert isinstance(person.table.place, Here)
        moves = person.table.place.sitting.play.moves
        assert moves[: len(saved.moves)] == replay(saved).moves

    sitting(place, save)
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

    sitting(here(), do)
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
        assert replaying.step == len(replaying.replaying.steps) - 1
        await person.press("left", "home")
        assert replaying.step == 0
        await person.press("q")
        await person.press("a")
        assert await person.turn()

    sitting(here("kasane"), do)


def test_a_moment_stays_until_it_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    for pace in ("slow", "fast"):
        monkeypatch.setitem(PAUSES, pace, 0.001)
        monkeypatch.setitem(MOMENTS, pace, PATIENCE)
    place = here("fine_weather", pace="slow")

    async def do(person: Person) -> None:
        while person.table.shown is None or not person.table.shown.notes.moment:
            await person.until(
                lambda: person.table.shown is not None and (person.table.may_choose or person.table.shown.notes.moment)
            )
            if person.table.may_choose:
                place.pace = "fast"
                await person.press("1")
        assert person.table.shown.scene.moment.split("\n")[0] in person.screen_text()
        place.pace = "at_once"
        await person.press("space")
        assert await person.turn()

    sitting(place, do)


def test_the_guided_first_game_has_a_lesson_at_each_choice() -> None:
    game = find_game("kasane")
    first = first_game_of(game)
    table = sit_down(begin_first_game(game), 0, "en", ["random"] * first.players, 1, first_game=first)

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

    sitting(Here(table, "at_once"), do)


def test_language_look_and_pace_change_at_a_key() -> None:
    place = here()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("n")
        assert "アメノキリフダ" in person.screen_text()
        await person.press("t")
        assert person.app.theme == "light"
        await person.press("p")
        assert place.pace == "slow"

    sitting(place, do)


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
        person.table.show(msgspec.structs.replace(person.table.shown, scene=scene))
        person.table.place.choose = made.append  # type: ignore[method-assign, assignment]
        await person.press(*keys)

    sitting(here(), do)
    assert made == [chosen]


def test_leaving_does_not_wait_for_a_bot_that_thinks() -> None:
    place = here(pace="fast")

    thinking, enough = threading.Event(), threading.Event()

    class Slow:
        recall = True

        def choose(self, view: State) -> int:
            thinking.set()
            enough.wait()
            return view.legal(view.viewer)[0]

    place.sitting.bots = dict.fromkeys(place.sitting.bots, Slow())

    async def do(person: Person) -> None:
        await person.until(lambda: thinking.is_set() or person.table.may_choose)
        if person.table.may_choose:
            await person.press("1")
        await person.until(thinking.is_set)

    sitting(place, do)
    assert thinking.is_set()


def go_to_records(rows: RowList) -> None:
    rows.go_to(len(rows.rows) - 1)


def test_a_game_gone_on_with_from_the_menu_is_at_the_seat_it_was_saved_at(folder: Path) -> None:
    game = find_game("ameno_kirifuda")
    play = Play(game, game.setup(4), Seeded(Rng(3)))
    # A program is never started because a file says so.
    table = sit_down(play, 2, "en", ["random", "club", "casual", "novice"], 3, aids=False)
    table.levels = ["random", "exec:touch started", "casual", "novice"]
    table.save()

    async def do(person: Person) -> None:
        go_to_records(person.app.screen.query_one(RowList))
        await person.press("enter")
        await person.until(lambda: "ameno_kirifuda.json" in person.screen_text())
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        place = person.table.place
        assert isinstance(place, Here)
        assert (place.sitting.seat, place.sitting.aids) == (2, False)
        assert list(place.sitting.levels) == ["random", "casual", "casual", "novice"]

    sitting(None, do)
    assert not (folder / "started").exists()


@pytest.mark.parametrize("further", [{}, {"seat": 9}, {"seat": "two"}, {"bots": ["nobody"], "aids": None}])
def test_a_record_that_does_not_say_where_one_sat_is_gone_on_with_at_the_first_seat(
    folder: Path, further: dict[str, object]
) -> None:
    play = here().sitting.play
    (folder / "a.json").write_bytes(play.record(**further).as_line())

    async def do(person: Person) -> None:
        go_to_records(person.app.screen.query_one(RowList))
        await person.press("enter")
        await person.until(lambda: "a.json" in person.screen_text())
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        place = person.table.place
        assert isinstance(place, Here)
        assert (place.sitting.seat, place.sitting.aids) == (0, True)
        assert list(place.sitting.levels) == ["casual"] * 4

    sitting(None, do)


def test_a_record_is_watched_though_its_file_is_gone_and_a_pipe_is_none(folder: Path) -> None:
    place = here()
    play = place.sitting.play
    while not play.state.over():
        play.settle()
        for seat in members(play.state.waiting):
            play.choose(seat, play.state.seen_by(seat, True).legal(seat)[0])
    place.sitting.save(Path("b.json"))
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
    place = here("kasane")

    async def do(person: Person) -> None:
        while await person.turn():
            await person.press("1")
        await person.until(lambda: isinstance(person.app.screen, Scoring))
        await person.press("escape")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        await person.press("u")
        assert "nothing of yours" in person.screen_text()
        assert place.sitting.play.state.over()

    sitting(place, do)


def test_a_hint_is_thought_of_once_and_only_for_who_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, enough = [], threading.Event()

    def think(game: Game, view: State) -> Hint:
        asked.append(view)
        enough.wait()
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.sitting.hint", think)
    place = here()

    async def do(person: Person) -> None:
        assert await person.turn()
        await person.press("h", "h", "h")
        thinking = place._thinking
        assert thinking is not None
        await person.until(lambda: asked)
        place.sitting._saved_moves = list(place.sitting.play.moves)
        await person.press("q")
        await person.until(lambda: isinstance(person.app.screen, Menu))
        enough.set()
        await person.until(thinking.done)
        assert thinking.cancelled()
        assert isinstance(person.app.screen, Menu)

    sitting(place, do)
    assert len(asked) == 1


def test_the_rules_beside_a_replay_are_those_of_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    setups = []
    monkeypatch.setattr("chabudai.terminal.app.replay_screen.rules_sheet", lambda *_, setup=None: setups.append(setup))
    place = here()
    place.sitting.play.settle()

    async def do(person: Person) -> None:
        screen = ReplayScreen(place.record())
        await person.app.push_screen(screen)
        await person.press("r")
        assert setups == [screen.replaying.steps[0].state.setup]

    sitting(None, do)
