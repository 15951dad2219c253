"""Bots in their own processes: they receive only a view, and the server survives without them."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable

import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.server.bot_pool import pool
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.bot_pool.process_worker import ProcessWorker
from chabudai.server.telemetry import Telemetry


def view_of(name: str) -> State:
    """Return the view of the first seat that must choose in a game."""
    game = find_game(name)
    play = Play(game, game.setup(min(game.players)), Seeded(Rng(1)))
    play.settle()
    seat = next(seat for seat in range(play.setup.players) if play.state.legal(seat))
    return play.state.seen_by(seat, True)


def run_with_pool(act: Callable[[BotPool], Awaitable[None]]) -> str:
    """Run a coroutine with a bot pool and return what was logged."""
    out = io.StringIO()

    async def run() -> None:
        bots = BotPool(1, Telemetry(out))
        try:
            await act(bots)
        finally:
            await bots.close()

    asyncio.run(run())
    return out.getvalue()


def test_bots_choose_legal_moves_in_every_game() -> None:
    async def act(bots: BotPool) -> None:
        for name in games():
            view = view_of(name)
            for bot in ("random", "novice"):
                assert view.is_legal(view.viewer, await bots.choose(find_game(name), view, bot))

    assert run_with_pool(act) == ""


def test_the_same_seed_gives_the_same_choice() -> None:
    async def act(bots: BotPool) -> None:
        view = view_of("only_one")
        choices = {await bots.choose(find_game("only_one"), view, "random", 5) for _ in range(3)}
        assert len(choices) == 1

    run_with_pool(act)


def test_a_lost_process_is_replaced_and_the_game_continues() -> None:
    async def act(bots: BotPool) -> None:
        game, view = find_game("kasane"), view_of("kasane")
        worker = bots._moves.workers[0]
        assert isinstance(worker, ProcessWorker)
        process = await worker.start()
        process.kill()
        await process.wait()
        assert view.is_legal(view.viewer, await bots.choose(game, view, "random"))
        assert view.is_legal(view.viewer, await bots.choose(game, view, "no such bot"))
        assert view.is_legal(view.viewer, await bots.choose(game, view, "random"))

    (line,) = run_with_pool(act).splitlines()
    assert json.loads(line)["what"] == "bot worker failed"
    assert "UnknownBot" in line


def test_a_process_that_does_not_reply_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE_SECONDS", -10.0)

    async def act(bots: BotPool) -> None:
        view = view_of("kasane")
        assert view.is_legal(view.viewer, await bots.choose(find_game("kasane"), view, "random"))

    assert "TimeoutError" in run_with_pool(act)
