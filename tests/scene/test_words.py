"""Words in each language: none is missing, and every sentence has the same placeholders in all languages."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import chabudai
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.chance import Seeded
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.records.play import Play
from chabudai.scene.builder import People, action_text, log_line
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Mark
from chabudai.scene.words import LANGUAGES, words

Tables = dict[str, dict[str, str]]

ROOT = Path(chabudai.__file__).parent
COMMON = "chabudai.scene"
MESSAGES = {"advice.py": "advice", "first_game.py": "lesson"} | dict.fromkeys(
    ["boxes.py", "card_data.py", "equipment.py"], "card_data"
)
"""The text tables for the messages of these modules; the messages of all others are reasons or problems."""
PACKAGES = [COMMON, *(game.package for game in games().values())]

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def tables(package: str, language: str) -> Tables:
    """Load the text file of a package."""
    return tomllib.loads(files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8"))


def placeholders(sentence: str) -> set[str]:
    """Return the placeholders of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def random_events(game: Game, players: int) -> list[Event]:
    """Return all events of a random game."""
    rng = Rng(players)
    play = Play(game, game.setup(players), Seeded(rng))
    play.settle()
    while not play.state.over():
        seat = lowest(play.state.waiting)
        play.choose(seat, play.state.first + rng.member(play.state.choices(seat)))
        play.settle()
    return play.events


@dataclass
class Use:
    """A place in the source that uses a sentence: its table, a pattern for its id, and the values it passes."""

    where: str
    table: str
    sentence: str
    given: set[str] | None
    """None if the source does not show them."""


def uses(path: Path) -> Iterator[Use]:
    """Yield the sentences that a source file uses, as far as their ids can be read from it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    problems = _problems(tree)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            for said_in, sentence, given in _said(call):
                table = MESSAGES.get(path.name, said_in) if said_in == "reason" else said_in
                if table == "reason" and (call in problems or path.parent.name == "records"):
                    # The session adds further values to those that the source shows.
                    table, given = "problem", None
                for pattern in _patterns(sentence):
                    yield Use(f"{path.relative_to(ROOT)}:{call.lineno}", table, pattern, given)


def _problems(tree: ast.AST) -> set[ast.AST]:
    """Return everything that becomes the `problem` of an error."""
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "problem"]
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="problem")], value=value):
                values.append(value)
    return {inner for value in values for inner in ast.walk(value)}


def _said(call: ast.Call) -> Iterator[tuple[str, ast.expr, set[str] | None]]:
    """Yield the table, the id and the values of the sentence that a call uses, if any."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    match name, call.args:
        case "Message", [sentence, *given]:
            yield "reason", sentence, _keys(given)
        case "_say", [sentence]:
            yield "play", sentence, _keywords(call)
        case "text", [ast.Constant(str(table)), sentence]:
            yield table, sentence, _keywords(call)
        case "sentence", [ast.Constant(str(table)), sentence]:
            yield table, sentence, None


def _keys(given: list[ast.expr]) -> set[str] | None:
    match given:
        case []:
            return set()
        case [ast.Dict(keys=keys)]:
            return {str(key.value) for key in keys if isinstance(key, ast.Constant)}
    return None


def _keywords(call: ast.Call) -> set[str] | None:
    names = {keyword.arg for keyword in call.keywords}
    return None if None in names else {name for name in names if name is not None}


def _patterns(node: ast.expr) -> list[str]:
    """Return patterns for the ids that an expression can have; none if it cannot be read."""
    match node:
        case ast.Constant(str(sentence)):
            return [re.escape(sentence)]
        case ast.IfExp(body=body, orelse=orelse):
            return _patterns(body) + _patterns(orelse)
        case ast.JoinedStr(values=parts):
            return ["".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)]
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_sentences(package: str) -> None:
    english, japanese = ({t: set(ids) for t, ids in tables(package, language).items()} for language in LANGUAGES)
    assert english == japanese


@pytest.mark.parametrize("package", PACKAGES)
def test_a_sentence_has_the_same_placeholders_in_both_languages(package: str) -> None:
    english, japanese = (tables(package, language) for language in LANGUAGES)
    for table, sentences in english.items():
        for sentence, text in sentences.items():
            assert placeholders(text) == placeholders(japanese[table][sentence]), f"{package}: [{table}] {sentence}"


@pytest.mark.parametrize("package", PACKAGES)
@both_languages
def test_no_sentence_is_empty(package: str, language: str) -> None:
    empty = [
        f"[{table}] {sentence}"
        for table, sentences in tables(package, language).items()
        for sentence, text in sentences.items()
        if not text.strip() and (table, sentence) not in {("name", "joint"), ("name", "comma")}
    ]
    assert empty == []


def test_every_sentence_used_in_the_source_exists_and_gets_its_values() -> None:
    own = {Path(str(files(game.package))): words(game).tables for game in games().values()}
    common = tables(COMMON, "en")
    problems = tables("chabudai.session", "en")["problem"]
    checked = 0
    for path in ROOT.rglob("*.py"):
        known = next((text for folder, text in own.items() if folder in path.parents), common)
        for use in uses(path):
            texts = problems if use.table == "problem" else known.get(use.table, {})
            fitting = [text for name, text in texts.items() if re.fullmatch(use.sentence, name)]
            assert fitting, f"{use.where}: [{use.table}] has no {use.sentence}"
            if use.given is not None:
                needed = set().union(*map(placeholders, fitting))
                assert needed <= use.given, f"{use.where}: [{use.table}] {use.sentence} needs {needed - use.given}"
            checked += 1
    assert checked > 30


@both_languages
def test_every_mark_has_a_word(language: str) -> None:
    assert set(get_args(Mark)) <= set(tables(COMMON, language)["term"])


@every_game
@both_languages
def test_every_kind_of_event_has_a_sentence(game: Game, language: str) -> None:
    sentences = words(game, language).tables["event"]
    assert set(game.events) <= set(sentences)
    for players in game.players:
        hidden = {f"{event.name}_unseen" for event in random_events(game, players) if event.secret and not event.values}
        assert hidden <= set(sentences)


@every_game
@both_languages
def test_every_event_has_a_log_line_for_every_viewer(game: Game, language: str) -> None:
    game_words = words(game, language)
    for players in game.players:
        names = [f"player {seat}" for seat in range(players)]
        for event in random_events(game, players):
            for viewer in range(SPECTATOR, players):
                assert log_line(game, event.seen_by(viewer), People(game_words, viewer, names)).text


@every_game
@both_languages
def test_every_move_has_its_own_text(game: Game, language: str) -> None:
    game_words = words(game, language)
    texts = [action_text(action, game_words) for action in game.actions]
    assert len(set(texts)) == len(texts)


@every_game
@both_languages
def test_every_word_of_the_record_has_a_name(game: Game, language: str) -> None:
    """Numbers and single letters, such as the 3 in summer-3, are their own names."""
    names = words(game, language).tables["name"]
    record_words = [game.name, *(word for vocabulary in game.vocabulary.values() for word in vocabulary)]
    record_words += [row for table in game.tables for row in table.rows]
    for word in record_words:
        parts = [str(word)] if str(word) in names else str(word).split("-")
        assert all(part in names or part.isdecimal() or len(part) == 1 for part in parts), word
