"""Hints and reviews in the terminal."""

import io
import re
from dataclasses import replace

import msgspec
import pytest
from rich.console import Console
from rich.text import Text

from chabudai.arena.selfplay import play_recorded
from chabudai.bots.hint import hint
from chabudai.bots.review import Judged, review
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.record import Record
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES, Words, words
from chabudai.terminal.hints import draw_hint, hint_lines
from chabudai.terminal.review_printer import print_review

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]


def first_decision(game: Game) -> State:
    """Return the first position of a random game with a choice, as the choosing seat sees it."""
    for state in random_positions(game.setup(game.players[-1]), Rng(8)):
        if state.waiting and count(state.choices(lowest(state.waiting))) > 1:
            return state.seen_by(lowest(state.waiting), recall=True)
    raise AssertionError("nobody ever has a choice")


def drawn_hint(game: Game, game_words: Words, width: int = 80) -> list[str]:
    view = first_decision(game)
    console = Console(file=io.StringIO(), width=width)
    own_hint = hint(game, view, simulations=40)
    console.print(draw_hint(make_scene(game, view, game_words, NAMES), own_hint, game_words, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_hint_lists_every_choice_with_its_number_the_best_first(game: Game, language: str, width: int) -> None:
    lines = drawn_hint(game, words(game, language), width)
    view = first_decision(game)
    tags = [line for line in lines if "[" in line]
    assert len(tags) == len(view.legal(view.viewer))
    assert ["★" in line for line in tags] == [True] + [False] * (len(tags) - 1)
    assert max(Text(line).cell_len for line in lines) <= width


def test_a_hint_gives_the_reasons_that_the_game_knows() -> None:
    ameno = find_game("ameno_kirifuda")
    order = [choice.action for choice in hint(ameno, first_decision(ameno), simulations=40).choices]

    def advice(view: State, seat: int, action: int) -> list[Aspect]:
        return [Aspect("order", -order.index(action), pro=Message("fair", {"n": action}))]

    game_words = Words("en", words(ameno).tables | {"advice": {"fair": "fair enough, number {n}"}})
    lines = drawn_hint(replace(ameno, advice=advice), game_words)
    for action in order[:-1]:
        assert any(f"fair enough, number {action}" in line for line in lines)
    assert not any(f"fair enough, number {order[-1]}" in line for line in lines)  # it is better than none


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"points_decide": True}, "The game is as good as decided"),
        ({"identical": True}, "All choices are equal"),
        ({"complete": False}, "Time ran out"),
        ({}, "★ best choice, ≈ about as good."),
    ],
)
def test_a_hint_says_what_kind_of_answer_it_is(change: dict[str, bool], sentence: str) -> None:
    game = find_game("ameno_kirifuda")
    view = first_decision(game)
    made = hint(game, view, simulations=40)
    choices = [msgspec.structs.replace(choice, equal=rank == 0) for rank, choice in enumerate(made.choices)]
    own_hint = msgspec.structs.replace(made, choices=choices, identical=False)
    own_hint = msgspec.structs.replace(own_hint, **change)
    lines = [str(line) for line in hint_lines(make_scene(game, view, words(game), NAMES), own_hint, words(game), 76)]
    assert any(line.startswith(sentence) for line in lines)
    assert any("★" in line for line in lines) == (not own_hint.identical)


@pytest.mark.parametrize(("language", "better"), [("en", "Better: "), ("ja", "よりよさそうな手：")])
def test_a_review_lists_costly_moves_and_summarizes(language: str, better: str) -> None:
    record = random_record()
    judged = review(record, simulations=40, seat=0)
    printed = printed_review(record, judged, language)
    poor = [judged_move for judged_move in judged if judged_move.win_lost > 0.0]
    assert printed.count(better) == len(poor) > 0
    assert "Seat 1 chose well " in printed or "席1：" in printed
    assert max(Text(line).cell_len for line in printed.splitlines()) <= 80


def test_the_three_costliest_moves_come_first() -> None:
    record = random_record()
    judged = [
        msgspec.structs.replace(move, win_lost=number / 100)
        for number, move in enumerate(review(record, simulations=4, seat=0)[:6])
    ]
    printed = printed_review(record, judged, "en")
    moves = re.findall(r"Move (\d+), seat 1", printed)
    assert moves == [str(judged[number].move) for number in (5, 4, 3, 1, 2)]
    assert printed.index("The costliest moves:") < printed.index("Other moves that could have been better:")


def test_what_speaks_for_the_better_move_is_said_or_else_what_speaks_against_the_one_made() -> None:
    record = random_record()
    move = next(move for move in review(record, simulations=4, seat=0) if move.win_lost == 0.0)
    reason, against = Message("scores_most"), Message("opens_nothing")
    poor = msgspec.structs.replace(move, win_lost=0.1, against=against)
    better = msgspec.structs.replace(poor, best=msgspec.structs.replace(move.best, reason=reason))
    said = printed_review(record, [better], "en")
    assert "scores the most you can now" in said
    assert "neither will your next card" not in said
    without = msgspec.structs.replace(poor, best=msgspec.structs.replace(move.best, reason=None))
    assert "neither will your next card" in printed_review(record, [without], "en")


def test_a_review_without_a_poor_move_says_so() -> None:
    record = random_record()
    fine = [judged_move for judged_move in review(record, simulations=4, seat=0) if judged_move.win_lost == 0.0]
    assert "No clearly better move was found" in printed_review(record, fine, "en")


def random_record() -> Record:
    """Return the record of a random game of Kasane."""
    game = find_game("kasane")
    return play_recorded(game, game.setup(4), Rng(6)).record()


def printed_review(record: Record, judged: list[Judged], language: str) -> str:
    console = Console(file=io.StringIO(), width=80)
    print_review(console, record, judged, language)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
