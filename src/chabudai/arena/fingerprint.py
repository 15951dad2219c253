"""What a build of Chabudai plays, condensed: two builds that play by the same rules have the same fingerprint.

`python -m chabudai.arena.fingerprint [GAME]` prints it for every player count and option set of a game, or of all
installed games: a checksum of random playouts, and hashes of the records that one and two processes write.
"""

import hashlib
import json
import sys

import chabudai
from chabudai.arena.selfplay import Task, selfplay
from chabudai.games.registry import games
from chabudai.kernel.game import Game
from chabudai.kernel.playout import checksum
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.testing.option_sets import option_sets

PLAYOUTS = 200
RECORDS = 60
"""More than one batch, so that two processes have something to share."""


def fingerprint(game: Game, setup: Setup) -> list[int | str]:
    """Checksum of playouts, and hashes of the records written by one and by two processes."""
    return [checksum(setup.start(), Rng(5), PLAYOUTS), *(_records(game, setup, jobs) for jobs in (1, 2))]


def _records(game: Game, setup: Setup, jobs: int) -> str:
    digest = hashlib.sha256()
    for tally in selfplay(Task(game.name, setup, seed=7, games=RECORDS, records=True), jobs):
        for line in tally.records:
            digest.update(line)
    return digest.hexdigest()


if __name__ == "__main__":
    found = {
        f"{game.name}, {players} players, {options}": fingerprint(game, game.setup(players, options))
        for game in games().values()
        if game.name in (sys.argv[1:] or games())
        for players in game.players
        for options in option_sets(game, players)
    }
    print(json.dumps({"compiled": chabudai.COMPILED, "found": found}))
