"""Forced moves in a local game: shown for a while, then played, unless the player is faster."""

import pytest

from chabudai.session.settings import MOMENT_SECONDS, PAUSE_SECONDS
from chabudai.terminal.app.local_table import LocalTable
from terminal.app.app_user import TIMEOUT, AppUser, local_table, run_app

DELAY = "chabudai.session.autoplay.FORCED_SECONDS"


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move at once, and forced moves come later than a test waits."""
    monkeypatch.setitem(PAUSE_SECONDS, "fast", 0.0)
    monkeypatch.setitem(MOMENT_SECONDS, "fast", 0.0)
    monkeypatch.setattr(DELAY, (2 * TIMEOUT, 2 * TIMEOUT))


def own_moves(table: LocalTable) -> list[int]:
    """Return the player's own moves."""
    return [action for seat, action in table.local.play.moves if seat == table.local.seat]


async def play_until_forced(user: AppUser) -> int:
    """Play until there is only one legal choice; return its action."""
    while await user.wait_for_turn():
        if len(user.allowed()) == 1:
            return user.allowed()[0].action
        await user.press("1")
    raise AssertionError("no move was forced")


def test_a_forced_move_is_on_the_screen_until_it_is_played() -> None:
    table = local_table(pace="fast")

    async def do(user: AppUser) -> None:
        action = await play_until_forced(user)
        before = own_moves(table)
        assert action in user.table.regions
        await user.press("enter")
        assert own_moves(table) == [*before, action]

    run_app(table, do)


def test_a_forced_move_is_played_when_its_time_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    table = local_table(pace="fast")

    async def do(user: AppUser) -> None:
        action = await play_until_forced(user)
        before = own_moves(table)
        monkeypatch.setattr(DELAY, (0.0, 0.0))
        table._player_acted.set()
        await user.wait_until(lambda: len(own_moves(table)) > len(before))
        assert own_moves(table)[: len(before) + 1] == [*before, action]

    run_app(table, do)


def test_at_the_fastest_pace_a_forced_move_is_never_asked() -> None:
    table = local_table(pace="at_once")

    async def do(user: AppUser) -> None:
        while await user.wait_for_turn():
            assert len(user.allowed()) > 1
            await user.press("1")

    run_app(table, do)
