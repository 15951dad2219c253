"""The games as OpenSpiel loads them, the example among them, and random walks through them."""

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
    """A short match played in turns, whatever it is at a table."""
    known = load(game.name).get_type().parameter_specification
    turns: dict[str, OptionValue] = {"in_turn": True} if "in_turn" in known else {}
    return load(game.name, **short(game) | turns | parameters)


def walk(state: Any, seed: int) -> Iterator[Any]:
    """A random game from this state to the end, the state itself at every step of it."""
    random = Random(seed)
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
        elif state.is_simultaneous_node():
            choices = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([random.choice(actions) if actions else 0 for actions in choices])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        yield state
