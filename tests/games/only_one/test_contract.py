"""Only One Collection keeps the contract of a game, for each player count and set of options."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.testing import check_game

SETUPS = [
    (2, False, False),
    (3, False, False),
    (3, True, False),
    *[(4, f, t) for f in (False, True) for t in (False, True)],
]


@pytest.mark.parametrize(("players", "familiars", "teams"), SETUPS)
def test_the_game_fulfills_the_contract(players: int, familiars: bool, teams: bool) -> None:
    check_game(GAME, games=2, seed=3, players=players, options={"familiars": familiars, "teams": teams})
