"""Guided first games: the same opening for every learner, and a lesson at each choice."""

from collections.abc import Iterator

import pytest

from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.chance import Scripted, Seeded
from chabudai.kernel.first_game import LEARNER, Lesson
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import check_all_used
from chabudai.records.guided_game import begin_first_game, first_game_of
from chabudai.records.play import Play
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapters
from chabudai.scene.words import LANGUAGES, words

MOST_GAMES = 200
"""The most games to play until every lesson has been given; the first few games give most of them."""

every_game = pytest.mark.parametrize("game", games().values(), ids=games())


def learner_positions(play: Play, seed: int) -> Iterator[State]:
    """Play at random, and yield the whole position at each choice of the learner."""
    rng = Rng(seed)
    play.settle()
    while not play.state.over():
        seat = lowest(play.state.waiting)
        if seat == LEARNER:
            yield play.state
        play.choose(seat, play.state.first + rng.member(play.state.choices(seat)))
        play.settle()


def lessons(game: Game, seed: int, *, random_deal: bool = False) -> Iterator[Lesson]:
    """Yield the lessons of a game played at random, with and without recall.

    With `random_deal`, chance is random from the start, without the prepared opening.
    """
    play = begin_first_game(game)
    if random_deal:
        play.chance = Seeded(Rng(seed))
    for state in learner_positions(play, seed):
        for recall in (True, False):
            yield first_game_of(game).teach(state.seen_by(LEARNER, recall))


@every_game
def test_every_learner_starts_the_same_game(game: Game) -> None:
    first, second = begin_first_game(game), begin_first_game(game)
    first.settle()
    second.settle()
    assert first.state == second.state
    assert first.setup.players == first_game_of(game).players


@every_game
def test_the_opening_is_used_completely(game: Game) -> None:
    play = begin_first_game(game)
    for _ in learner_positions(play, 1):
        pass
    assert isinstance(play.chance, Scripted)
    check_all_used(play.chance)


@every_game
def test_every_choice_of_the_learner_has_a_lesson_in_both_languages_and_a_chapter(game: Game) -> None:
    chapters = {chapter.id for chapter in rules_chapters(game, "en")}
    for seed in range(5):
        given = list(lessons(game, seed))
        assert given
        for lesson in given:
            assert lesson.chapter in chapters
            for language in LANGUAGES:
                sentence = words(game, language).say("lesson", lesson.message)
                assert sentence
                assert "{" not in sentence


@every_game
def test_every_lesson_is_given_in_some_game(game: Game) -> None:
    not_given = set(words(game).tables["lesson"])
    for seed in range(MOST_GAMES):
        for random_deal in (False, True):
            not_given -= {lesson.message.id for lesson in lessons(game, seed, random_deal=random_deal)}
        if not not_given:
            break
    assert not_given == set()


@every_game
def test_a_lesson_reveals_nothing_that_the_learner_cannot_know(game: Game) -> None:
    """A lesson is the same in every world that looks the same to the learner."""
    teach = first_game_of(game).teach
    rng = Rng(7)
    for state in learner_positions(begin_first_game(game), 3):
        view = state.seen_by(LEARNER, True)
        assert teach(view) == teach(view.imagine(rng).seen_by(LEARNER, True))
