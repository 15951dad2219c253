"""Records of another implementation of the rules replay to their results.

That implementation, which wrote `records.jsonl`, is not in this repository: the file cannot be generated again here.
"""

from pathlib import Path

import pytest

from chabudai.records.record import Record, read_records
from chabudai.records.replay import replay

SAMPLES = list(read_records(Path(__file__).parent / "records.jsonl"))


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: f"{record.players} players, {record.options}")
def test_a_sample_record_replays_to_its_result(record: Record) -> None:  # FW-35
    play = replay(record)
    assert record.result is not None
    assert play.result() == record.result
    assert play.record().moves == record.moves


def test_the_samples_cover_both_player_counts_and_every_option() -> None:  # FW-10, FW-11, FW-40, FW-41
    assert {record.players for record in SAMPLES} == {3, 4}
    for option, values in {
        "rounds": {3, "players"}, "first_lead": {"lowest", "rotate"}, "hidden_wishes": {False, True}, "wishes": {8, 5}
    }.items():  # fmt: skip
        assert {record.options[option] for record in SAMPLES} == values
