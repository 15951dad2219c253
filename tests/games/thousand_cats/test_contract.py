"""Festival of Thousand Cats keeps the contract of a game, for each player count and rule set."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.testing import check_game


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
@pytest.mark.parametrize("target", [1, 8])
def test_the_game_keeps_the_contract(players: int, rules: str, target: int) -> None:
    check_game(GAME, games=1, players=players, options={"rules": rules, "target": target})
