"""The full-screen table: reasons, hints, undo, overlays, moments, saving, and records opened from the menu."""

import os
import re
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
from chabudai.session.opening import open_guided_table, open_table
from chabudai.session.settings import MOMENT_SECONDS, PAUSE_SECONDS
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu import Menu
from chabudai.terminal.app.menu_rows import MenuRows
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.replay_screen import ReplayScreen
from chabudai.terminal.app.scoring_overlay import ScoringOverlay
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.seat_assignment import SeatAssignment
from terminal.app.app_user import LARGE, TIMEOUT, AppUser, local_table, run_app


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own_moves(table: LocalTable) -> int:
    """Return how many moves the player has made."""
    return sum(seat == 0 for seat, _ in table.local.play.moves)


def test_an_illegal_choice_shows_its_reason_and_changes_nothing() -> None:
    table = local_table("fine_weather")

    async def do(user: AppUser) -> None:
        while await user.wait_for_turn():
            assert user.table.update is not None
            choices = user.table.update.scene.choices
            refused = [choice for choice in choices if choice.why is not None and choice.action in user.table.regions]
            if refused:
                break
            await user.press("1")
        before = own_moves(table)
        await user.click(refused[0].action)
        assert own_moves(table) == before
        assert str(refused[0].why) in " ".join(user.screen_text().split())
        await user.press("question_mark")
        assert isinstance(user.app.screen, Overlay)
        await user.press("escape")
        assert isinstance(user.app.screen, TableScreen)

    run_app(table, do, size=LARGE)


@pytest.mark.parametrize("aids", [True, False])
def test_a_hint_uses_only_what_the_player_sees(aids: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def quick_hint(game: Game, view: State) -> Hint:
        views.append(view)
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_session.hint", quick_hint)

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("h")
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        assert "★" in user.screen_text()

    run_app(local_table(aids=aids), do)
    assert [(view.viewer, view.recall) for view in views] == [(0, aids)]


def test_a_choice_can_be_taken_back() -> None:
    table = local_table()

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("u")
        assert "no move to take back" in user.screen_text()
        await user.press("1")
        assert await user.wait_for_turn()
        assert own_moves(table) == 1
        await user.press("u")
        await user.wait_until(lambda: own_moves(table) == 0 and user.table.may_choose)

    run_app(table, do)


@pytest.mark.parametrize(("key", "text"), [("l", "took Omegumi"), ("f", "If the game ended now"), ("r", "Omegumi")])
def test_keys_open_the_log_the_facts_and_the_rules(key: str, text: str) -> None:
    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("1")
        assert await user.wait_for_turn()
        await user.press(key)
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))
        await user.wait_until(lambda: text in user.screen_text())
        await user.press("pagedown", "up", "escape")
        assert isinstance(user.app.screen, TableScreen)

    run_app(local_table(), do)


