"""Games played line by line, with what the person types given as a script."""

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
from chabudai.session.opening import first_opening, opening
from chabudai.terminal.local_game import YOU, LocalGame
from chabudai.terminal.play import LineByLine, leave_taking
from chabudai.terminal.saving import CannotSave
from chabudai.terminal.seating import Seating, saved_seating


def sitting(
    typed: Iterator[str],
    *,
    game: str = "ameno_kirifuda",
    players: int = 4,
    seat: int = 0,
    language: str = "en",
    aids: bool = True,
    width: int = 80,
) -> LineByLine:
    """A game with this seed of chance and bots, answered from a script that ends by leaving."""
    found = games()[game]
    opened = opening(found, found.setup(players), YOU.guest, aids=aids, pace="at_once")
    return lines(LocalGame(opened, Seating(seat, aids, ("random",) * players), language, 4), typed, width)


def lines(game: LocalGame, typed: Iterator[str], width: int = 80) -> LineByLine:
    """The game, line by line, answered from a script that ends by leaving."""

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return LineByLine(Console(file=io.StringIO(), width=width, highlight=False), game, pause=0.0, ask=ask)


def shown(table: LineByLine) -> str:
    assert isinstance(table.console.file, io.StringIO)
    return table.console.file.getvalue()


def always(answer: str) -> Iterator[str]:
    while True:
        yield answer


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_played_to_its_end_by_numbers(game: str, language: str) -> None:
    for players in games()[game].players:
        table = sitting(always("1"), game=game, players=players, seat=players - 1, language=language)
        table.run()
        assert table.game.table.status == "over"
        assert max(len(line) for line in shown(table).splitlines()) <= 80


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_game_has_a_lesson_and_its_chapter_above_each_question(game: str, language: str) -> None:
    opened = first_opening(games()[game], YOU.guest, aids=True, pace="at_once")
    seating = Seating(LEARNER, True, ("random",) * opened.settings.players)
    table = lines(LocalGame(opened, seating, language, 4), iter(["1"] * 3))
    asked = []
    answer = table.ask

    def ask(prompt: str) -> str:
        asked.append(shown(table))
        return answer(prompt)

    table.ask = ask
    leave_taking(table)
    assert len(asked) == 4
    for before in asked:
        lesson = before.rstrip().rsplit("\n", 1)[-1]
        assert re.search(r"rules \w+", lesson)


def test_leaving_in_the_middle_is_polite() -> None:
    table = sitting(iter(["1", "quit"]))
    leave_taking(table)
    assert shown(table).rstrip().endswith("Until next time.")


def test_a_choice_can_be_taken_back_with_all_that_followed() -> None:
    table = sitting(iter(["1", "undo"]))
    leave_taking(table)
    own = [action for seat, action in table.game.play.moves if seat == 0]
    assert own == []
    assert "Taken back." in shown(table)


def test_there_may_be_nothing_to_take_back() -> None:
    table = sitting(iter(["undo"]))
    leave_taking(table)
    assert "There is nothing of yours to take back." in shown(table)


def test_what_chance_has_shown_is_never_taken_back() -> None:
    def answers() -> Iterator[str]:
        while table.game.play.state.part == 0:
            yield "1"
        yield "undo"

    table = sitting(answers())
    leave_taking(table)
    assert "It is too late" in shown(table)
    assert table.game.play.state.part == 1


def test_a_refused_choice_says_why() -> None:
    def answers() -> Iterator[str]:
        while not any(choice.why for choice in table.game.scene().choices):
            yield "1"
        refused = next(choice for choice in table.game.scene().choices if choice.why)
        yield refused.words
        yield f"? {refused.words}"
        yield "?"

    table = sitting(answers(), seat=1)
    leave_taking(table)
    assert shown(table).count("not now, because") >= 3


