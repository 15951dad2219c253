"""Ameno Kirifuda keeps the contract of a game, for each player count."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.testing import check_game


@pytest.mark.parametrize("players", GAME.players)
def test_the_game_keeps_the_contract(players: int) -> None:
    check_game(GAME, players=players)
