"""Games played line by line, with scripted input."""

import errno
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import games
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.state import State
from chabudai.records.record import read_records
from chabudai.records.replay import replay
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES
from chabudai.session.opening import open_guided_table, open_table
from chabudai.terminal.line_by_line import LineByLine, play_until_quit
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.save_file import CannotSave
from chabudai.terminal.seat_assignment import SeatAssignment, saved_seat_assignment


def line_game(
    typed: Iterator[str],
    *,
    game: str = "ameno_kirifuda",
    players: int = 4,
    seat: int = 0,
    language: str = "en",
    aids: bool = True,
    width: int = 80,
) -> LineByLine:
    """Open a game with a fixed seed, answered from a script; after the script, input ends."""
    opened = open_table(games()[game], games()[game].setup(players), YOU.guest, aids=aids, pace="at_once")
    return lines(LocalSession(opened, SeatAssignment(seat, aids, ("random",) * players), language, 4), typed, width)


def lines(local: LocalSession, typed: Iterator[str], width: int = 80) -> LineByLine:
    """Return the game line by line, answered from a script; after the script, input ends."""

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return LineByLine(Console(file=io.StringIO(), width=width, highlight=False), local, pause=0.0, ask=ask)


def printed(table: LineByLine) -> str:
    """Return everything that was printed so far."""
    assert isinstance(table.console.file, io.StringIO)
    return table.console.file.getvalue()


def always(answer: str) -> Iterator[str]:
    while True:
        yield answer


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_played_to_its_end_with_numbers(game: str, language: str) -> None:
    for players in games()[game].players:
        table = line_game(always("1"), game=game, players=players, seat=players - 1, language=language)
        table.run()
        assert table.local.table.status == "over"
        assert max(len(line) for line in printed(table).splitlines()) <= 80


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_game_has_a_lesson_and_its_chapter_above_each_question(game: str, language: str) -> None:
    opened = open_guided_table(games()[game], YOU.guest, aids=True, pace="at_once")
    assignment = SeatAssignment(LEARNER, True, ("random",) * opened.settings.players)
    table = lines(LocalSession(opened, assignment, language, 4), iter(["1"] * 3))
    printed_before = []
    answer = table.ask

    def ask(prompt: str) -> str:
        printed_before.append(printed(table))
        return answer(prompt)

    table.ask = ask
    play_until_quit(table)
    assert len(printed_before) == 4
    for text in printed_before:
        lesson = text.rstrip().rsplit("\n", 1)[-1]
        assert re.search(r"rules \w+", lesson)


def test_quitting_in_the_middle_says_goodbye() -> None:
    table = line_game(iter(["1", "quit"]))
    play_until_quit(table)
    assert printed(table).rstrip().endswith("See you next time.")


def test_undo_takes_back_a_choice_and_everything_after_it() -> None:
    table = line_game(iter(["1", "undo"]))
    play_until_quit(table)
    own = [action for seat, action in table.local.play.moves if seat == 0]
    assert own == []
    assert "Taken back." in printed(table)


def test_there_may_be_nothing_to_take_back() -> None:
    table = line_game(iter(["undo"]))
    play_until_quit(table)
    assert "You have no move to take back." in printed(table)


def test_revealed_cards_cannot_be_taken_back() -> None:
    def answers() -> Iterator[str]:
        while table.local.play.state.part == 0:
            yield "1"
        yield "undo"

    table = line_game(answers())
    play_until_quit(table)
    assert "Too late" in printed(table)
    assert table.local.play.state.part == 1


def test_an_illegal_choice_gets_its_reason() -> None:
    def answers() -> Iterator[str]:
        while not any(choice.why for choice in table.local.scene().choices):
            yield "1"
        refused = next(choice for choice in table.local.scene().choices if choice.why)
        yield refused.words
        yield f"? {refused.words}"
        yield "?"

    table = line_game(answers(), seat=1)
    play_until_quit(table)
    assert printed(table).count("not allowed now, because") >= 3


