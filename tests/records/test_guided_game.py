"""A guided first game can be started only if the game declares one."""

import pytest

from chabudai.records.guided_game import NoFirstGame, begin_first_game
from example_game import GAME


def test_a_game_without_a_guided_game_says_so() -> None:
    with pytest.raises(NoFirstGame, match="pond has no guided first game"):
        begin_first_game(GAME)
