"""The conformance suite for games, for authors of games.

`check_game(game)` plays random games and checks them against the contract, which the docstrings of
`chabudai.kernel.state.State` specify. An error names a position; `position_at` returns that position.
"""

from chabudai.testing.contract import ContractBroken
from chabudai.testing.random_game import position_at
from chabudai.testing.suite import check_game

__all__ = ["ContractBroken", "check_game", "position_at"]
