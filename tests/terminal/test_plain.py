"""Plain sentences: no boxes, the same keys as full screen, and every choice with its number."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from chabudai.arena.selfplay import SelfplayJob, selfplay
from chabudai.bots.hint import hint
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.vocabulary import Card, Scene
from chabudai.scene.words import LANGUAGES, words
from chabudai.session.opening import open_table
from chabudai.session.replay import ALL_HANDS
from chabudai.terminal.line_by_line import LineByLine, play_until_quit
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.plain.plain_facts import facts_sentences
from chabudai.terminal.plain.plain_gallery import gallery_sentences
from chabudai.terminal.plain.plain_table import choice_sentences, table_sentences
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.plain.plain_zones import card_words
from chabudai.terminal.plain.watch import PlainWatch
from chabudai.terminal.seat_assignment import SeatAssignment

BOXES = re.compile("[\u2500-\u259f▮≈]")
"""Lines of boxes, blocks, and signs that a screen reader does not read."""

ENGLISH = re.compile(r"[a-zA-Z]{3,}")


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a hint use only a few playouts."""
    monkeypatch.setattr("chabudai.terminal.local_session.hint", lambda game, view: hint(game, view, simulations=20))


every_game = pytest.mark.parametrize("game", games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def play(answers: Iterator[str], *, game: str = "ameno_kirifuda", language: str = "en", seed: int = 4) -> LineByLine:
    """Play with these answers until they end."""
    opened = open_table(games()[game], games()[game].setup(4), YOU.guest, aids=True, pace="at_once")
    local = LocalSession(opened, SeatAssignment(0, True, ("random",) * 4), language, seed)

    def ask(prompt: str) -> str:
        table.console.print(prompt, markup=False)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    table = LineByLine(Console(file=io.StringIO(), width=80), local, pause=0.0, ask=ask)
    play_until_quit(table)
    return table


def printed(table: LineByLine) -> str:
    assert isinstance(table.console.file, io.StringIO)
    return table.console.file.getvalue()


def answers_to_all_commands() -> Iterator[str]:
    yield from ("1", "?", "f", "l", "h", "t", "m", "u")
    while True:
        yield "1"


@every_game
@both_languages
def test_a_whole_game_is_told_without_boxes_and_in_one_language(game: str, language: str) -> None:
    table = play(answers_to_all_commands(), game=game, language=language)
    text = printed(table)
    assert table.local.table.status == "over"
    assert not BOXES.findall(text)
    if language == "ja":
        # What is left are keys, commands, and ids that people type.
        told = re.sub(r"Enter|, (hint|table|facts|log|rules|undo|forced|save|quit)|\w+_\w+", "", text)
        assert set(ENGLISH.findall(told)) == set()


def scenes(game: str, language: str) -> Iterator[Scene]:
    """Yield scenes of a random game, of each seat that must choose."""
    found = games()[game]
    for step, state in enumerate(random_positions(found.setup(4), Rng(5))):
        if step % 11 == 0 or state.over():
            for viewer in (SPECTATOR, step % 4):
                yield make_scene(
                    found, state.seen_by(viewer, True), words(found, language), ["Mei", "Rin", "Sho", "Yu"]
                )


@every_game
def test_every_card_choice_reason_and_fact_is_told(game: str) -> None:
    say = plain_words("en")
    for scene in scenes(game, "en"):
        table = "\n".join(table_sentences(scene, say))
        choices = list(choice_sentences(scene, say))
        allowed = [choice for choice in scene.choices if choice.why is None]
        for number, choice in enumerate(allowed, start=1):
            assert any(line.startswith(f"{number}. {choice.text}") and choice.note in line for line in choices)
        for seat in scene.seats:
            assert f"score {seat.score}" in table
            assert all(marker.name in table for marker in seat.markers)
        for zone in [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]:
            for card in getattr(zone, "cards", []):
                if isinstance(card, Card):
                    assert card_words(scene, card, say) in table
        for facts in scene.facts:
            told = "\n".join(facts_sentences(scene, facts, say))
            assert facts.title in told
            assert all(row.title in told for row in facts.rows)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("h", "Estimated from"),
        ("ｈ", "Estimated from"),
        ("?", "q, quit       leave the table"),
        ("？", "q, quit       leave the table"),
        ("t", "Take an Omegumi card."),
        ("f", "If the game ended now."),
        ("l", "You were dealt"),
        ("r trick", "Who wins the trick?"),
        ("q", "See you next time."),
        ("？ take", ": allowed."),
    ],
)
def test_the_letters_of_the_full_screen_work(typed: str, answer: str) -> None:
    before = printed(play(iter([]))).count(answer)
    assert printed(play(iter([typed]))).count(answer) > before - (answer == "See you next time.")


