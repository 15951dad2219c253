"""Where outcomes come from: a seed, a script, a script and then a seed."""

from collections import Counter

import pytest

from chabudai.kernel.chance import Entry, Scripted, Seeded, Source
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from example_game import GAME
from goodness_of_fit import assert_fits
from kernel.toys import CHANCES, TOSS, URN, Urn, urn

WHOLE = [Entry(URN, [0, 2]), Entry(TOSS, [1]), Entry(URN, [1, 0])]


def settled(source: Source, state: Urn | None = None) -> list[int]:
    """What comes from a source, to the end."""
    state = state or urn()
    while state.due >= 0:
        state.settle(source.outcome(state))
    return state.came


def test_a_seed_draws_what_the_state_draws_by_itself() -> None:
    for seed in range(50):
        state = urn()
        state.resolve(Rng(seed))
        assert settled(Seeded(Rng(seed))) == state.came


def test_a_seed_draws_the_same_as_resolve_in_a_game() -> None:
    for seed in range(20):
        whole, single = GAME.setup(4).start(), GAME.setup(4).start()
        source, rng = Seeded(Rng(seed)), Rng(seed)
        whole.resolve(rng)
        while single.due >= 0:
            single.settle(source.outcome(single))
        assert single == whole
        assert source.rng.word() == rng.word()


def test_equal_outcomes_have_their_weight() -> None:
    counts = Counter(urn().draw(Rng(seed)) for seed in range(4000))
    assert_fits(counts, {0: 0.5, 1: 0.25, 2: 0.25})


def test_a_script_is_followed() -> None:
    script = Scripted(CHANCES, WHOLE)
    assert settled(script) == [0, 2, 1, 1, 0]
    assert script.unused() is None
    assert script.rest(URN) == []
    assert script.cut_short == "urn"


def test_entries_of_different_events_may_come_in_any_order() -> None:
    assert settled(Scripted(CHANCES, [WHOLE[1], WHOLE[0], WHOLE[2]])) == [0, 2, 1, 1, 0]


def test_a_script_may_tell_what_never_came() -> None:
    script = Scripted(CHANCES, [Entry(URN, [0, 2, 1, 0]), WHOLE[1], Entry(URN, [1, 0, 0, 2])])
    assert settled(script) == [0, 2, 1, 1, 0]
    assert script.rest(URN) == [0, 2]
    assert script.cut_short is None


def test_a_script_may_not_tell_of_what_cannot_be_left() -> None:
    with pytest.raises(BadChance, match="urn: the last 2 outcomes are not those that never came"):
        settled(Scripted(CHANCES, [Entry(URN, [0, 2, 1, 1]), WHOLE[1], WHOLE[2]]))


def test_an_outcome_that_cannot_come_is_refused_with_its_place() -> None:
    with pytest.raises(BadChance, match="urn: green cannot come at place 1"):
        settled(Scripted(CHANCES, [Entry(URN, [1, 1])]))


def test_what_the_script_does_not_say_is_refused() -> None:
    with pytest.raises(BadChance, match="urn: nothing is given for place 1"):
        settled(Scripted(CHANCES, [Entry(URN, [0])]))
    with pytest.raises(BadChance, match="toss: nothing is given for place 0"):
        settled(Scripted(CHANCES, [Entry(URN, [0, 1])]))
    with pytest.raises(BadChance, match="urn: nothing is given for place 0"):
        settled(Scripted(CHANCES, WHOLE[:2]))


def test_what_the_script_does_not_say_may_come_from_elsewhere() -> None:
    came = {tuple(settled(Scripted(CHANCES, WHOLE[1:2], then=Seeded(Rng(seed))))) for seed in range(100)}
    assert {outcomes[2] for outcomes in came} == {1}
    assert {outcomes[0] for outcomes in came} == {outcomes[4] for outcomes in came} == {0, 1, 2}


def test_a_script_knows_whether_it_says_what_comes_next() -> None:
    script, state = Scripted(CHANCES, [Entry(URN, [0]), Entry(TOSS, [])], then=Seeded(Rng(1))), urn()
    assert script.has_next(state)
    state.settle(script.outcome(state))
    assert not script.has_next(state)
    state.settle(script.outcome(state))
    assert not script.has_next(state)


def test_an_entry_that_nobody_asked_for_is_named() -> None:
    script = Scripted(CHANCES, [*WHOLE, Entry(TOSS, [0])])
    assert script.rest(TOSS) is None
    settled(script)
    assert script.unused() == "toss"


def test_a_script_can_be_used_again() -> None:
    """Following it does not use up the entries themselves."""
    assert settled(Scripted(CHANCES, WHOLE)) == settled(Scripted(CHANCES, WHOLE))
