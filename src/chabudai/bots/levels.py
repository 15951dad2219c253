"""The levels: the same search with different parameters."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """The parameters of a searching bot.

    `simulations`: the number of simulations per move. `recall`: whether it remembers what is no longer visible.
    `temperature`: how randomly it picks among the moves it has tried; 0 always picks the most visited move. `pool`: the
    number of worlds that are weighted by the moves seen so far (see `Belief`); 0 draws worlds uniformly. `trees`: the
    number of independent searches that share the simulations and whose visits are added up. `uses_knowledge`: whether
    it uses the game's knowledge.
    """

    name: str
    simulations: int
    recall: bool = True
    temperature: float = 0.0
    pool: int = 0
    trees: int = 1
    uses_knowledge: bool = True


NOVICE = Level("novice", simulations=500, recall=False, temperature=2.0)
CASUAL = Level("casual", simulations=500, recall=False, temperature=1.0)
CLUB = Level("club", simulations=2_000, temperature=0.6)
EXPERT = Level("expert", simulations=10_000, pool=300)
MASTER = Level("master", simulations=100_000, pool=500, trees=4)
PLAIN = Level("plain-ismcts", simulations=10_000, uses_knowledge=False)
"""The same search without the game's knowledge and without weighted worlds, for comparison."""

LEVELS = {level.name: level for level in (NOVICE, CASUAL, CLUB, EXPERT, MASTER)}
"""The levels by name, weakest first."""