@pytest.mark.parametrize(
    "nonsense", ["", "0", "99", "xyzzy", "play", "-1", "? nothing of the kind", "\x00", "春" * 200]
)
def test_nonsense_is_answered_and_changes_nothing(nonsense: str) -> None:
    table = sitting(iter([nonsense]))
    leave_taking(table)
    assert [seat for seat, _ in table.game.play.moves if seat == 0] == []
    assert "Traceback" not in shown(table)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("help", "take back your last choice"),
        ("facts", "If it ended now"),
        ("log", "took Omegumi"),
        ("rules", "Bachiatari"),
    ],
)
def test_commands_show_what_they_promise(command: str, answer: str) -> None:
    table = sitting(iter(["1", command]))
    leave_taking(table)
    assert answer in shown(table)


@pytest.mark.parametrize("aids", [True, False])
def test_a_hint_is_given_from_what_the_person_sees(aids: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def look(game: Game, view: State) -> Hint:
        views.append(view)
        return hint(game, view, simulations=20)

    monkeypatch.setattr("chabudai.terminal.local_game.hint", look)
    table = sitting(iter(["hint"]), aids=aids)
    leave_taking(table)
    assert [(view.viewer, view.recall) for view in views] == [(0, aids)]
    assert "★ [" in shown(table)
    assert [seat for seat, _ in table.game.play.moves if seat == 0] == []


def test_without_memory_aids_there_is_no_log_of_cards_that_cannot_be_looked_at() -> None:
    table = sitting(iter(["1", "log"]), aids=False)
    leave_taking(table)
    assert "The log is a memory aid" in shown(table)


def test_asked_about_several_choices_the_table_explains_each() -> None:
    table = sitting(iter(["? take"]))
    leave_taking(table)
    assert shown(table).count("that is allowed.") == len(table.game.scene().choices) > 1


def test_a_wide_terminal_has_the_facts_beside_the_table() -> None:
    table = sitting(iter([]), width=130)
    leave_taking(table)
    assert "If it ended now" in shown(table)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_saved_game_can_be_gone_on_with(folder: Path) -> None:
    table = sitting(iter(["1", "1", "save", "1", "save"]))
    leave_taking(table)
    assert [path.name for path in folder.iterdir()] == ["ameno_kirifuda.json"]
    (record,) = read_records(folder / "ameno_kirifuda.json")
    assert replay(record).state.same_position(table.game.play.before(len(record.moves)).state)


def test_saving_never_writes_over_another_file(folder: Path) -> None:
    (folder / "ameno_kirifuda.json").write_text("precious")
    (folder / "notes.txt").write_text("precious too")
    table = sitting(iter(["save notes.txt", "save"]))
    leave_taking(table)
    assert (folder / "notes.txt").read_text() == "precious too"
    assert (folder / "ameno_kirifuda.json").read_text() == "precious"
    assert (folder / "ameno_kirifuda-2.json").exists()
    assert "Cannot save to notes.txt: File exists" in shown(table)


def test_a_path_that_cannot_be_is_refused(folder: Path) -> None:
    table = sitting(iter(["save a\0b"]))
    leave_taking(table)
    assert "Cannot save to 'a\\x00b'" in shown(table)


def test_the_command_to_go_on_leads_back_to_the_same_seat(folder: Path) -> None:
    table = sitting(iter(["save my game.json"]), seat=2, language="ja", aids=False)
    leave_taking(table)
    assert "  chabudai play --from 'my game.json' --lang ja" in shown(table).splitlines()
    seating = saved_seating((folder / "my game.json").read_bytes(), 4)
    assert (seating.seat, seating.aids) == (2, False)


def test_a_choice_made_anew_after_undo_is_not_saved_yet(folder: Path) -> None:
    leave_taking(sitting(iter(["1", "save", "undo", "2", "quit", "y"]), seat=3))
    (record,) = read_records(folder / "ameno_kirifuda.json")
    table = sitting(iter(["2"]), seat=3)
    leave_taking(table)
    assert record.moves[0] == table.game.play.record().moves[0]


@pytest.mark.parametrize(("answer", "files"), [("y", 1), ("n", 0)])
def test_leaving_offers_to_save(folder: Path, answer: str, files: int) -> None:
    leave_taking(sitting(iter(["1", "quit", answer])))
    assert len(list(folder.iterdir())) == files


def test_a_move_that_lies_nowhere_on_the_table_is_refused_with_its_reason() -> None:
    table = sitting(iter(["meld kasane 2", "? pass"]), game="kasane")
    leave_taking(table)
    assert shown(table).count("not now, because") == 2


def test_the_log_lists_what_would_show_a_hand_only_until_the_next_choice() -> None:
    def answers() -> Iterator[str]:
        yield from ["1", "1", "1"]
        told.append(shown(table).count(" took "))
        yield "log"

    told: list[int] = []
    table = sitting(answers(), game="kasane")
    leave_taking(table)
    last = [event.name for event in table.game.play.events[table.game.table.recent :]]
    assert told[0] > 3
    assert shown(table).count(" took ") == told[0] + last.count("took")


def test_what_happened_is_told_as_it_is_with_brackets_in_it() -> None:
    table = sitting(iter(["1", "log"]))
    table.game.table.places[1].name = "[bold]Natsu"
    leave_taking(table)
    assert shown(table).count("[bold]Natsu") >= 2


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes the name of a file, but not what is in it."""

    def sync(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_no_half_of_a_record(folder: Path) -> None:
    table = sitting(iter(["1", "save"]))
    leave_taking(table)
    assert "Cannot save to ameno_kirifuda.json: No space left on device" in shown(table)
    assert list(folder.iterdir()) == []


def test_a_full_disk_leaves_what_was_saved_before(folder: Path, request: pytest.FixtureRequest) -> None:
    table = sitting(iter(["1"]))
    leave_taking(table)
    path = table.game.save()
    before = path.read_bytes()
    table.game.choose(table.game.scene().choices[0].action)
    request.getfixturevalue("full_disk")
    with pytest.raises(CannotSave):
        table.game.save()
    assert table.game.unsaved
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [folder / path]


def test_a_record_that_is_written_over_stays_as_private_as_it_was(folder: Path) -> None:
    table = sitting(iter(["1", "save", "1"]))
    leave_taking(table)
    path = folder / "ameno_kirifuda.json"
    path.chmod(0o600)
    before = path.read_bytes()
    table.game.save()
    assert path.read_bytes() != before
    assert path.stat().st_mode & 0o777 == 0o600


def test_there_is_always_a_free_name_for_a_record(folder: Path) -> None:
    for number in ("", *(f"-{number}" for number in range(2, 1000))):
        (folder / f"ameno_kirifuda{number}.json").touch()
    leave_taking(sitting(iter(["save"])))
    assert (folder / "ameno_kirifuda-1000.json").stat().st_size


def test_the_command_to_go_on_names_the_pace_and_bots_that_a_saved_game_does_not_call() -> None:
    found = games()["ameno_kirifuda"]
    opened = opening(found, found.setup(4), YOU.guest, aids=True, pace="slow")
    levels = ("novice", "club", "casual", "novice")
    game = LocalGame(opened, Seating(1, True, levels), "en", 1)
    assert game.resuming(Path("a.json"), "slow") == "chabudai play --from a.json --pace slow"
    assert saved_seating(game.record(), 4).bots == levels
    game = LocalGame(opened, Seating(1, True, ("expert@9",) * 4), "en", 1)
    assert game.resuming(Path("a.json")) == "chabudai play --from a.json --bot expert@9"
    assert saved_seating(game.record(), 4).bots == ("casual",) * 4


@pytest.mark.parametrize("told", ['"seat": 4', '"seat": -1', '"seat": "2"', '"bots": [1]', '"aids": 7', '"seat": 0'])
def test_who_saved_a_game_sits_at_the_first_seat_where_the_record_tells_nothing_of_use(told: str) -> None:
    assert saved_seating(f"{{{told}}}".encode(), 4) == Seating(0, True, ("casual",) * 4)
