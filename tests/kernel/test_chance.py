"""Sources of chance: a seed, a script, and a script followed by a seed."""

from collections import Counter

import pytest

from chabudai.kernel.chance import Scripted, ScriptEntry, Seeded, Source
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from example_game import GAME
from goodness_of_fit import assert_fits
from kernel.toys import CHANCES, TOSS, URN, Urn, urn

FULL_SCRIPT = [ScriptEntry(URN, [0, 2]), ScriptEntry(TOSS, [1]), ScriptEntry(URN, [1, 0])]


def settled(source: Source, state: Urn | None = None) -> list[int]:
    """Draw outcomes from a source until no chance event is due, and return them."""
    state = state or urn()
    while state.due >= 0:
        state.settle(source.outcome(state))
    return state.outcomes


def test_a_seeded_source_draws_the_same_as_resolve() -> None:
    for seed in range(50):
        state = urn()
        state.resolve(Rng(seed))
        assert settled(Seeded(Rng(seed))) == state.outcomes


def test_a_seeded_source_draws_the_same_as_resolve_in_a_game() -> None:
    for seed in range(20):
        at_once, one_by_one = GAME.setup(4).start(), GAME.setup(4).start()
        source, rng = Seeded(Rng(seed)), Rng(seed)
        at_once.resolve(rng)
        while one_by_one.due >= 0:
            one_by_one.settle(source.outcome(one_by_one))
        assert one_by_one == at_once
        assert source.rng.word() == rng.word()


def test_outcomes_are_drawn_by_weight() -> None:
    counts = Counter(urn().draw(Rng(seed)) for seed in range(4000))
    assert_fits(counts, {0: 0.5, 1: 0.25, 2: 0.25})


def test_a_script_is_followed() -> None:
    script = Scripted(CHANCES, FULL_SCRIPT)
    assert settled(script) == [0, 2, 1, 1, 0]
    assert script.unused() is None
    assert script.remaining(URN) == []
    assert script.cut_short == "urn"


def test_entries_of_different_events_may_come_in_any_order() -> None:
    assert settled(Scripted(CHANCES, [FULL_SCRIPT[1], FULL_SCRIPT[0], FULL_SCRIPT[2]])) == [0, 2, 1, 1, 0]


def test_a_script_may_list_undrawn_outcomes() -> None:
    script = Scripted(CHANCES, [ScriptEntry(URN, [0, 2, 1, 0]), FULL_SCRIPT[1], ScriptEntry(URN, [1, 0, 0, 2])])
    assert settled(script) == [0, 2, 1, 1, 0]
    assert script.remaining(URN) == [0, 2]
    assert script.cut_short is None


def test_the_outcomes_left_in_an_entry_must_be_those_never_drawn() -> None:
    with pytest.raises(
        BadChance, match="urn: the outcomes left at the end of the entry are not those that were never drawn"
    ):
        settled(Scripted(CHANCES, [ScriptEntry(URN, [0, 2, 1, 1]), FULL_SCRIPT[1], FULL_SCRIPT[2]]))


def test_an_impossible_outcome_is_refused_with_its_position_in_the_entry() -> None:
    with pytest.raises(BadChance, match="urn: green is not possible as outcome 1"):
        settled(Scripted(CHANCES, [ScriptEntry(URN, [1, 1])]))


def test_a_missing_outcome_is_refused() -> None:
    with pytest.raises(BadChance, match="urn: the script has no outcome 1"):
        settled(Scripted(CHANCES, [ScriptEntry(URN, [0])]))
    with pytest.raises(BadChance, match="toss: the script has no outcome 0"):
        settled(Scripted(CHANCES, [ScriptEntry(URN, [0, 1])]))
    with pytest.raises(BadChance, match="urn: the script has no outcome 0"):
        settled(Scripted(CHANCES, FULL_SCRIPT[:2]))


def test_missing_outcomes_can_come_from_another_source() -> None:
    games = {tuple(settled(Scripted(CHANCES, FULL_SCRIPT[1:2], then=Seeded(Rng(seed))))) for seed in range(100)}
    assert {outcomes[2] for outcomes in games} == {1}
    assert {outcomes[0] for outcomes in games} == {outcomes[4] for outcomes in games} == {0, 1, 2}


def test_a_script_knows_whether_it_has_the_next_outcome() -> None:
    script, state = Scripted(CHANCES, [ScriptEntry(URN, [0]), ScriptEntry(TOSS, [])], then=Seeded(Rng(1))), urn()
    assert script.has_next(state)
    state.settle(script.outcome(state))
    assert not script.has_next(state)
    state.settle(script.outcome(state))
    assert not script.has_next(state)


def test_an_unused_entry_is_named() -> None:
    script = Scripted(CHANCES, [*FULL_SCRIPT, ScriptEntry(TOSS, [0])])
    assert script.remaining(TOSS) is None
    settled(script)
    assert script.unused() == "toss"


def test_following_a_script_does_not_consume_its_entries() -> None:
    assert settled(Scripted(CHANCES, FULL_SCRIPT)) == settled(Scripted(CHANCES, FULL_SCRIPT))
