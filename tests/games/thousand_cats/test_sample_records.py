"""Records of another implementation of the rules replay to their results.

That implementation, which wrote `records.jsonl`, is not in this repository: the file cannot be generated again here.
"""

from pathlib import Path

import pytest

from chabudai.records.record import Record, read_records
from chabudai.records.replay import replay

SAMPLES = list(read_records(Path(__file__).parent / "records.jsonl"))


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: f"{record.players} players, {record.options}")
def test_a_sample_record_replays_to_its_result(record: Record) -> None:  # TC-40
    play = replay(record)
    assert record.result is not None
    assert play.result() == record.result
    again = play.record()
    assert again.moves == record.moves
    assert again.chance == record.chance


def test_the_samples_cover_both_player_counts_and_all_rule_sets() -> None:
    found = sorted((record.players, str(record.options["rules"])) for record in SAMPLES)
    assert found == [(players, rules) for players in (3, 4) for rules in ("advanced", "basic", "experienced")]
