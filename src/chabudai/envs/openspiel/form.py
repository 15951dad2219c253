"""Any game in the form of OpenSpiel's games, with nothing of its own: all comes from the contract."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from chabudai.envs.openspiel.observer import PublicObserver, SeatObserver
from chabudai.envs.openspiel.parameters import IN_TURN, MAX_DECISIONS, parameters, setup_from
from chabudai.envs.openspiel.story import Story, in_text
from chabudai.envs.terms import Terms
from chabudai.kernel.bits import count, lowest, members
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import State
from chabudai.scene.game import Game

LONGEST_DEAL = 1000
"""More outcomes than chance decides between two decisions of any game. OpenSpiel wants to know a bound."""


def choose_at_once(setup: Setup) -> bool:
    """Whether there are moments when several seats choose at once: such a game says how to `reopen` them."""
    return type(setup.start()).reopen is not State.reopen


def game_type(game: Game, setup: Setup, in_turn: bool) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded, or of a loaded one."""
    at_once = choose_at_once(setup)
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once and not in_turn else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        # Even where nothing but the order of a deck is hidden: searches that imagine worlds insist on it.
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if utility_sum(setup) is None else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game, at_once),
    )


def short_name(game: Game) -> str:
    """The name by which OpenSpiel loads a game."""
    return f"chabudai_{game.name}"


def utility_sum(setup: Setup) -> float | None:
    """What the utilities of all players come to: the size of a side, or None if sides are not equally large."""
    start = setup.start()
    sizes = {count(start.sides(seat)) for seat in range(setup.players)}
    return float(sizes.pop()) if len(sizes) == 1 else None


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, as OpenSpiel loads it. Which game it is, a subclass says."""

    game: Game

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        game = self.game
        self.setup = setup_from(game, given)
        self.max_decisions = Terms(max_decisions=int(given[MAX_DECISIONS])).max_decisions
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=max((len(chance.outcomes) for chance in game.chances), default=0),
            num_players=self.setup.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=utility_sum(self.setup),
            max_game_length=self.max_decisions,
        )
        kind = game_type(game, self.setup, bool(given.get(IN_TURN, False)))
        # Only what differs from the defaults: OpenSpiel writes a game as text and would misread some of the others.
        spoken = {name: value for name, value in given.items() if kind.parameter_specification[name] != value}
        super().__init__(kind, info, spoken)
        self.at_once = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    def new_initial_state(self) -> "SpielState":
        """The state before anything has happened."""
        return SpielState(self, Story(self.setup.start()))

    def max_chance_nodes_in_history(self) -> int:
        """A bound for the chance nodes of a game."""
        return LONGEST_DEAL * (self.max_decisions + 1)

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (short_name(self.game), self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | PublicObserver | None:
        """What observes states for a player.

        None for what is not on offer: what a player alone knows, without what all know, and what all know together.
        """
        if params:
            raise ValueError(f"an observer has no parameters, but was given {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            return PublicObserver(self.game, kind.perfect_recall)
        return SeatObserver(self.game, self.setup, kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel walks it: the whole position. What players may know of it is told by observers alone.

    Chance comes card by card. Where several seats choose at once the node is a simultaneous one, unless the game was
    loaded with `in_turn`: then they choose one after the other, and none sees what another chose.
    """

    def __init__(self, game: SpielGame, story: Story) -> None:
        super().__init__(game)
        self.story = story

    # ---- Whose turn it is ------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The player to choose, or one of OpenSpiel's numbers for chance, all at once, and the end."""
        state = self.story.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if state.due >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        if count(state.waiting) > 1 and self.get_game().at_once:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(lowest(state.waiting))

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.story.state.over() or self.story.decisions >= self.get_game().max_decisions

    def returns(self) -> list[float]:
        """What the end is worth to each player. A game that is cut off ends as if its rules ended it there."""
        seats = range(self.num_players())
        if not self.is_terminal():
            return [0.0 for _ in seats]
        return [self.story.state.utility(seat) for seat in seats]

    # ---- Moves -------------------------------------------------------------------------------------------------------

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of what is due; equal cards are one outcome, with the weight of all of them."""
        state = self.story.state
        weights = [(outcome, int(state.weight(outcome))) for outcome in members(state.odds())]
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _legal_actions(self, player: int) -> list[int]:
        return self.story.state.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.story.state.due >= 0:
            self.story.turn_up(action)
        else:
            self.story.choose(lowest(self.story.state.waiting), action)

    def _apply_actions(self, actions: list[int]) -> None:
        state = self.story.state
        seats = members(state.waiting)
        for seat in seats:
            if not state.is_legal(seat, actions[seat]):
                raise IllegalMove(f"seat {seat} cannot choose action {actions[seat]} now")
        for seat in seats:
            self.story.choose(seat, actions[seat])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().game
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.actions[action])
        chance = game.chances[self.story.state.due]
        return f"{chance.name} {chance.outcomes[action]}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that looks the same to the player, drawn as `State.imagine` says."""
        return self.imagined(player, Rng(int(sampler() * 2**53)))

    def imagined(self, player: int, rng: Rng) -> "SpielState":
        """A state that looks the same to the player. It has no history of OpenSpiel's: nobody knows the true one."""
        return SpielState(self.get_game(), self.story.imagined(player, rng))

    def __str__(self) -> str:
        return in_text(self.story.state)
