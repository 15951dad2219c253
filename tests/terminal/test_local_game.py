"""The local game: what it adds to a session."""

import pytest

from chabudai.bots.random_bot import RandomBot
from chabudai.games.registry import games
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.state import State
from chabudai.session.commands import ChooseCommand
from chabudai.session.opening import open_table
from chabudai.session.refusal import Refused
from chabudai.session.views import LOG_LINES
from chabudai.terminal.local_game import COMMAND_ID, YOU, LocalGame
from chabudai.terminal.seat_assignment import SeatAssignment

ACTIONS = games()["ameno_kirifuda"].actions


def local_game(game: str = "ameno_kirifuda", *, seat: int = 0, seed: int = 3) -> LocalGame:
    found = games()[game]
    players = found.players[-1]
    opened = open_table(found, found.setup(players), YOU.guest, aids=True, pace="at_once")
    return LocalGame(opened, SeatAssignment(seat, True, ("random",) * players), "en", seed)


def play_on(game: LocalGame, choices: int) -> LocalGame:
    """Make this many choices for the player, always the first legal one."""
    game.advance()
    while game.table.status == "playing":
        turn = game.bot_turn()
        if turn is not None:
            game.make_bot_move(*turn, game.bot_choice(turn[0]))
        elif choices == 0:
            break
        else:
            game.choose(game.view().legal(game.seat)[0])
            choices -= 1
        game.advance()
    return game


@pytest.mark.parametrize("game", games())
def test_a_seed_repeats_a_game(game: str) -> None:
    one, same, other = (play_on(local_game(game, seed=seed), 8).record() for seed in (3, 3, 4))
    assert one == same != other


def test_in_simultaneous_choices_the_bots_wait_for_the_player() -> None:
    game = play_on(local_game("thousand_cats"), 0)
    while len(game.table.waiting()) < 2:
        play_on(game, 1)
    assert game.must_choose
    assert game.bot_turn() is None
    game.choose(game.view().legal(0)[0])
    turn = game.bot_turn()
    assert turn is not None
    assert turn[0] == min(game.table.waiting())


def test_a_rematch_is_against_the_same_bots_one_seat_further() -> None:
    old = play_on(local_game(seat=3), 1000)
    new = old.rematch(5)
    assert new.seat == 0
    assert {seat: new.bots[seat] for seat in (1, 2, 3)} == {seat + 1: old.bots[seat] for seat in (0, 1, 2)}
    assert all(isinstance(bot, RandomBot) for bot in new.bots.values())
    assert not new.unsaved
    assert play_on(new, 3).must_choose


def test_names_change_with_the_language() -> None:
    game = play_on(local_game(), 1)
    game.set_language("ja")
    assert game.table.names("ja") == [game.words.name(f"bot{seat}") for seat in range(4)]


def test_a_choice_out_of_turn_is_refused() -> None:
    game = play_on(local_game(), 1000)
    with pytest.raises(Refused, match="game_over"):
        game.do(ChooseCommand(COMMAND_ID, 0))


class Cheat:
    """A bot that makes illegal choices."""

    recall = True

    def choose(self, view: State) -> int:
        return next(action for action in range(len(ACTIONS)) if not view.is_legal(view.viewer, action))


def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    game = local_game(seat=3)
    game.bots = dict.fromkeys(range(3), Cheat())
    game.advance()
    turn = game.bot_turn()
    assert turn is not None
    before = game.record()
    with pytest.raises(IllegalMove, match=r"seat \d cannot"):
        game.make_bot_move(*turn, game.bot_choice(turn[0]))
    assert game.record() == before


def test_forced_moves_can_be_switched_off_and_on() -> None:
    game = local_game()
    assert game.plays_forced
    game.toggle_forced()
    assert not game.plays_forced
    assert YOU.guest in game.table.manual_guests
    game.toggle_forced()
    assert game.plays_forced


def test_the_whole_log_can_be_read() -> None:
    game = play_on(local_game("thousand_cats"), 1000)
    assert len(game.viewer_update().notes.log) > LOG_LINES
