"""Computes fingerprints of a build, to check that two builds play by the same rules.

`python -m chabudai.arena.fingerprint GAME` prints one for every player count and option set of a game: a checksum of
random playouts, and a hash of the records that one process writes. In a compiled build it also includes a hash of the
records that two processes write, which must equal the hash for one process.
"""

import hashlib
import json
import sys

import chabudai
from chabudai.arena.selfplay import SelfplayJob, selfplay
from chabudai.games.registry import game as find_game
from chabudai.kernel.playout import checksum
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.sampling.option_sets import option_sets
from chabudai.scene.game import Game

PLAYOUTS = 200
RECORDS = 60
"""More than one batch, so that two processes share the work."""


def fingerprint(game: Game, setup: Setup) -> list[int | str]:
    """Return a checksum of playouts, and hashes of the records written by one process and, if compiled, by two."""
    process_counts = (1, 2) if chabudai.COMPILED else (1,)
    hashes = [_hash_records(game, setup, processes) for processes in process_counts]
    return [checksum(setup.start(), Rng(5), PLAYOUTS), *hashes]


def _hash_records(game: Game, setup: Setup, processes: int) -> str:
    digest = hashlib.sha256()
    for totals in selfplay(SelfplayJob(game.name, setup, seed=7, games=RECORDS, records=True), processes):
        for line in totals.records:
            digest.update(line)
    return digest.hexdigest()


if __name__ == "__main__":
    game = find_game(sys.argv[1])
    fingerprints = {
        f"{game.name}, {players} players, {options}": fingerprint(game, game.setup(players, options))
        for players in game.players
        for options in option_sets(game, players)
    }
    print(json.dumps({"compiled": chabudai.COMPILED, "found": fingerprints}))
