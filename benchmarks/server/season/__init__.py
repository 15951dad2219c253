"""The game that boardgame.io plays in the benchmark (peer/game.cjs), as a game of ours: same rules, as bare a table.

Four players, 32 cards of four seasons; the season led must be followed, the season after it is trump; a trick is a
point. Like a game of another package it is not compiled, and found by its entry point, which `installed` makes.
"""

from pathlib import Path

from benchmarks.server.season.layout import lay_out
from benchmarks.server.season.rules import ACTIONS, CARDS, TRICKS, SeasonSetup, reason
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
    events={"played": ("card",), "won": ("card",)},
    reason=reason,
    score_bounds=lambda _: (0, TRICKS),
    package=__name__,
    lay_out=lay_out,
)


def installed(folder: Path) -> Path:
    """A folder for Python's path, within this one, by which the game is found."""
    found = folder / "games"
    about = found / f"{NAME}-1.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{NAME} = {__name__}:GAME\n")
    return found
