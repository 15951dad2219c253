"""Writing, reading, replaying and checking records, and the errors for bad ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.errors import BadRecord
from chabudai.records.record import Record, read_record, read_records
from chabudai.records.replay import replay, replay_steps
from chabudai.testing.table import deal
from example_game import GAME as POND

SAMPLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "games/ameno_kirifuda/records.jsonl").read_text().splitlines()[0]
)
"""A finished game of 4 players."""

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> Record:
    """Return the sample record with a change."""
    values = json.loads(json.dumps(SAMPLE))
    change(values)
    return read_record(json.dumps(values).encode())


def unfinished(moves: int) -> dict[str, Any]:
    """Return the sample as it was after this many moves, before the second round."""
    omegumi, deck, _ = SAMPLE["chance"]
    chance = [{**omegumi, "result": omegumi["result"][:8]}, deck]
    return {**SAMPLE, "chance": chance, "moves": SAMPLE["moves"][:moves], "result": None}


# ---- Good records ----------------------------------------------------------------------------------------------------


def test_a_record_is_unchanged_by_writing_and_reading() -> None:
    table = deal(AMENO, 4, seed=4)
    table.play_on()
    record = table.record()
    assert read_record(record.as_line()) == record
    assert replay(record).record() == record


@pytest.mark.parametrize("moves", [0, 1, 7, 30, 54, 90])
def test_an_unfinished_game_has_a_record_without_a_result(moves: int) -> None:
    table = deal(AMENO, 4, seed=4)
    table.play_on(moves=moves)
    record = table.record()
    assert record.result is None
    assert b'"result":null' not in record.as_line()
    assert replay(record).state == table.state


def test_an_unfinished_record_has_only_the_cards_drawn_so_far() -> None:
    table = deal(AMENO, 4)
    assert [(entry.what, len(entry.result)) for entry in table.record().chance] == [("omegumi", 8), ("deck", 32)]


def test_a_finished_record_ends_a_deck_with_its_undrawn_cards() -> None:
    table = deal(AMENO, 3)
    table.play_on()
    omegumi = table.record().chance[0]
    assert len(omegumi.result) == 16
    assert len(set(omegumi.result)) == 16


def test_undrawn_cards_may_be_in_any_order() -> None:
    table = deal(AMENO, 3)
    table.play_on()
    record = table.record()
    omegumi = record.chance[0]
    reordered = msgspec.structs.replace(omegumi, result=[*omegumi.result[:12], *reversed(omegumi.result[12:])])
    replay(msgspec.structs.replace(record, chance=[reordered, *record.chance[1:]]))


def test_an_unfinished_record_may_stop_in_the_middle_of_the_deal() -> None:
    values = unfinished(moves=0)
    values["chance"][1] = {"what": "deck", "result": SAMPLE["chance"][1]["result"][:13]}
    play = replay(read_record(json.dumps(values).encode()))
    assert (play.state.due, play.state.drawn()) == (1, 13)


def test_simultaneous_choices_are_read_in_any_order_and_written_in_seat_order() -> None:
    table = deal(POND, 4, seed=3)
    for seat in (2, 0, 3, 1):
        table.move(seat, "go pond" if seat == 2 else "go veranda")
    record = table.record()
    assert record.moves == [(0, "go veranda"), (1, "go veranda"), (2, "go pond"), (3, "go veranda")]
    mixed = msgspec.structs.replace(record, moves=[record.moves[seat] for seat in (3, 2, 0, 1)])
    assert replay(mixed, POND).record() == record


def test_a_reshuffled_deck_is_another_entry() -> None:
    table = deal(POND, 4, seed=2)
    table.play_on()
    record = table.record()
    assert [entry.what for entry in record.chance].count("deck") > 1
    assert replay(record, POND).record() == record


def test_overridden_card_data_is_part_of_the_record() -> None:
    table = deal(AMENO, 4, data={"omegumi": {"spring-x1": [0, -1, -1, -1, 20]}}, seed=6)
    table.play_on()
    record = read_record(table.record().as_line())
    assert record.data is not None
    assert record.data["omegumi"]["spring-x1"] == [0, -1, -1, -1, 20]
    assert replay(record).state.scores() == table.state.scores()


def test_additional_fields_are_ignored() -> None:
    record = changed(lambda values: values.update(seed=7, names=["あ", "い", "う", "え"], version="0.1", else_=None))
    assert replay(record).state.over()


def test_a_replay_yields_the_start_each_move_and_the_end() -> None:
    steps = [len(play.moves) for play in replay_steps(changed(lambda values: None))]
    assert steps == [*range(114), 113]


# ---- Bad records -----------------------------------------------------------------------------------------------------


def _put(place: str, value: object) -> Change:
    """Return a change that puts a value at a place in the sample, given as a path."""

    def put(values: Any) -> None:
        *path, last = [int(step) if step.isdigit() else step for step in place.split()]
        for step in path:
            values = values[step]
        values[last] = value

    return put


def assert_refused(record: Record, message: str) -> None:
    with pytest.raises(BadRecord) as error:
        replay(record)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("seat", "move", "message"),
    [
        (0, "play summer-5", "seat 0 cannot play summer-5: you must follow autumn"),
        (0, "play winter-8", "seat 0 cannot play winter-8: winter-8 is not in hand"),
        (0, "place autumn-a", "seat 0 cannot place autumn-a: it is time to play a card"),
        (1, "play autumn-3", "seat 1 cannot play autumn-3: other seats must choose first: 0"),
        (4, "play autumn-2", "seat 4 cannot play autumn-2: there is no seat 4; the seats are 0 to 3"),
        (-1, "play autumn-2", "seat -1 cannot play autumn-2: there is no seat -1; the seats are 0 to 3"),
        (
            0,
            "throw autumn-2",
            "'throw autumn-2' is not a move of ameno_kirifuda: moves begin with draft, discard, done, play, place, "
            "push, to, return",
        ),
        (
            0,
            "play autumn-9",
            "'play autumn-9' is not a move of ameno_kirifuda: moves with play are play spring-1, play spring-2, "
            "play spring-3, play spring-4, … play winter-8",
        ),
    ],
)
def test_a_bad_move_is_refused_with_its_place_and_the_reason(seat: int, move: str, message: str) -> None:
    assert_refused(changed(_put("moves 17", [seat, move])), f"move 17: {message}")


def test_a_move_after_the_end_is_refused() -> None:
    record = changed(lambda values: values["moves"].append([0, "play spring-1"]))
    assert_refused(record, "move 113: seat 0 cannot play spring-1: the game is over")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_put("result scores", [6, 2, 6, 1]), "result: the scores are [6, 2, 6, 0], not [6, 2, 6, 1]"),
        (_put("result winners", [0]), "result: the winners are [0, 2], not [0]"),
        (_put("result winners", [2, 0]), "result: the winners are [0, 2], not [2, 0]"),
        (_put("result", None), "the game is over, but the record has no result"),
        (
            lambda values: values["moves"].pop(),
            "the record has a result, but the game is not over after 112 moves",
        ),
    ],
)
def test_a_wrong_result_is_refused(change: Change, message: str) -> None:
    assert_refused(changed(change), message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_put("players", 5), "ameno_kirifuda is for 3 or 4 players, not 5"),
        (_put("options", {}), "options: tricks_3p is missing"),
        (_put("options tricks_3p", 7), "option tricks_3p cannot be 7: it must be 8 or 6"),
        (_put("options tricks_3p", True), "option tricks_3p cannot be true: it must be 8 or 6"),
        (_put("options tricks_3p", 6), "option tricks_3p can be 6 only with 3 players: with 4 it is 8"),
        (_put("options open", True), "there is no option open; the options are: tricks_3p"),
        (_put("data", {"cards": {}}), "there is no table 'cards'; the tables are: omegumi"),
        (
            _put("data", {"omegumi": {"spring-x1": [1, 2]}}),
            "table omegumi, row spring-x1: needs a list of 5 numbers (spring, summer, autumn, winter, points)"
            " or 9 numbers (spring, summer, autumn, winter, points, all spring, all summer, all autumn, all winter)",
        ),
        (
            _put("data", {"omegumi": {"spring-x1": [1, 2, 3, 4, 99]}}),
            "table omegumi, row spring-x1: 99 is not a whole number from 0 to 20",
        ),
    ],
)
def test_a_wrong_setup_is_refused(change: Change, message: str) -> None:
    assert_refused(changed(change), message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            _put("chance 1 what", "cards"),
            "chance 1: the game has no chance event 'cards'; its chance events are: omegumi, deck",
        ),
        (_put("chance 1 result 3", "spring-9"), "chance 1 (deck): there is no outcome 'spring-9'"),
        (_put("chance 1 result 3", 3), "chance 1 (deck): there is no outcome 3"),
        (
            _put("chance 1 result 3", "winter-1"),
            "chance before the first move: deck: winter-1 is not possible as outcome 3",
        ),
        (_put("chance 2 result 31", "winter-1"), "chance after move 54: deck: winter-1 is not possible as outcome 31"),
        (
            lambda values: values["chance"][1]["result"].pop(),
            "move 0: a chance event comes first, but the record has no outcome 31 of deck",
        ),
        (
            lambda values: values["chance"].pop(),
            "move 55: a chance event comes first, but the record has no outcome 0 of deck",
        ),
        (
            lambda values: values["chance"].append(values["chance"][1]),
            "chance: the record has a deck that the game does not reach",
        ),
        (
            lambda values: values["chance"][2]["result"].append("spring-1"),
            "chance: deck has too many outcomes (by 1)",
        ),
        (
            lambda values: values["chance"].insert(0, values["chance"].pop(1)),
            "chance: the order must be omegumi, deck, deck",
        ),
    ],
)
def test_wrong_chance_is_refused(change: Change, message: str) -> None:
    assert_refused(changed(change), message)


def test_a_record_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"there is no game 'go'; the games are: .*ameno_kirifuda"):
        replay(changed(_put("game", "go")))


def test_a_finished_deck_must_be_complete() -> None:
    table = deal(AMENO, 3)
    table.play_on()
    record = table.record()
    omegumi = msgspec.structs.replace(record.chance[0], result=record.chance[0].result[:12])
    cut = msgspec.structs.replace(record, chance=[omegumi, *record.chance[1:]])
    assert_refused(cut, "chance: omegumi must end with the outcomes that were never drawn (4)")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"result": SAMPLE["result"]}, "the record has a result, but the game is not over after 20 moves"),
        ({"chance": SAMPLE["chance"][:2]}, "chance: omegumi has outcomes that have not been drawn yet (8)"),
        ({"chance": SAMPLE["chance"]}, "chance: the record has a deck that the game does not reach"),
    ],
)
def test_an_unfinished_record_has_nothing_from_the_future(change: dict[str, Any], message: str | None) -> None:
    record = read_record(json.dumps({**unfinished(moves=20), **change}).encode())
    if message is None:
        assert replay(record).result() is None
        return
    assert_refused(record, message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "not a record: Input data was truncated"),
        (b"hello", "not a record: JSON is malformed: invalid character (byte 0)"),
        (b"\xff\xfe\x00", "not a record: JSON is malformed: invalid character (byte 0)"),
        (b"[]", "not a record: Expected `object`, got `array`"),
        (b'{"format": "chabudai/1"}', "not a record: Object missing required field `game`"),
        (b'{"format": 1}', "not a record: Expected `str`, got `int` - at `$.format`"),
        (json.dumps({**SAMPLE, "players": "4"}).encode(), "not a record: Expected `int`, got `str` - at `$.players`"),
        (
            json.dumps({**SAMPLE, "moves": [[0, 1]]}).encode(),
            "not a record: Expected `str`, got `int` - at `$.moves[0][1]`",
        ),
        (
            json.dumps({**SAMPLE, "format": "chabudai/2"}).encode(),
            "the format is 'chabudai/2', but this program reads 'chabudai/1'",
        ),
    ],
)
def test_a_malformed_record_is_refused(line: bytes, message: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(line)
    assert str(error.value) == message


def test_a_bad_line_of_a_file_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(json.dumps(SAMPLE).encode() + b"\n\nhello\n")
    records = read_records(file)
    assert next(records).players == 4
    with pytest.raises(BadRecord, match=r"games.jsonl, line 3: not a record: JSON is malformed"):
        next(records)


def test_bytes_that_are_not_text_are_refused_even_in_ignored_fields() -> None:
    line = json.dumps(SAMPLE).encode().replace(b"{", b'{"names": ["\xff"], ', 1)
    with pytest.raises(BadRecord, match="not a record: 'utf-8' codec"):
        read_record(line)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(SAMPLE), encoding="utf-8-sig")
    (record,) = read_records(file)
    assert replay(record).state.over()


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"cannot read .*none.json: No such file or directory"):
        list(read_records(tmp_path / "none.json"))


def test_a_json_file_can_hold_one_record_on_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(SAMPLE, indent=1))
    (record,) = read_records(file)
    assert replay(record).state.over()
