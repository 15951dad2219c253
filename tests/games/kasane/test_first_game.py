"""The opening and the end of the guided first game of Kasane no Irome."""

from itertools import product

from chabudai.games.kasane import GAME
from chabudai.kernel.first_game import LEARNER
from chabudai.records.guided_game import begin_first_game, first_game_of
from games.kasane.positions import turn


def test_whatever_the_learner_takes_first_a_meld_is_possible_on_the_second_turn() -> None:
    for rows in product(range(3), repeat=3):
        play = begin_first_game(GAME)
        play.settle()
        for seat, row in enumerate(rows):
            play.choose_words(seat, f"take {row}")
        lesson = first_game_of(GAME).teach(play.state.seen_by(LEARNER, False))
        assert lesson.message.id == "take_meld_first", rows


def test_on_the_last_turn_a_first_meld_is_not_worth_waiting_for() -> None:
    table = turn("4", take="6", players=3)
    table.set_up(part=2, turns=11, dealt=15)
    table.play("take 0")
    lesson = first_game_of(GAME).teach(table.state.seen_by(LEARNER, recall=False))
    assert lesson.message.id == "meld_last"
