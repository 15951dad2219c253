"""The games in OpenSpiel: parameters, chance, turns, utilities, and what players observe."""

import copy
import importlib
import pickle
import subprocess
import sys
from itertools import islice
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import chabudai.envs.openspiel
from chabudai.envs.env_settings import BadEnvSettings
from chabudai.envs.openspiel import load, resampler
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadOption, BadPlayers, IllegalMove, UnknownGame
from envs.spiel import in_turns, walk
from envs.variants import GAMES, variants
from example_game import GAME as POND


def pond(*actions: int, **parameters: Any) -> Any:
    """Return the two-player pond after these outcomes (0 a cloud, 1 a half moon, 2 a full moon) and choices."""
    state = load(POND.name, players=2, **parameters).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_every_installed_game_is_registered() -> None:
    assert {f"chabudai_{name}" for name in games()} <= set(pyspiel.registered_names())
    assert pyspiel.load_game("chabudai_ameno_kirifuda(players=3,tricks_3p=6)").num_players() == 3


def test_python_exits_cleanly_after_loading_a_game() -> None:
    program = "import pyspiel, chabudai.envs.openspiel; pyspiel.load_game('chabudai_kasane').new_initial_state()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_without_openspiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match="OpenSpiel is not installed: pip install open_spiel"):
        importlib.reload(chabudai.envs.openspiel)


@pytest.mark.parametrize("name", GAMES)
def test_options_are_parameters(name: str) -> None:
    for parameters in variants(GAMES[name]):
        setup = load(name, **parameters).setup
        assert {"players": setup.players, **setup.options}.items() >= parameters.items()


def test_unknown_parameters_and_values_are_refused_by_name() -> None:
    with pytest.raises(BadPlayers, match="kasane is for 3 or 4 players, not 7"):
        load("kasane", players=7)
    with pytest.raises(BadOption, match="option target cannot be 0: it must be a whole number from 1 to 200"):
        load("thousand_cats", target=0)
    with pytest.raises(BadEnvSettings, match="max_decisions must be a positive integer, not 0"):
        load("kasane", max_decisions=0)
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'color'"):
        load("kasane", color=1)
    with pytest.raises(UnknownGame, match="there is no game 'go'; the games are: "):
        load("go")


def test_chance_deals_one_card_at_a_time_and_equal_cards_are_one_outcome() -> None:
    state = pond()
    assert state.chance_outcomes() == [(0, 4 / 8), (1, 2 / 8), (2, 2 / 8)]
    assert [state.action_to_string(outcome) for outcome in state.legal_actions()] == [
        "deck cloud",
        "deck half",
        "deck full",
    ]
    state.apply_action(0)
    assert state.chance_outcomes() == [(0, 3 / 7), (1, 2 / 7), (2, 2 / 7)]


def test_simultaneous_choices_are_a_simultaneous_node() -> None:
    state = pond(0, 1)
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    state.apply_actions([1, 1])
    assert state.is_chance_node()
    assert "went 0 pond\nwent 1 pond\n" in state.information_state_string(1)


def test_if_one_simultaneous_choice_is_illegal_none_is_made() -> None:
    state = pond(0, 1)
    before = str(state)
    with pytest.raises(IllegalMove, match="seat 1 cannot choose action 5 now"):
        state.apply_actions([1, 5])
    assert str(state) == before


