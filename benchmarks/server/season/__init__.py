"""Season: boardgame.io's game in the benchmark (peer/game.cjs), written for Chabudai with the same rules.

Four players, 32 cards of four seasons. Players must follow the led season, and the season after it is trump. Each trick
scores one point. Like a game from another package, it is not compiled, and is found by its entry point, which `install`
writes.
"""

from pathlib import Path

from benchmarks.server.season.equipment import TRICKS
from benchmarks.server.season.layout import lay_out
from benchmarks.server.season.reasons import reason
from benchmarks.server.season.rules import SeasonSetup
from benchmarks.server.season.words import ACTIONS, CARDS, EVENTS
from chabudai.games.registry import GROUP
from chabudai.kernel.chance import Chance
from chabudai.scene.game import Game

NAME = "season"

GAME = Game(
    name=NAME,
    title="Season",
    native_title="Season",
    credits="made for the benchmark",
    players=(4,),
    make_setup=SeasonSetup,
    actions=ACTIONS,
    chances=(Chance("deck", CARDS),),
    vocabulary={"card": CARDS},
    events=EVENTS,
    reason=reason,
    score_bounds=lambda _: (0, TRICKS),
    package=__name__,
    lay_out=lay_out,
)


def install(folder: Path) -> Path:
    """Write the entry point of the game to a new folder inside `folder`; return the new one, for Python's path."""
    games = folder / "games"
    metadata = games / f"{NAME}-1.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{NAME} = {__name__}:GAME\n")
    return games
