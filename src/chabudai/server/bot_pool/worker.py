"""The worker process: answers requests, one line of JSON each, until its input ends."""

import contextlib
import os
import sys
import time
from functools import lru_cache
from pathlib import Path

import msgspec

from chabudai.bots import registry
from chabudai.bots.hint import SIMULATIONS, hint
from chabudai.bots.review import review_steps
from chabudai.games.registry import game as find_game
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.record import read_record
from chabudai.server.bot_pool.requests import BotReply, BotRequest

_NICENESS = 5
_REVIEW_NICENESS = 19
"""Workers yield the processor to the server, which has little to do, but soon. Reviews yield to everything else."""


def reply_to(request: BotRequest) -> BotReply:
    """Carry out a request."""
    if request.do == "review":
        return _review_piece(request)
    game = find_game(request.game)
    view = _view(request)
    if request.do == "hint":
        # No time limit and no seed: everybody gets the same hint in the same position, however busy the server is.
        return BotReply(hint=hint(game, view))
    bot = registry.bot(request.bot, game, Rng(request.seed), seconds=request.seconds)
    return BotReply(action=bot.choose(view.seen_by(view.viewer, bot.recall)))


def _review_piece(request: BotRequest) -> BotReply:
    """Review moves until the time is up, at least one."""
    _be_nice(_REVIEW_NICENESS)  # this process only reviews
    end = time.monotonic() + request.seconds
    judged = []
    record = read_record(request.record.encode())
    for move in review_steps(record, seat=request.seat, first=request.first, simulations=SIMULATIONS):
        judged.append(move)
        if time.monotonic() >= end:
            return BotReply(review=judged, next=move.move + 1)
    return BotReply(review=judged)


@lru_cache(maxsize=2)
def _be_nice(niceness: int) -> None:
    """Let other processes go first. Linux may compare whole sessions, and a worker is a session of its own."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness - os.nice(0))
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")


def _view(request: BotRequest) -> State:
    game = find_game(request.game)
    setup = _setup(game.name, request.players, msgspec.json.encode([request.options, request.data]))
    return game.state_from_json(setup, request.view)


@lru_cache(maxsize=32)
def _setup(game: str, players: int, options_and_data: bytes) -> Setup:
    options, data = msgspec.json.decode(options_and_data)
    return find_game(game).setup(players, options, data)


def main() -> None:
    """Say that the process is ready, and answer requests until the input ends."""
    _be_nice(_NICENESS)
    _write(BotReply())
    for line in sys.stdin.buffer:
        try:
            reply = reply_to(msgspec.json.decode(line, type=BotRequest))
        except Exception as error:  # whatever it is, the server continues without this reply
            reply = BotReply(error=f"{type(error).__name__}: {error}")
        _write(reply)


def _write(reply: BotReply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