def test_in_turn_seats_choose_one_after_another_without_seeing_other_choices() -> None:
    first, second = pond(0, 1, 0, in_turn=True), pond(0, 1, 1, in_turn=True)
    assert first.current_player() == second.current_player() == 1
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_tensor(1) == second.information_state_tensor(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_an_information_state_contains_what_the_seat_has_seen_and_chosen() -> None:
    state = pond(2, 1, 0, 1, 0, in_turn=True)  # Seat 1 is alone at the pond, and looks at a cloud.
    mine, others = (state.information_state_string(seat).splitlines()[:-1] for seat in (1, 0))
    assert mine == [
        *("dealt 0", "dealt 1 half", "a choice 0", "a choice 1 go pond", "went 0 veranda", "went 1 pond"),
        "looked 1 cloud",
    ]
    assert others == [
        *("dealt 0 full", "dealt 1", "a choice 0 go veranda", "a choice 1", "went 0 veranda", "went 1 pond"),
        "looked 1",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_never_forgets(name: str) -> None:
    earlier = [""] * 4
    for state in walk(in_turns(GAMES[name]).new_initial_state(), 1):
        for seat in range(state.num_players()):
            text = state.information_state_string(seat)
            assert text.startswith(earlier[seat])
            earlier[seat] = text[: text.rindex("\n") + 1] if "\n" in text else ""


def test_a_game_is_truncated_after_max_decisions() -> None:
    game = load("kasane", max_decisions=7)
    *_, last = walk(game.new_initial_state(), 1)
    assert sum(step.player >= 0 for step in last.full_history()) == 7 == game.max_game_length()
    assert sum(last.returns()) == pytest.approx(1)


def test_utilities_are_shares_of_the_win_and_partners_win_together() -> None:
    for name, parameters, total in (("kasane", {}, 1), ("only_one", {"teams": True}, 2), (POND.name, {}, 2)):
        game = load(name, **parameters)
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 1, total)
        *_, end = walk(game.new_initial_state(), 3)
        assert sum(end.returns()) == pytest.approx(total)
        for seat, share in enumerate(end.returns()):
            assert 0 <= share <= 1
            assert {end.returns()[partner] for partner in members(end.game_history.state.sides(seat))} == {share}


@pytest.mark.parametrize("name", games())
def test_tensors_consist_of_the_game_s_named_features(name: str) -> None:
    game = in_turns(games()[name])
    observer = games()[name].observer(game.setup)
    observation = make_observation(game)
    assert {key: piece.shape for key, piece in observation.dict.items()} == {
        feature.name: feature.shape for feature in observer.features
    }
    for number, state in enumerate(walk(game.new_initial_state(), 2)):
        if number % 20 == 0:
            packed = numpy.frombuffer(observer.observe(state.game_history.state, 1), numpy.uint8)
            expected = numpy.unpackbits(packed, bitorder="little")[: observer.size]
            assert state.observation_tensor(1) == expected.tolist()
            assert state.information_state_tensor(1)[: observer.size] == expected.tolist()


def test_positions_that_look_the_same_now_have_different_information_states() -> None:
    # All cards are clouds, and a false name costs nothing, so after the night the name makes no difference.
    true, false = (pond(0, 0, 0, 0, 0, name, 0, 2, in_turn=True, lie=0) for name in (2, 3))
    assert true.observation_string(0) == false.observation_string(0)
    assert true.observation_tensor(0) == false.observation_tensor(0)
    assert true.information_state_string(0) != false.information_state_string(0)
    assert true.information_state_tensor(0) != false.information_state_tensor(0)


def test_public_information_can_be_observed_and_everybody_s_private_information_cannot() -> None:
    state = pond(2, 1)
    kind = pyspiel.IIGObservationType
    game, nothing, everything = state.get_game(), pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS
    public = make_observation(game, kind(perfect_recall=True, public_info=True, private_info=nothing))
    assert public.string_from(state, 0) == public.string_from(pond(0, 0), 1)
    assert public.string_from(state, 0).startswith("dealt 0\ndealt 1\n{")
    assert make_observation(game, kind(perfect_recall=True, public_info=True, private_info=everything)) is None


def test_games_and_states_can_be_pickled_and_copied_in_mid_game() -> None:
    game = load("fine_weather", players=3, rounds="players", max_decisions=30)
    state = next(islice(walk(game.new_initial_state(), 3), 50, None))
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert (str(copied), copied.history(), copied.is_terminal()) == (str(state), state.history(), False)
        assert copied.information_state_string(1) == state.information_state_string(1)
        copied.apply_action(copied.legal_actions()[0])
        assert str(copied) != str(state)


def test_resampling_a_converted_game_says_what_to_do_instead() -> None:
    state = pyspiel.convert_to_turn_based(load(POND.name)).new_initial_state()
    with pytest.raises(TypeError, match="load the game with in_turn=true"):
        resampler(1)(state, 0)
