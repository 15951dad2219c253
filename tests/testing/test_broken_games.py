"""The suite finds the fault in every broken copy of the example game, and reports what is wrong and where."""

from dataclasses import replace

import pytest

from broken_games import BROKEN, FAULTS
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.message import Message
from chabudai.kernel.plain_observation import PlainObservation
from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.testing import ContractBroken, check_game, position_at
from example_game import GAME

OPTIONS: dict[str, OptionValue] = {"lie": 1, "whisper": False}


def contract_error(game: Game, **options: OptionValue) -> ContractBroken:
    """Return the error that the suite raises about a broken game."""
    with pytest.raises(ContractBroken) as broken:
        check_game(game, players=2, options=OPTIONS | options, games=8)
    return broken.value


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_its_clause_named(fault: str) -> None:
    assert FAULTS[fault].clause in contract_error(BROKEN, fault=fault).clause


def test_an_error_leads_back_to_the_position() -> None:
    broken = contract_error(BROKEN, fault="HasNoChoice")
    assert broken.detail == "choices(0) is 0b0"
    assert broken.location.endswith("seed=1, number=0, step=11)")
    state = position_at(BROKEN, players=2, options=OPTIONS | {"fault": "HasNoChoice"}, seed=1, number=0, step=11)
    assert state.waiting
    assert state.choices(0) == 0


def test_a_missing_reason_is_found() -> None:
    def no_reason(view: State, seat: int, action: int) -> Message:
        raise KeyError(action)

    assert contract_error(replace(GAME, reason=no_reason)).clause == "a refused move must have a reason"


def test_a_reason_without_a_sentence_is_found() -> None:
    without_sentence = replace(GAME, reason=lambda view, seat, action: Message("because"))
    assert contract_error(without_sentence).clause == "a reason must have a sentence in every language"


def test_words_that_stand_for_two_actions_are_found() -> None:
    ambiguous = replace(GAME, actions=(*GAME.actions, GAME.actions[0]))
    assert contract_error(ambiguous).clause == "every action must have unique words"


def test_an_undeclared_action_is_found() -> None:
    assert "declared actions" in contract_error(replace(GAME, actions=GAME.actions[:-3])).clause


def test_score_bounds_that_are_too_narrow_are_found() -> None:
    assert "declared bounds" in contract_error(replace(GAME, score_bounds=lambda setup: (0, 1))).clause


def test_an_observation_that_is_too_short_is_found() -> None:
    class ShortObservation(PlainObservation):
        """Writes nothing on the second night."""

        def write(self, view: State, writer: BitWriter) -> None:
            if view.part == 0:
                super().write(view, writer)

    assert contract_error(replace(GAME, observation=ShortObservation())).clause.startswith(
        "an observation must have as many bits"
    )
