"""The opening of the guided first game of Ameno Kirifuda."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.kernel.bits import members
from chabudai.kernel.first_game import LEARNER
from chabudai.records.guided_game import begin_first_game, first_game_of
from chabudai.records.play import Play

LEADER = 2
LEADER_HAND = [f"spring-{rank}" for rank in (1, 4, 5, 6)] + [f"winter-{rank}" for rank in (1, 2, 3, 5)]


def first_trick() -> Play:
    """Play up to the first lead: each seat drafts the first Omegumi card and discards none."""
    play = begin_first_game(GAME)
    play.settle()
    while not play.state.is_legal(LEADER, GAME.action("play spring-1")):
        seat = members(play.state.waiting)[0]
        play.choose(seat, play.state.legal(seat)[0 if play.state.first < GAME.action("discard spring-x1") else -1])
    return play


def test_the_leader_has_only_spring_and_winter() -> None:
    state = first_trick().state
    assert [GAME.actions[action].removeprefix("play ") for action in state.legal(LEADER)] == LEADER_HAND


@pytest.mark.parametrize("led", LEADER_HAND)
def test_the_next_season_beats_any_first_lead(led: str) -> None:
    play = first_trick()
    play.choose_words(LEADER, f"play {led}")
    lesson = first_game_of(GAME).teach(play.state.seen_by(LEARNER, False))
    if led.startswith("spring"):
        assert lesson.message.id == "trump_first"
        assert lesson.message.values["card"] == "summer-2"
        play.choose_words(LEARNER, "play summer-2")
        winner = LEARNER
    else:
        play.choose_words(LEARNER, "play winter-6")
        winner = 1
    play.choose_words(1, "play spring-2")
    assert play.state.events[-1].name == "won"
    assert play.state.events[-1].seat == winner