def test_a_saved_game_can_be_continued_from_the_menu(folder: Path) -> None:
    table = local_table()

    async def save(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("1")
        assert await user.wait_for_turn()
        await user.press("q", "y")
        await user.wait_until(lambda: isinstance(user.app.screen, Menu))

    async def resume(user: AppUser) -> None:
        rows = user.app.screen.query_one(MenuRows)
        rows.go_to(len(rows.rows) - 1)
        await user.press("enter")
        await user.wait_until(lambda: "ameno_kirifuda.json" in user.screen_text())
        await user.press("enter")
        assert await user.wait_for_turn()
        assert isinstance(user.table.client, LocalTable)
        moves = user.table.client.local.play.moves
        assert moves[: len(saved.moves)] == replay(saved).moves

    run_app(table, save)
    (saved,) = read_records(folder / "ameno_kirifuda.json")
    assert saved.result is None
    assert saved.moves
    run_app(None, resume)


@pytest.mark.parametrize(("language", "question"), [("en", "Leave the table?"), ("ja", "席を立つ前に保存しますか？")])
def test_esc_asks_a_question_and_names_its_answers(language: str, question: str) -> None:
    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("1")
        assert await user.wait_for_turn()
        user.app.action_next_language() if language == "ja" else None
        await user.press("escape")
        shown = user.screen_text()
        assert question in shown
        for key in ("y", "n", "Esc"):
            assert re.search(rf"{key}[:：]", shown), key

    run_app(local_table(), do)


def test_leaving_an_unsaved_game_needs_confirmation(folder: Path) -> None:
    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("1")
        assert await user.wait_for_turn()
        await user.press("q", "escape")
        assert isinstance(user.app.screen, TableScreen)
        await user.press("q", "n")
        await user.wait_until(lambda: isinstance(user.app.screen, Menu))

    run_app(local_table(), do)
    assert list(folder.iterdir()) == []


def test_at_the_end_the_scoring_is_shown_step_by_step_and_the_game_can_be_watched() -> None:
    async def do(user: AppUser) -> None:
        while await user.wait_for_turn():
            await user.press("1")
        await user.wait_until(lambda: isinstance(user.app.screen, ScoringOverlay))
        scoring = user.app.screen
        assert isinstance(scoring, ScoringOverlay)
        await user.press("space")
        assert scoring.all_shown
        assert "★ winner" in user.screen_text()
        await user.press("space", "v")
        replaying = user.app.screen
        assert isinstance(replaying, ReplayScreen)
        first = user.screen_text()
        await user.press("right")
        assert replaying.step == 1
        assert user.screen_text() != first
        await user.press("end", "v")
        assert replaying.step == len(replaying.replay.steps) - 1
        await user.press("left", "home")
        assert replaying.step == 0
        await user.press("q")
        await user.press("a")
        assert await user.wait_for_turn()

    run_app(local_table("kasane"), do)


def test_a_moment_stays_until_it_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    for pace in ("slow", "fast"):
        monkeypatch.setitem(PAUSE_SECONDS, pace, 0.001)
        monkeypatch.setitem(MOMENT_SECONDS, pace, TIMEOUT)
    table = local_table("fine_weather", pace="slow")

    async def do(user: AppUser) -> None:
        while user.table.update is None or not user.table.update.notes.moment:
            await user.wait_until(
                lambda: user.table.update is not None and (user.table.may_choose or user.table.update.notes.moment)
            )
            if user.table.may_choose:
                table.local.set_pace("fast")
                await user.press("1")
        assert user.table.update.scene.moment.split("\n")[0] in user.screen_text()
        table.local.set_pace("at_once")
        await user.press("space")
        assert await user.wait_for_turn()

    run_app(table, do)


def test_the_guided_first_game_has_a_lesson_at_each_choice() -> None:
    opened = open_guided_table(find_game("kasane"), YOU.guest, aids=True, pace="at_once")
    assignment = SeatAssignment(LEARNER, True, ("random",) * opened.settings.players)

    async def do(user: AppUser) -> None:
        for _ in range(3):
            assert await user.wait_for_turn()
            assert user.table.update is not None
            guide = user.table.update.notes.guide
            assert guide is not None
            assert guide.text.split(".")[0].split(",")[0] in " ".join(user.screen_text().split())
            await user.press("1")
        assert await user.wait_for_turn()
        await user.press("r")
        await user.wait_until(lambda: isinstance(user.app.screen, Overlay))

    run_app(LocalTable(LocalSession(opened, assignment, "en", 1)), do)


def test_keys_change_language_theme_and_pace() -> None:
    table = local_table()

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("n")
        assert "アメノキリフダ" in user.screen_text()
        await user.press("t")
        assert user.app.theme == "light"
        await user.press("p")
        assert table.local.table.settings.pace == "slow"

    run_app(table, do)


@pytest.mark.parametrize(
    ("keys", "chosen"), [(["1", "2"], 11), (["1", "enter"], 0), (["2"], 1), (["0", "3"], 2), (["1", "9", "4"], 3)]
)
def test_with_many_choices_a_second_digit_is_awaited(keys: list[str], chosen: int) -> None:
    actions: list[int] = []

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        assert user.table.update is not None
        choices = [Choice(action=number, words=f"c {number}", text=f"Choice {number}") for number in range(12)]
        scene = msgspec.structs.replace(user.table.update.scene, choices=choices)
        user.table.show(user.table.update._replace(scene=scene))
        user.table.client.choose = actions.append  # type: ignore[method-assign, assignment]
        await user.press(*keys)

    run_app(local_table(), do)
    assert actions == [chosen]


def test_leaving_does_not_wait_for_a_thinking_bot() -> None:
    table = local_table(pace="fast")

    thinking, may_finish = threading.Event(), threading.Event()

    class Slow:
        recall = True

        def choose(self, view: State) -> int:
            thinking.set()
            may_finish.wait()
            return view.legal(view.viewer)[0]

    table.local.bots = dict.fromkeys(table.local.bots, Slow())

    async def do(user: AppUser) -> None:
        await user.wait_until(lambda: thinking.is_set() or user.table.may_choose)
        if user.table.may_choose:
            await user.press("1")
        await user.wait_until(thinking.is_set)

    run_app(table, do)
    assert thinking.is_set()


def go_to_records(rows: MenuRows) -> None:
    rows.go_to(len(rows.rows) - 1)


def test_a_game_continued_from_the_menu_keeps_its_seat_and_its_registered_bots(folder: Path) -> None:
    game = find_game("ameno_kirifuda")
    opened = open_table(game, game.setup(4), YOU.guest, aids=False, pace="normal")
    saved = LocalSession(opened, SeatAssignment(2, False, ("random", "club", "casual", "novice")), "en", 3)
    # A file must never start a program.
    saved.levels = ["random", "exec:touch started", "casual", "novice"]
    saved.save()

    async def do(user: AppUser) -> None:
        go_to_records(user.app.screen.query_one(MenuRows))
        await user.press("enter")
        await user.wait_until(lambda: "ameno_kirifuda.json" in user.screen_text())
        await user.press("enter")
        await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
        table = user.table.client
        assert isinstance(table, LocalTable)
        assert (table.local.seat, table.local.table.settings.aids) == (2, False)
        assert list(table.local.levels) == ["random", "casual", "casual", "novice"]

    run_app(None, do)
    assert not (folder / "started").exists()


@pytest.mark.parametrize("fields", [{}, {"seat": 9}, {"seat": "two"}, {"bots": ["nobody"], "aids": None}])
def test_a_record_without_a_valid_seat_is_continued_at_the_first_seat(folder: Path, fields: dict[str, object]) -> None:
    (folder / "a.json").write_bytes(local_table().local.play.record(**fields).as_line())

    async def do(user: AppUser) -> None:
        go_to_records(user.app.screen.query_one(MenuRows))
        await user.press("enter")
        await user.wait_until(lambda: "a.json" in user.screen_text())
        await user.press("enter")
        await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
        table = user.table.client
        assert isinstance(table, LocalTable)
        assert (table.local.seat, table.local.table.settings.aids) == (0, True)
        assert list(table.local.levels) == ["casual"] * 4

    run_app(None, do)


def play_to_end(local: LocalSession) -> LocalSession:
    """Play to the end, always making the player's first legal choice."""
    local.advance()
    while local.table.status == "playing":
        turn = local.bot_turn()
        if turn is None:
            local.choose(local.view().legal(local.seat)[0])
        else:
            local.make_bot_move(*turn, local.bot_choice(turn[0]))
        local.advance()
    return local


def test_a_record_can_be_watched_after_its_file_is_deleted_and_pipes_are_skipped(folder: Path) -> None:
    play_to_end(local_table().local).save(Path("b.json"))
    os.mkfifo("a.json")

    async def do(user: AppUser) -> None:
        go_to_records(user.app.screen.query_one(MenuRows))
        await user.press("enter")
        await user.wait_until(lambda: "b.json" in user.screen_text())
        (folder / "b.json").unlink()
        await user.press("enter")
        await user.wait_until(lambda: isinstance(user.app.screen, ReplayScreen))

    run_app(None, do)


def test_nothing_is_taken_back_after_the_end() -> None:
    table = local_table("kasane")

    async def do(user: AppUser) -> None:
        while await user.wait_for_turn():
            await user.press("1")
        await user.wait_until(lambda: isinstance(user.app.screen, ScoringOverlay))
        await user.press("escape")
        await user.wait_until(lambda: isinstance(user.app.screen, TableScreen))
        await user.press("u")
        assert "The game is over." in user.screen_text()
        assert table.local.table.status == "over"

    run_app(table, do)


def test_a_hint_is_computed_once_and_canceled_on_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    views, may_finish = [], threading.Event()

    def think(game: Game, view: State) -> Hint:
        views.append(view)
        may_finish.wait()
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_session.hint", think)
    table = local_table()

    async def do(user: AppUser) -> None:
        assert await user.wait_for_turn()
        await user.press("h", "h", "h")
        thinking = table._hint_task
        assert thinking is not None
        await user.wait_until(lambda: views)
        table.local._saved_moves = list(table.local.play.moves)
        await user.press("q")
        await user.wait_until(lambda: isinstance(user.app.screen, Menu))
        may_finish.set()
        await user.wait_until(thinking.done)
        assert thinking.cancelled()
        assert isinstance(user.app.screen, Menu)

    run_app(table, do)
    assert len(views) == 1


def test_the_rules_of_a_replay_show_its_card_data(monkeypatch: pytest.MonkeyPatch) -> None:
    setups = []
    monkeypatch.setattr(
        "chabudai.terminal.app.replay_screen.rules_overlay", lambda *_, setup=None: setups.append(setup)
    )
    table = local_table()
    table.local.advance()

    async def do(user: AppUser) -> None:
        screen = ReplayScreen(table.record())
        await user.app.push_screen(screen)
        await user.press("r")
        assert setups == [screen.replay.steps[0].state.setup]

    run_app(None, do)
