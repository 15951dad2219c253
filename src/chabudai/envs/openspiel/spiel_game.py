"""Presents any game as an OpenSpiel game, using only the contract."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from chabudai.envs.env_settings import EnvSettings
from chabudai.envs.openspiel.history import GameHistory, state_text
from chabudai.envs.openspiel.observer import PublicObserver, SeatObserver
from chabudai.envs.openspiel.parameters import IN_TURN, MAX_DECISIONS, parameters, setup_from
from chabudai.kernel.bits import count, lowest, members
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import State
from chabudai.scene.game import Game

MAX_OUTCOMES_PER_DECISION = 1000
"""An upper bound on the number of outcomes between two decisions. OpenSpiel needs one."""


def has_simultaneous_choices(setup: Setup) -> bool:
    """Check whether a game has simultaneous choices: if so, it overrides `reopen`."""
    return type(setup.start()).reopen is not State.reopen


def game_type(game: Game, setup: Setup, in_turn: bool) -> Any:
    """Return OpenSpiel's description of a game, for registering it or for loading it with parameters."""
    simultaneous = has_simultaneous_choices(setup)
    spiel_type = pyspiel.GameType
    return spiel_type(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=spiel_type.Dynamics.SIMULTANEOUS if simultaneous and not in_turn else spiel_type.Dynamics.SEQUENTIAL,
        chance_mode=spiel_type.ChanceMode.EXPLICIT_STOCHASTIC,
        # This is set even if only the order of a deck is hidden, because searches that sample worlds require it.
        information=spiel_type.Information.IMPERFECT_INFORMATION,
        utility=spiel_type.Utility.GENERAL_SUM if utility_sum(setup) is None else spiel_type.Utility.CONSTANT_SUM,
        reward_model=spiel_type.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game, simultaneous),
    )


def short_name(game: Game) -> str:
    """Return the name by which OpenSpiel loads a game."""
    return f"chabudai_{game.name}"


def utility_sum(setup: Setup) -> float | None:
    """Return the sum of all players' utilities: the size of a side, or None if sides differ in size."""
    start = setup.start()
    sizes = {count(start.sides(seat)) for seat in range(setup.players)}
    return float(sizes.pop()) if len(sizes) == 1 else None


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, as OpenSpiel loads it. A subclass sets `game`."""

    game: Game

    def __init__(self, parameter_values: Mapping[str, OptionValue]) -> None:
        game = self.game
        self.setup = setup_from(game, parameter_values)
        self.max_decisions = EnvSettings(max_decisions=int(parameter_values[MAX_DECISIONS])).max_decisions
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=max((len(chance.outcomes) for chance in game.chances), default=0),
            num_players=self.setup.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=utility_sum(self.setup),
            max_game_length=self.max_decisions,
        )
        spiel_type = game_type(game, self.setup, bool(parameter_values.get(IN_TURN, False)))
        # Pass only non-default values: OpenSpiel writes parameters as text and would misread some others.
        non_default = {
            name: value for name, value in parameter_values.items() if spiel_type.parameter_specification[name] != value
        }
        super().__init__(spiel_type, info, non_default)
        self.simultaneous = spiel_type.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    def new_initial_state(self) -> "SpielState":
        """Return the state before anything has happened."""
        return SpielState(self, GameHistory(self.setup.start()))

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes in a game."""
        return MAX_OUTCOMES_PER_DECISION * (self.max_decisions + 1)

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (short_name(self.game), self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | PublicObserver | None:
        """Return an observer of states for a player.

        Return None for a type that is not supported: private information without public information, or the private
        information of all players.
        """
        if params:
            raise ValueError(f"observers take no parameters, but got {params}")
        observation_type = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not observation_type.public_info or observation_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if observation_type.private_info == pyspiel.PrivateInfoType.NONE:
            return PublicObserver(self.game, observation_type.perfect_recall)
        return SeatObserver(self.game, self.setup, observation_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state: the true state of a game. Players may receive only the results of observers.

    Chance is resolved outcome by outcome. If several seats choose simultaneously, this is a simultaneous node, unless
    the game was loaded with `in_turn`: then they choose one after another, and none sees what another has chosen.
    """

    def __init__(self, game: SpielGame, game_history: GameHistory) -> None:
        super().__init__(game)
        self.game_history = game_history

    # ---- Whose turn it is ------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the player who must choose, or OpenSpiel's number for chance, simultaneous choices or the end."""
        state = self.game_history.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if state.due >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        if count(state.waiting) > 1 and self.get_game().simultaneous:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(lowest(state.waiting))

    def is_terminal(self) -> bool:
        """Check whether the game is over or truncated."""
        return self.game_history.state.over() or self.game_history.decisions >= self.get_game().max_decisions

    def returns(self) -> list[float]:
        """Return the utility of each player. A truncated game is scored as if it had ended at that point."""
        seats = range(self.num_players())
        if not self.is_terminal():
            return [0.0 for _ in seats]
        return [self.game_history.state.utility(seat) for seat in seats]

    # ---- Moves -------------------------------------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance event that is due. Equal cards are one outcome with their total weight."""
        state = self.game_history.state
        weights = [(outcome, int(state.weight(outcome))) for outcome in members(state.possible_outcomes())]
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _legal_actions(self, player: int) -> list[int]:
        return self.game_history.state.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.game_history.state.due >= 0:
            self.game_history.settle(action)
        else:
            self.game_history.choose(lowest(self.game_history.state.waiting), action)

    def _apply_actions(self, actions: list[int]) -> None:
        state = self.game_history.state
        seats = members(state.waiting)
        for seat in seats:
            if not state.is_legal(seat, actions[seat]):
                raise IllegalMove(f"seat {seat} cannot choose action {actions[seat]} now")
        for seat in seats:
            self.game_history.choose(seat, actions[seat])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().game
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.actions[action])
        chance = game.chances[self.game_history.state.due]
        return f"{chance.name} {chance.outcomes[action]}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Draw a state that looks the same to the player: see `State.imagine`."""
        return self.imagine(player, Rng(int(sampler() * 2**53)))

    def imagine(self, player: int, rng: Rng) -> "SpielState":
        """Draw a state that looks the same to the player. Its OpenSpiel history is empty: the true one is hidden."""
        return SpielState(self.get_game(), self.game_history.imagine(player, rng))

    def __str__(self) -> str:
        return state_text(self.game_history.state)
