"""Reviews: each move of a finished game is judged by what its seat knew at the time."""

from typing import Any

import msgspec
import pytest

from chabudai.arena.selfplay import play_recorded
from chabudai.bots import review as reviewing
from chabudai.bots.hint import Hint, hint
from chabudai.bots.review import Judged, review
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import count, has
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadPlayers, BadRecord
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game

every_game = pytest.mark.parametrize("game", games().values(), ids=games())


def finished(game: Game) -> Record:
    """Return the record of a random game."""
    return play_recorded(game, game.setup(game.players[-1]), Rng(6)).record()


@every_game
def test_every_move_that_involved_a_choice_is_judged(game: Game) -> None:
    record = finished(game)
    judged = review(record, simulations=4, seat=0)
    expected = []
    for play in replay_steps(record):
        number = len(play.moves)
        if number < len(record.moves) and record.moves[number][0] == 0 and len(play.state.legal(0)) > 1:
            expected.append(number)
    assert [judged_move.move for judged_move in judged] == expected
    for judged_move in judged:
        assert record.moves[judged_move.move] == (judged_move.seat, judged_move.made.words)
        assert judged_move.options > 1
        assert (judged_move.win_lost > 0.0) == (judged_move.best.action != judged_move.made.action)
        assert judged_move.win_lost == judged_move.best.win - judged_move.made.win


def test_a_review_can_be_limited_to_one_seat() -> None:
    record = finished(find_game("kasane"))
    whole, own = (review(record, seat=seat, simulations=4) for seat in (None, 2))
    assert own == [judged_move for judged_move in whole if judged_move.seat == 2]


def test_poor_moves_are_found_with_their_cost() -> None:
    # Laying down no meld at the very end of Kasane gives points away, and random players do it.
    judged = review(finished(find_game("kasane")), simulations=60, seat=0)
    poor = [judged_move for judged_move in judged if judged_move.win_lost > 0.0]
    assert 0 < len(poor) < len(judged)
    assert max(judged_move.points_lost for judged_move in poor) > 1.0


@every_game
def test_a_move_is_judged_from_the_view_of_its_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[State] = []

    def spying_hint(game: Game, view: State, **settings: Any) -> Hint:
        views.append(view)
        return hint(game, view, **settings)

    monkeypatch.setattr(reviewing, "hint", spying_hint)
    review(finished(game), simulations=2, seat=1)
    assert views
    for view in views:
        assert (view.viewer, view.recall) == (1, True)
        assert has(view.waiting, 1)


def test_simultaneous_choices_are_judged_as_if_nobody_had_chosen_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting_counts: list[int] = []

    def spying_hint(game: Game, view: State, **settings: Any) -> Hint:
        waiting_counts.append(count(view.waiting))
        return hint(game, view, **settings)

    monkeypatch.setattr(reviewing, "hint", spying_hint)
    review(finished(find_game("thousand_cats")), simulations=2, seat=3)
    assert set(waiting_counts) == {4}


def test_a_judged_move_survives_a_round_trip_through_json() -> None:
    (first, *_) = review(finished(find_game("only_one")), simulations=4, seat=0)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Judged) == first


def test_an_unfinished_game_is_refused() -> None:
    game = find_game("kasane")
    play = Play(game, game.setup(3), Seeded(Rng(1)))
    play.settle()
    with pytest.raises(BadRecord, match="the game is not over: only a finished game can be reviewed"):
        review(play.record())


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(BadPlayers, match="there is no seat 4: the seats are 0 to 3"):
        review(finished(find_game("kasane")), seat=4)
