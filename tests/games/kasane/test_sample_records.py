"""Records of another implementation of the rules replay to their results.

That implementation, which wrote `records.jsonl`, is not in this repository: the file cannot be generated again here.
"""

from pathlib import Path

import pytest

from chabudai.records.record import Record, read_records
from chabudai.records.replay import replay

SAMPLES = list(read_records(Path(__file__).parent / "records.jsonl"))


@pytest.mark.parametrize("record", SAMPLES, ids=lambda record: f"{record.players} players, {record.options}")
def test_a_sample_record_replays_to_its_result(record: Record) -> None:  # KI-12, KI-32
    play = replay(record)
    assert record.result is not None
    assert play.result() == record.result
    assert play.record().moves == record.moves
    assert [entry.what for entry in play.record().chance] == ["start", "deck", "deck"]


def test_the_samples_cover_both_player_counts_and_both_variants() -> None:  # KI-40, KI-41
    found = {(record.players, record.options["blocked_pairs"], record.options["plus_one_meld"]) for record in SAMPLES}
    assert found == {(3, False, False), (3, True, False), (4, False, False), (4, False, True)}
