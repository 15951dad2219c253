"""Records of another implementation of the rules replay to their results, and our records list chance events in order.

That implementation, which wrote `records.jsonl`, is not in this repository: the file cannot be generated again here.
"""

from pathlib import Path

import pytest

from chabudai.games.only_one import GAME
from chabudai.records.record import Record, read_records
from chabudai.records.replay import replay
from chabudai.testing.table import deal

SAMPLES = list(read_records(Path(__file__).parent / "records.jsonl"))


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: f"{record.players} players, {record.options}")
def test_a_sample_record_replays_to_its_result(record: Record) -> None:  # OO-31, OO-32
    play = replay(record)
    assert record.result is not None
    assert play.result() == record.result
    assert play.record().moves == record.moves


def test_the_samples_cover_all_player_counts_familiars_and_teams() -> None:
    covered = sorted((record.players, record.options["familiars"], record.options["teams"]) for record in SAMPLES)
    assert covered == [(2, False, False), (3, False, False), (3, True, False), (4, False, False), (4, True, True)]


@pytest.mark.parametrize(("players", "familiars"), [(2, False), (3, True), (4, False), (4, True)])
def test_chance_is_written_in_the_order_start_deck_familiars(players: int, familiars: bool) -> None:
    table = deal(GAME, players, options={"familiars": familiars}, seed=3)
    table.play_on()
    entries = {entry.what: entry.result for entry in table.record().chance}
    assert list(entries) == ["start", "deck", *(["familiars"] if familiars else [])]
    assert [len(result) for result in entries.values()][:2] == [1, {2: 60, 3: 66, 4: 78}[players]]
    assert len(entries.get("familiars", [])) == (players if familiars else 0)


def test_a_record_has_no_deck_until_its_first_card_is_drawn() -> None:
    table = deal(GAME, 3, options={"familiars": True})
    assert [entry.what for entry in table.record().chance] == ["start", "familiars"]
    table.play("explore")
    assert [entry.what for entry in table.record().chance] == ["start", "deck", "familiars"]
    assert len(table.record().chance[1].result) == 1
