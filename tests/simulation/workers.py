"""Simulated bot workers: they answer the same requests, choose at random, and may stall or die."""

import asyncio
from functools import lru_cache
from random import Random

import msgspec

from chabudai.bots.hint import Hint, Prospect
from chabudai.games.registry import game as find_game
from chabudai.kernel.setup import Setup
from chabudai.server.bot_pool.requests import BotReply, BotRequest
from simulation.world import World


class SimulatedWorker:
    """A worker that thinks in virtual time."""

    def __init__(self, world: World, random: Random, *, stalls: float, dies: float) -> None:
        self._world = world
        self._random = random
        self._stalls = stalls
        self._dies = dies

    async def start(self) -> None:
        """Start at once."""

    async def stop(self) -> None:
        """Stop at once."""

    async def ask(self, request: BotRequest, seconds: float) -> BotReply:
        """Answer a request, in the form in which it passes through the pipe of a real worker."""
        received = msgspec.json.decode(msgspec.json.encode(request), type=BotRequest)
        async with asyncio.timeout(seconds):
            await self._think(received)
        return msgspec.json.decode(msgspec.json.encode(self._reply(received)), type=BotReply)

    async def _think(self, request: BotRequest) -> None:
        roll = self._random.random()
        if roll < self._stalls:
            self._world.counts["stalled workers"] += 1
            self._world.tell("A bot worker stalls.")
            await asyncio.sleep(1_000_000.0)
        await asyncio.sleep(self._random.uniform(0.001, request.seconds))
        if roll < self._stalls + self._dies:
            self._world.counts["dead workers"] += 1
            self._world.tell("A bot worker dies.")
            raise EOFError

    def _reply(self, request: BotRequest) -> BotReply:
        if request.do == "review":
            return BotReply()
        game = find_game(request.game)
        setup = _setup(request.game, request.players, msgspec.json.encode((request.options, request.data)))
        view = game.state_from_json(setup, request.view)
        choices = view.legal(view.viewer)
        if request.do == "choose":
            return BotReply(action=self._random.choice(choices))
        self._random.shuffle(choices)
        prospects = [
            Prospect(
                action=action,
                words=game.actions[action],
                win=0.5,
                error=0.1,
                score=0.0,
                margin=0.0,
                best=1.0 / len(choices),
                equal=True,
                worlds=1,
            )
            for action in choices
        ]
        return BotReply(hint=Hint(seat=view.viewer, choices=prospects, simulations=1, goes_on=False))


@lru_cache(maxsize=64)
def _setup(game: str, players: int, chosen: bytes) -> Setup:
    options, data = msgspec.json.decode(chosen)
    return find_game(game).setup(players, options, data)
