"""Taking back moves: revealed simultaneous choices only together, and no move that has revealed a hidden card."""

import pytest

from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
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
