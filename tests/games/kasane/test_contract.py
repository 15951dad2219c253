"""Kasane no Irome keeps the contract of a game, for each player count and set of options."""

import pytest

from chabudai.games.kasane import GAME
from chabudai.kernel.setup import OptionValue
from chabudai.sampling.option_sets import option_sets
from chabudai.testing import check_game

SETS = [(players, options) for players in GAME.players for options in option_sets(GAME, players)]


@pytest.mark.parametrize(("players", "options"), SETS)
def test_the_game_keeps_the_contract(players: int, options: dict[str, OptionValue]) -> None:
    check_game(GAME, games=1, players=players, options=options)
