"""The local game: what its owner adds to a session."""

import pytest

from chabudai.bots.random_bot import RandomBot
from chabudai.games.registry import games
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.state import State
from chabudai.session.commands import Choose
from chabudai.session.opening import opening
from chabudai.session.refusal import Refused
from chabudai.session.views import LINES
from chabudai.terminal.local_game import COMMAND, YOU, LocalGame
from chabudai.terminal.seating import Seating

ACTIONS = games()["ameno_kirifuda"].actions


def local_game(game: str = "ameno_kirifuda", *, seat: int = 0, seed: int = 3) -> LocalGame:
    found = games()[game]
    players = found.players[-1]
    opened = opening(found, found.setup(players), YOU.guest, aids=True, pace="at_once")
    return LocalGame(opened, Seating(seat, True, ("random",) * players), "en", seed)


def play_on(game: LocalGame, choices: int) -> LocalGame:
    """Let the person make this many choices, each the first that is allowed."""
    game.go_on()
    while game.table.status == "playing":
        turn = game.bot_turn()
        if turn is not None:
            game.bot_moves(*turn, game.bot_choice(turn[0]))
        elif choices == 0:
            break
        else:
            game.choose(game.view().legal(game.seat)[0])
            choices -= 1
        game.go_on()
    return game


@pytest.mark.parametrize("game", games())
def test_a_seed_plays_the_same_again(game: str) -> None:
    one, same, other = (play_on(local_game(game, seed=seed), 8).record() for seed in (3, 3, 4))
    assert one == same != other


def test_where_all_choose_at_once_the_bots_wait_for_the_person() -> None:
    game = play_on(local_game("thousand_cats"), 0)
    while len(game.table.waiting()) < 2:
        play_on(game, 1)
    assert game.asked
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
    assert play_on(new, 3).asked


def test_in_another_language_everybody_has_another_name() -> None:
    game = play_on(local_game(), 1)
    game.speak("ja")
    assert game.table.names("ja") == [game.words.name(f"bot{seat}") for seat in range(4)]


def test_a_choice_out_of_turn_is_refused() -> None:
    game = play_on(local_game(), 1000)
    with pytest.raises(Refused, match="game_over"):
        game.do(Choose(COMMAND, 0))


class Cheat:
    """A bot that chooses what is not legal."""

    recall = True

    def choose(self, view: State) -> int:
        return next(action for action in range(len(ACTIONS)) if not view.is_legal(view.viewer, action))


def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    game = local_game(seat=3)
    game.bots = dict.fromkeys(range(3), Cheat())
    game.go_on()
    turn = game.bot_turn()
    assert turn is not None
    before = game.record()
    with pytest.raises(IllegalMove, match=r"seat \d cannot"):
        game.bot_moves(*turn, game.bot_choice(turn[0]))
    assert game.record() == before


def test_forced_moves_can_be_switched_off_and_on() -> None:
    game = local_game()
    assert game.plays_forced
    game.toggle_forced()
    assert not game.plays_forced
    assert YOU.guest in game.table.unforced
    game.toggle_forced()
    assert game.plays_forced


def test_the_whole_log_can_be_read() -> None:
    game = play_on(local_game("thousand_cats"), 1000)
    assert len(game.shown().notes.log) > LINES
