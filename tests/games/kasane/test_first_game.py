"""The opening of the guided first game of Kasane no Irome."""

from itertools import product

from chabudai.games.kasane import GAME
from chabudai.kernel.first_game import LEARNER
from chabudai.records.guided_game import begin_first_game, first_game_of


def test_whatever_the_learner_takes_first_a_meld_is_possible_on_the_second_turn() -> None:
    for rows in product(range(3), repeat=3):
        play = begin_first_game(GAME)
        play.settle()
        for seat, row in enumerate(rows):
            play.choose_words(seat, f"take {row}")
        lesson = first_game_of(GAME).teach(play.state.seen_by(LEARNER, False))
        assert lesson.message.id == "take_meld_first", rows
