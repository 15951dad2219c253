"""Loads games for OpenSpiel, including the example game, and walks through them at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from chabudai.envs.openspiel import load, register
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game
from envs.variants import short
from example_game import GAME as POND

register(POND)


def in_turns(game: Game, **parameters: OptionValue) -> Any:
    """Load a short match in which seats choose in turn, even where the game has simultaneous choices."""
    known = load(game.name).get_type().parameter_specification
    turns: dict[str, OptionValue] = {"in_turn": True} if "in_turn" in known else {}
    return load(game.name, **short(game) | turns | parameters)


def walk(state: Any, seed: int) -> Iterator[Any]:
    """Yield the state, always the same object, at every step of a random game from here to the end."""
    random = Random(seed)
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, probabilities)[0])
        elif state.is_simultaneous_node():
            choices = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([random.choice(actions) if actions else 0 for actions in choices])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        yield state
