"""The conformance suite: what every game must do, shipped to whoever writes one.

`check_game(game)` plays random games and holds them against the contract, which is told in the comments on
`chabudai.kernel.state.State`. A complaint names a position; `position_at` leads there again.
"""

from chabudai.testing.broken import ContractBroken
from chabudai.testing.moments import position_at
from chabudai.testing.suite import check_game

__all__ = ["ContractBroken", "check_game", "position_at"]
