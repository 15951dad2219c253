"""Taking back moves: revealed simultaneous choices only together, and no move that has revealed a hidden card."""

import pytest

from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import CannotTakeBack, Play


def begun(game: str, players: int, **options: bool) -> Play:
    """Begin a game and settle the chance events before the first choice."""
    declared = find_game(game)
    play = Play(declared, declared.setup(players, options), Seeded(Rng(1)))
    play.settle()
    return play


def test_simultaneous_choices_are_taken_back_together_once_revealed() -> None:
    play = begun("thousand_cats", 4)
    asked = play.state.waiting
    while len(members(asked)) < 4:  # choices before the first cards
        seat = members(asked)[0]
        play.choose(seat, play.state.legal(seat)[0])
        play.settle()
        asked = play.state.waiting
    before = len(play.moves)
    for seat in (2, 0, 1):
        play.choose(seat, play.state.legal(seat)[0])
        assert play.first_simultaneous(len(play.moves) - 1) == len(play.moves) - 1
    play.choose(3, play.state.legal(3)[0])
    assert [play.first_simultaneous(before + seat) for seat in range(4)] == [before] * 4
    assert play.rewound_to(play.first_simultaneous(before + 3)).state.waiting == asked


def test_a_move_that_reveals_a_card_put_back_earlier_cannot_be_taken_back() -> None:
    """Others see a card that a seat looked at with `foresight` and put back only when it is turned up."""
    play = begun("only_one", 3, familiars=True)
    rng = Rng(3)
    while True:
        (seat,) = members(play.state.waiting)
        words = {play.game.actions[action]: action for action in play.state.legal(seat)}
        assert isinstance(play.state, OnlyOne)
        would_reveal = play.state.top and "explore" in words
        wanted = next((word for word in ("foresight", "explore") if word in words), None)
        adds = [action for word, action in words.items() if word.startswith("add")]
        moves = len(play.moves)
        play.choose(seat, words[wanted] if wanted else (adds or list(words.values()))[rng.below(len(adds or words))])
        if would_reveal and wanted == "explore":
            break
        play.settle()
    with pytest.raises(CannotTakeBack, match="a hidden card has been revealed since"):
        play.rewound_to(moves)


@pytest.mark.parametrize("game", list(games()))
def test_taking_back_leads_to_the_position_as_it_was(game: str) -> None:
    play = begun(game, max(find_game(game).players))
    rng = Rng(5)
    states: list[tuple[State, int]] = []
    for _ in range(40):
        states.append((play.state.clone(), len(play.events)))
        seats = members(play.state.waiting)
        if not seats:
            break
        legal = play.state.legal(seats[0])
        play.choose(seats[0], legal[rng.below(len(legal))])
        play.settle()
        line = play.record().as_line()
        for moves in range(len(play.moves), max(-1, len(play.moves) - 8), -1):
            try:
                earlier = play.rewound_to(moves)
            except CannotTakeBack:
                break
            if play.first_simultaneous(moves) == moves and moves < len(states):
                state, events = states[moves]
                assert earlier.state.same_position(state)
                assert earlier.events == play.events[:events]
            assert earlier.moves == play.moves[:moves]
            for seat, action in play.moves[moves:]:
                earlier.choose(seat, action)
            assert earlier.record().as_line() == line
            assert [earlier.first_simultaneous(n) for n in range(moves)] == [
                play.first_simultaneous(n) for n in range(moves)
            ]
        assert play.record().as_line() == line


def test_taking_back_replays_no_move_before_chance_was_last_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("thousand_cats", 4)
    rng = Rng(5)
    while len(play.moves) < 100:
        (seat, *_) = members(play.state.waiting)
        legal = play.state.legal(seat)
        play.choose(seat, legal[rng.below(len(legal))])
        play.settle()
    made = 0
    commit = Play.commit

    def counting(self: Play, seat: int, action: int) -> None:
        nonlocal made
        made += 1
        commit(self, seat, action)

    monkeypatch.setattr(Play, "commit", counting)
    play.rewound_to(play.first_simultaneous(99))
    assert made <= 36  # the cards of one deal
    made = 0
    with pytest.raises(CannotTakeBack, match="chance"):
        play.rewound_to(10)
    assert made == 0
