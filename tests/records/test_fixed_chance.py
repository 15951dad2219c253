"""Chance that is fixed in advance by texts."""

import pytest

from chabudai.kernel.chance import Chance, Seeded
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import check_all_used, fixed_chance, read_chance
from chabudai.records.play import Play
from example_game import GAME

CHANCES = (Chance("start", (0, 1, 2)), Chance("deck", ("cloud", "half", "full")))


def played(*texts: str, moves: int = 0) -> Play:
    """Play the example game with this chance, making this many moves, always the first legal one."""
    play = Play(GAME, GAME.setup(2), fixed_chance(GAME.chances, texts, Seeded(Rng(5))))
    play.settle()
    for _ in range(moves):
        seat = 0 if play.state.legal(0) else 1
        play.choose(seat, play.state.legal(seat)[0])
        play.settle()
    return play


def test_a_text_names_an_event_and_its_outcomes() -> None:
    entry = read_chance(CHANCES, "deck=full, cloud,cloud")
    assert (entry.chance, entry.outcomes) == (1, [2, 0, 0])


def test_numeric_outcomes_are_written_as_numbers() -> None:
    assert read_chance(CHANCES, "start=2").outcomes == [2]


def test_outcomes_that_are_not_fixed_come_from_the_seed() -> None:
    first = GAME.chances[0].outcomes[:2]
    play = played(f"{GAME.chances[0].name}={first[1]},{first[0]}", moves=2)
    deck = play.record().chance[0].result
    assert deck[:2] == [first[1], first[0]]
    assert len(deck) > 2
    assert played(moves=2).record().chance[0].result != deck


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deck", "fix chance with a name and its outcomes, such as name=one,two, not 'deck'"),
        ("dice=1", "there is no chance event 'dice'; the chance events are: start, deck"),
        ("deck=sun", "deck: there is no outcome 'sun'; the outcomes are: cloud, half, full"),
        ("deck=", "deck: there is no outcome ''; the outcomes are: cloud, half, full"),
        ("start=3", "start: there is no outcome '3'; the outcomes are: 0, 1, 2"),
    ],
)
def test_a_malformed_text_is_refused_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(BadChance) as error:
        read_chance(CHANCES, text)
    assert str(error.value) == message


def test_an_impossible_outcome_is_refused_when_it_is_due() -> None:
    name, word = GAME.chances[0].name, GAME.chances[0].outcomes[-1]
    with pytest.raises(BadChance, match="is not possible as outcome 2"):
        played(f"{name}={word},{word},{word}", moves=6)


def test_fixed_chance_that_a_game_never_reaches_is_refused_at_its_end() -> None:
    name, word = GAME.chances[0].name, GAME.chances[0].outcomes[0]
    play = played(f"{name}={word}", *[f"{name}={word}"] * 40)
    with pytest.raises(BadChance, match="the game ended before it was drawn"):
        check_all_used(play.chance)  # type: ignore[arg-type]
    short = played(f"{name}={word},{word},{word}")
    with pytest.raises(BadChance, match=f"{name}: the game ended before it drew {word}"):
        check_all_used(short.chance)  # type: ignore[arg-type]
    check_all_used(played(f"{name}={word}").chance)  # type: ignore[arg-type]
