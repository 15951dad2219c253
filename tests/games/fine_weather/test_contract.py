"""Wishing for Fine Weather!! keeps the contract of a game, for each player count and set of options."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.sampling.option_sets import option_sets
from chabudai.testing import check_game

CASES = [
    pytest.param(players, options, id=f"{players}-{'-'.join(map(str, options.values()))}")
    for players in GAME.players
    for options in option_sets(GAME, players)
    if players == 4 or options["rounds"] == 3  # with 3 players both values give 3 rounds
]


@pytest.mark.parametrize(("players", "options"), CASES)
def test_the_game_keeps_the_contract(players: int, options: dict[str, bool | int | str]) -> None:  # FW-10, FW-41
    check_game(GAME, players=players, options=options, games=1)
