"""Bots in processes of their own: they get a view and nothing else, and the server does without them if it must."""

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
from chabudai.server import thinking
from chabudai.server.journal import Journal
from chabudai.server.refusal import Refused
from chabudai.server.thinking import Thinkers


def view_of(name: str) -> State:
    game = find_game(name)
    play = Play(game, game.setup(min(game.players)), Seeded(Rng(1)))
    play.settle()
    seat = next(seat for seat in range(play.setup.players) if play.state.legal(seat))
    return play.state.seen_by(seat, True)


def think(act: Callable[[Thinkers], Awaitable[None]]) -> str:
    """Let something be thought about; what was noted meanwhile."""
    out = io.StringIO()

    async def whole() -> None:
        thinkers = Thinkers(1, Journal(out))
        try:
            await act(thinkers)
        finally:
            await thinkers.close()

    asyncio.run(whole())
    return out.getvalue()


def test_a_bot_of_any_level_makes_a_legal_choice_in_every_game() -> None:
    async def act(thinkers: Thinkers) -> None:
        for name in games():
            view = view_of(name)
            for bot in ("random", "novice"):
                assert view.is_legal(view.viewer, await thinkers.choose(find_game(name), view, bot))

    assert think(act) == ""


def test_the_same_seed_makes_the_same_choice() -> None:
    async def act(thinkers: Thinkers) -> None:
        view = view_of("only_one")
        made = {await thinkers.choose(find_game("only_one"), view, "random", 5) for _ in range(3)}
        assert len(made) == 1

    think(act)


def test_a_lost_process_is_replaced_and_the_game_goes_on() -> None:
    async def act(thinkers: Thinkers) -> None:
        game, view = find_game("kasane"), view_of("kasane")
        process = await thinkers._all[0].start()
        process.kill()
        await process.wait()
        assert view.is_legal(view.viewer, await thinkers.choose(game, view, "random"))
        assert view.is_legal(view.viewer, await thinkers.choose(game, view, "no such bot"))
        assert view.is_legal(view.viewer, await thinkers.choose(game, view, "random"))

    (line,) = think(act).splitlines()
    assert json.loads(line)["what"] == "bot lost"
    assert "UnknownBot" in line


def test_a_process_that_does_not_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", -10.0)

    async def act(thinkers: Thinkers) -> None:
        view = view_of("kasane")
        assert view.is_legal(view.viewer, await thinkers.choose(find_game("kasane"), view, "random"))

    assert "TimeoutError" in think(act)


def test_under_load_budgets_shrink_and_hints_are_refused() -> None:
    async def act(thinkers: Thinkers) -> None:
        assert thinkers._budget() == thinking.SECONDS
        thinkers.waiting = 9
        assert thinkers._budget() == pytest.approx(thinking.SECONDS / 10)
        thinkers.waiting = 10_000
        assert thinkers._budget() == thinking.LEAST_SECONDS
        with pytest.raises(Refused, match="busy"):
            await thinkers.hint(find_game("kasane"), view_of("kasane"))

    think(act)