@pytest.mark.parametrize(
    "nonsense", ["", "0", "99", "xyzzy", "play", "-1", "? nothing of the kind", "\x00", "春" * 200]
)
def test_nonsense_changes_nothing_and_raises_no_error(nonsense: str) -> None:
    table = line_game(iter([nonsense]))
    play_until_quit(table)
    assert [seat for seat, _ in table.local.play.moves if seat == 0] == []
    assert "Traceback" not in printed(table)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("help", "take back your last choice"),
        ("facts", "If the game ended now"),
        ("log", "took Omegumi"),
        ("rules", "Bachiatari"),
    ],
)
def test_commands_print_the_help_the_facts_the_log_and_the_rules(command: str, answer: str) -> None:
    table = line_game(iter(["1", command]))
    play_until_quit(table)
    assert answer in printed(table)


@pytest.mark.parametrize("aids", [True, False])
def test_a_hint_uses_only_what_the_player_sees(aids: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def quick_hint(game: Game, view: State) -> Hint:
        views.append(view)
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_session.hint", quick_hint)
    table = line_game(iter(["hint"]), aids=aids)
    play_until_quit(table)
    assert [(view.viewer, view.recall) for view in views] == [(0, aids)]
    assert ": the best choice. Wins " in printed(table)
    assert [seat for seat, _ in table.local.play.moves if seat == 0] == []


def test_without_memory_aids_there_is_no_log() -> None:
    table = line_game(iter(["1", "log"]), aids=False)
    play_until_quit(table)
    assert "The log is a memory aid" in printed(table)


def test_a_question_about_several_choices_explains_each() -> None:
    table = line_game(iter(["? take"]))
    play_until_quit(table)
    assert printed(table).count(": allowed.") == len(table.local.scene().choices) > 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_saved_record_replays_to_the_saved_position(folder: Path) -> None:
    table = line_game(iter(["1", "1", "save", "1", "save"]))
    play_until_quit(table)
    assert [path.name for path in folder.iterdir()] == ["ameno_kirifuda.json"]
    (record,) = read_records(folder / "ameno_kirifuda.json")
    assert replay(record).state.same_position(table.local.play.rewound_to(len(record.moves)).state)


def test_saving_never_overwrites_another_file(folder: Path) -> None:
    (folder / "ameno_kirifuda.json").write_text("precious")
    (folder / "notes.txt").write_text("precious too")
    table = line_game(iter(["save notes.txt", "save"]))
    play_until_quit(table)
    assert (folder / "notes.txt").read_text() == "precious too"
    assert (folder / "ameno_kirifuda.json").read_text() == "precious"
    assert (folder / "ameno_kirifuda-2.json").exists()
    assert "Cannot save to notes.txt: File exists" in printed(table)


def test_an_impossible_path_is_refused(folder: Path) -> None:
    table = line_game(iter(["save a\0b"]))
    play_until_quit(table)
    assert "Cannot save to 'a\\x00b'" in printed(table)


def test_the_resume_command_leads_back_to_the_same_seat(folder: Path) -> None:
    table = line_game(iter(["save my game.json"]), seat=2, language="ja", aids=False)
    play_until_quit(table)
    assert "  chabudai play --from 'my game.json' --lang ja" in printed(table).splitlines()
    assignment = saved_seat_assignment((folder / "my game.json").read_bytes(), 4)
    assert (assignment.seat, assignment.aids) == (2, False)


def test_a_new_choice_after_undo_counts_as_unsaved(folder: Path) -> None:
    play_until_quit(line_game(iter(["1", "save", "undo", "2", "quit", "y"]), seat=3))
    (record,) = read_records(folder / "ameno_kirifuda.json")
    table = line_game(iter(["2"]), seat=3)
    play_until_quit(table)
    assert record.moves[0] == table.local.play.record().moves[0]


@pytest.mark.parametrize(("answer", "files"), [("y", 1), ("n", 0)])
def test_quitting_offers_to_save(folder: Path, answer: str, files: int) -> None:
    play_until_quit(line_game(iter(["1", "quit", answer])))
    assert len(list(folder.iterdir())) == files


def test_a_move_without_a_place_on_the_table_is_refused_with_its_reason() -> None:
    table = line_game(iter(["meld kasane 2", "? pass"]), game="kasane")
    play_until_quit(table)
    assert printed(table).count("not allowed now, because") == 2


def test_the_log_shows_fleeting_events_only_until_the_next_choice() -> None:
    def answers() -> Iterator[str]:
        yield from ["1", "1", "1"]
        counts.append(printed(table).count(" took "))
        yield "log"

    counts: list[int] = []
    table = line_game(answers(), game="kasane")
    play_until_quit(table)
    last = [event.name for event in table.local.play.events[table.local.table.recent_from :]]
    assert counts[0] > 3
    assert printed(table).count(" took ") == counts[0] + last.count("took")


def test_brackets_in_log_lines_are_not_markup() -> None:
    table = line_game(iter(["1", "log"]))
    table.local.table.holders[1].name = "[bold]Natsu"
    play_until_quit(table)
    assert printed(table).count("[bold]Natsu") >= 2


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a disk that accepts the name of a file, but not its content."""

    def sync(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_no_partial_record(folder: Path) -> None:
    table = line_game(iter(["1", "save"]))
    play_until_quit(table)
    assert "Cannot save to ameno_kirifuda.json: No space left on device" in printed(table)
    assert list(folder.iterdir()) == []


def test_a_full_disk_keeps_the_previous_save(folder: Path, request: pytest.FixtureRequest) -> None:
    table = line_game(iter(["1"]))
    play_until_quit(table)
    path = table.local.save()
    before = path.read_bytes()
    table.local.choose(table.local.scene().choices[0].action)
    request.getfixturevalue("full_disk")
    with pytest.raises(CannotSave):
        table.local.save()
    assert table.local.unsaved
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [folder / path]


def test_an_overwritten_record_keeps_its_permissions(folder: Path) -> None:
    table = line_game(iter(["1", "save", "1"]))
    play_until_quit(table)
    path = folder / "ameno_kirifuda.json"
    path.chmod(0o600)
    before = path.read_bytes()
    table.local.save()
    assert path.read_bytes() != before
    assert path.stat().st_mode & 0o777 == 0o600


def test_saving_always_finds_an_unused_name(folder: Path) -> None:
    for number in ("", *(f"-{number}" for number in range(2, 1000))):
        (folder / f"ameno_kirifuda{number}.json").touch()
    play_until_quit(line_game(iter(["save"])))
    assert (folder / "ameno_kirifuda-1000.json").stat().st_size


def test_the_resume_command_names_the_pace_and_the_bots_that_are_not_in_the_record() -> None:
    game = games()["ameno_kirifuda"]
    opened = open_table(game, game.setup(4), YOU.guest, aids=True, pace="slow")
    levels = ("novice", "club", "casual", "novice")
    local = LocalSession(opened, SeatAssignment(1, True, levels), "en", 1)
    assert local.resume_command(Path("a.json"), "slow") == "chabudai play --from a.json --pace slow"
    assert saved_seat_assignment(local.record(), 4).bots == levels
    local = LocalSession(opened, SeatAssignment(1, True, ("expert@9",) * 4), "en", 1)
    assert local.resume_command(Path("a.json")) == "chabudai play --from a.json --bot expert@9"
    assert saved_seat_assignment(local.record(), 4).bots == ("casual",) * 4


@pytest.mark.parametrize("field", ['"seat": 4', '"seat": -1', '"seat": "2"', '"bots": [1]', '"aids": 7', '"seat": 0'])
def test_a_record_without_valid_seat_data_gets_the_defaults(field: str) -> None:
    assert saved_seat_assignment(f"{{{field}}}".encode(), 4) == SeatAssignment(0, True, ("casual",) * 4)
