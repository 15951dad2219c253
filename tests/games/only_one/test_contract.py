"""Only One Collection keeps the contract of a game, for each player count and set of options."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.testing import check_game

SETUPS = [
    (2, False, False),
    (3, False, False),
    (3, True, False),
    *[(4, familiars, teams) for familiars in (False, True) for teams in (False, True)],
]


@pytest.mark.parametrize(("players", "familiars", "teams"), SETUPS)
def test_the_game_keeps_the_contract(players: int, familiars: bool, teams: bool) -> None:
    check_game(GAME, games=2, seed=3, players=players, options={"familiars": familiars, "teams": teams})
