"""Random matches agree with a second, plain implementation of the rules."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.phases import PLAY
from chabudai.kernel.bits import below, members
from chabudai.testing.table import deal
from games.thousand_cats.plain import SEASONS, Plain
from games.thousand_cats.positions import card_words, cats, pair, row

RULES = ("basic", "experienced", "advanced")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("target", [6, 25])
def test_matches_end_as_in_the_plain_implementation(
    players: int, rules: str, target: int
) -> None:  # TC-24, TC-25, TC-30, TC-40, TC-53, TC-61
    for seed in range(12):
        table = deal(GAME, players, options={"rules": rules, "target": target}, seed=seed)
        table.play_on()
        record = table.record()
        plain = Plain(record)
        assert plain.over
        assert record.result is not None
        assert (plain.totals, plain.winners()) == (record.result.scores, record.result.winners)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", RULES)
def test_positions_agree_with_the_plain_implementation(players: int, rules: str) -> None:  # TC-22, TC-24, TC-26
    compared = 0
    for seed in range(10):
        table = deal(GAME, players, options={"rules": rules, "target": 12}, seed=seed)
        while not table.state.over() and table.state.part < 2:
            table.play_on(moves=1)
            state = cats(table)
            if state.first != PLAY or state.waiting != below(players):
                continue
            plain = Plain(table.record())
            compared += 1
            assert pair(table).split() == plain.pair
            for seat in range(players):
                assert set(card_words(state.seats[seat].hand).split()) == plain.hands[seat]
                assert row(table, seat).split() == plain.rows[seat]
                assert {SEASONS[season] for season in members(state.seats[seat].void)} == plain.lacking[seat]
    assert compared > 60
