"""Records of another implementation of the rules replay to their results.

That implementation, which wrote `records.jsonl`, is not in this repository: the file cannot be generated again here.
"""

from pathlib import Path

import pytest

from chabudai.records.record import Record, read_records
from chabudai.records.replay import replay

SAMPLES = list(read_records(Path(__file__).parent / "records.jsonl"))


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: f"{record.players} players, {record.options}")
def test_a_sample_record_replays_to_its_result(record: Record) -> None:  # AK-32
    play = replay(record)
    assert record.result is not None
    assert play.result() == record.result
    assert play.record().moves == record.moves


def test_the_samples_cover_both_player_counts_and_both_numbers_of_tricks() -> None:  # AK-25
    assert sorted((record.players, record.options["tricks_3p"]) for record in SAMPLES) == [(3, 6), (3, 8), (4, 8)]
