"""The levels: the same search, with more or less time, memory and judgement."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How a bot thinks.

    `recall`: whether it remembers what can no longer be looked at. `temperature`: how freely it picks among the moves
    that it has tried; at 0 always the one tried most. `pool`: among how many imagined worlds it prefers those that
    explain what it has seen; with 0 all are alike. `trees`: independent searches whose counts are added up. `knows`:
    whether it uses what the game knows about playing it well.
    """

    name: str
    simulations: int
    recall: bool = True
    temperature: float = 0.0
    pool: int = 0
    trees: int = 1
    knows: bool = True


NOVICE = Level("novice", simulations=500, recall=False, temperature=2.0)
CASUAL = Level("casual", simulations=500, recall=False, temperature=1.0)
CLUB = Level("club", simulations=2_000, temperature=0.6)
EXPERT = Level("expert", simulations=10_000, pool=300)
MASTER = Level("master", simulations=100_000, pool=500, trees=4)
PLAIN = Level("plain-ismcts", simulations=10_000, knows=False)
"""The same search without knowledge and beliefs, to compare with."""

LEVELS = {level.name: level for level in (NOVICE, CASUAL, CLUB, EXPERT, MASTER)}
"""The levels by name, weakest first."""