def test_a_hint_names_the_number_of_each_choice() -> None:
    table = play(iter(["h"]))
    allowed = [choice for choice in table.local.scene().choices if choice.why is None]
    told = printed(table).partition("Thinking …")[2]
    for number, choice in enumerate(allowed, start=1):
        assert re.search(rf"^{number}\. {re.escape(choice.text)}[:.]", told, re.MULTILINE)


def test_full_width_digits_choose() -> None:
    table = play(iter(["２"]))
    assert "You took" in printed(table)


@pytest.mark.parametrize(("answers", "left"), [(["n"], True), (["foo", "n"], True), ([""], False), (["はい"], True)])
def test_quitting_asks_until_the_answer_is_clear(
    answers: list[str], left: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = play(iter(["1", "q", *answers, "t"]))
    shown = printed(table)
    assert shown.count("Leave the table? Save the game first?") == len(answers)
    tables_after = shown.rpartition("Leave the table?")[2].count("Take an Omegumi card.")
    assert tables_after == (0 if left else 1)
    assert len(list(tmp_path.iterdir())) == answers.count("はい")


def test_a_game_that_cannot_be_saved_is_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("chabudai.terminal.save_file.write_new", lambda *_: (_ for _ in ()).throw(OSError(28, "Full")))
    shown = printed(play(iter(["1", "q", "y", "t"])))
    assert "Cannot save" in shown
    assert "Take an Omegumi card." in shown.rpartition("Cannot save")[2]


# ---- Watching a record ----------------------------------------------------------------------------------------------


def watch(*typed: str, language: str = "en") -> str:
    (batch,) = selfplay(SelfplayJob("kasane", games()["kasane"].setup(3), 1, 1, True, (), ("random",)), 1)
    console = Console(file=io.StringIO(), width=80)
    answers = iter(typed)

    def ask(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    PlainWatch(console, batch.records[0], "game.json", ALL_HANDS, language, ask).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_record_is_watched_step_by_step() -> None:
    shown = watch("", "n", "b", "v", "0", "99999", "nonsense", "h", "?")
    steps = re.findall(r"Step (\d+) of (\d+), seen by (.+)\.", shown)
    assert [int(step) for step, _, _ in steps] == [0, 1, 2, 1, 1, 0]
    assert len({viewer for _, _, viewer in steps}) == 2
    last = steps[0][1]
    assert f"There is no step 99999: the steps are 0 to {last}." in shown
    assert "There is no command “nonsense”." in shown
    assert "chabudai review game.json" in shown


@both_languages
def test_the_last_step_tells_the_scoring_and_the_winner(language: str) -> None:
    last = re.findall(r"1 of (\d+)|1／(\d+)", watch("1", language=language))[0]
    shown = watch("".join(last), "t", "f", "l", "r", "q", "never read", language=language)
    assert ("(winner)" if language == "en" else "（勝ち）") in shown
    assert not BOXES.findall(shown)


@both_languages
def test_the_gallery_is_told_in_numbered_sections(language: str) -> None:
    game = games()["kasane"]
    lines = list(gallery_sentences(game, words(game, language), plain_words(language)))
    assert not BOXES.findall("\n".join(lines))
    numbers = [
        int(match[1])
        for line in lines
        if (match := re.match(r"(\d+)\. \S+.*[.。]$", line)) and not lines[lines.index(line) - 1]
    ]
    assert numbers[:3] == [1, 2, 3]
