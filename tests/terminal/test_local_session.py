"""The local session: its bots, rematch, language and log, and what it refuses."""

import pytest

from chabudai.bots.random_bot import RandomBot
from chabudai.games.registry import games
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.state import State
from chabudai.session.commands import ChooseCommand
from chabudai.session.opening import open_table
from chabudai.session.refusal import Refused
from chabudai.session.views import SENT_LOG_LINES
from chabudai.terminal.local_session import COMMAND_ID, YOU, LocalSession
from chabudai.terminal.seat_assignment import SeatAssignment

ACTIONS = games()["ameno_kirifuda"].actions


def open_local(name: str = "ameno_kirifuda", *, seat: int = 0, seed: int = 3) -> LocalSession:
    """Open a game with the maximum number of players against random bots."""
    game = games()[name]
    players = game.players[-1]
    opened = open_table(game, game.setup(players), YOU.guest, aids=True, pace="at_once")
    return LocalSession(opened, SeatAssignment(seat, True, ("random",) * players), "en", seed)


def play_on(local: LocalSession, choices: int) -> LocalSession:
    """Make this many choices for the player, always the first legal one."""
    local.advance()
    while local.table.status == "playing":
        turn = local.bot_turn()
        if turn is not None:
            local.make_bot_move(*turn, local.bot_choice(turn[0]))
        elif choices == 0:
            break
        else:
            local.choose(local.view().legal(local.seat)[0])
            choices -= 1
        local.advance()
    return local


@pytest.mark.parametrize("game", games())
def test_a_seed_repeats_a_game(game: str) -> None:
    first, again, different = (play_on(open_local(game, seed=seed), 8).record() for seed in (3, 3, 4))
    assert first == again != different


def test_in_simultaneous_choices_the_bots_wait_for_the_player() -> None:
    local = play_on(open_local("thousand_cats"), 0)
    while len(local.table.waiting()) < 2:
        play_on(local, 1)
    assert local.must_choose
    assert local.bot_turn() is None
    local.choose(local.view().legal(0)[0])
    turn = local.bot_turn()
    assert turn is not None
    assert turn[0] == min(local.table.waiting())


def test_a_rematch_is_against_the_same_bots_one_seat_further() -> None:
    old = play_on(open_local(seat=3), 1000)
    new = old.rematch(5)
    assert new.seat == 0
    assert {seat: new.bots[seat] for seat in (1, 2, 3)} == {seat + 1: old.bots[seat] for seat in (0, 1, 2)}
    assert all(isinstance(bot, RandomBot) for bot in new.bots.values())
    assert not new.unsaved
    assert play_on(new, 3).must_choose


def test_names_change_with_the_language() -> None:
    local = play_on(open_local(), 1)
    local.set_language("ja")
    # The player at seat 0 also has the name that a bot would have there.
    assert local.table.names("ja") == [local.words.name(f"bot{seat}") for seat in range(4)]


def test_a_choice_after_the_end_is_refused() -> None:
    local = play_on(open_local(), 1000)
    with pytest.raises(Refused, match="game_over"):
        local.do(ChooseCommand(COMMAND_ID, 0))


class Cheat:
    """A bot that makes illegal choices."""

    recall = True

    def choose(self, view: State) -> int:
        return next(action for action in range(len(ACTIONS)) if not view.is_legal(view.viewer, action))


def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    local = open_local(seat=3)
    local.bots = dict.fromkeys(range(3), Cheat())
    local.advance()
    turn = local.bot_turn()
    assert turn is not None
    before = local.record()
    with pytest.raises(IllegalMove, match=r"seat \d cannot"):
        local.make_bot_move(*turn, local.bot_choice(turn[0]))
    assert local.record() == before


def test_forced_moves_can_be_switched_off_and_on() -> None:
    local = open_local()
    assert local.plays_forced
    local.toggle_forced()
    assert not local.plays_forced
    assert YOU.guest in local.table.manual_guests
    local.toggle_forced()
    assert local.plays_forced


def test_the_whole_log_can_be_read() -> None:
    local = play_on(open_local("thousand_cats"), 1000)
    assert len(local.viewer_update().notes.log) > SENT_LOG_LINES
