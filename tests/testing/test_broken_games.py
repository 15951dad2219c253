"""The suite finds every fault of a broken copy of the example game, and says what is wrong and where."""

from dataclasses import replace

import pytest

from broken_games import BROKEN, FAULTS
from chabudai.kernel.message import Message
from chabudai.kernel.plain_observation import PlainObservation
from chabudai.kernel.setup import OptionValue
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.testing import ContractBroken, check_game, position_at
from example_game import GAME

OPTIONS: dict[str, OptionValue] = {"lie": 1, "whisper": False}


def complaint(game: Game, **options: OptionValue) -> ContractBroken:
    """What the suite says about a game that does not keep the contract."""
    with pytest.raises(ContractBroken) as broken:
        check_game(game, players=2, options=OPTIONS | options, games=8)
    return broken.value


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_named(fault: str) -> None:
    assert FAULTS[fault].complaint in complaint(BROKEN, fault=fault).clause


def test_a_complaint_leads_back_to_the_position() -> None:
    broken = complaint(BROKEN, fault="HasNoChoice")
    assert broken.detail == "seat 0: choices are 0b0"
    assert broken.place.endswith("seed=1, number=0, step=11)")
    state = position_at(BROKEN, players=2, options=OPTIONS | {"fault": "HasNoChoice"}, seed=1, number=0, step=11)
    assert state.waiting
    assert state.choices(0) == 0


def test_a_missing_reason_is_found() -> None:
    def silence(view: State, seat: int, action: int) -> Message:
        raise KeyError(action)

    assert complaint(replace(GAME, reason=silence)).clause == "a refused move has a reason"


def test_a_reason_without_a_sentence_is_found() -> None:
    mumbling = replace(GAME, reason=lambda view, seat, action: Message("because"))
    assert complaint(mumbling).clause == "a reason can be said in every language"


def test_words_that_mean_two_actions_are_found() -> None:
    ambiguous = replace(GAME, actions=(*GAME.actions, GAME.actions[0]))
    assert complaint(ambiguous).clause == "every action has words of its own, which lead back to its number"


def test_a_missing_action_is_found() -> None:
    assert "declared actions" in complaint(replace(GAME, actions=GAME.actions[:-3])).clause


def test_score_bounds_that_are_too_narrow_are_found() -> None:
    assert "declared bounds" in complaint(replace(GAME, score_bounds=lambda setup: (0, 1))).clause


def test_an_observation_that_leaves_something_out_is_found() -> None:
    class Hasty(PlainObservation):
        """Forgets the rest once the second night has come."""

        def write(self, view: State, sheet: Sheet) -> None:
            if view.part == 0:
                super().write(view, sheet)

    assert complaint(replace(GAME, observation=Hasty())).clause.startswith("an observation has as many zeros and ones")
