"""Card data: loading, overriding with a file, and errors with place and reason."""

import json
from pathlib import Path

import pytest

from chabudai.kernel.card_data import CardTable, complete_tables, load_tables, read_data
from chabudai.kernel.errors import BadTable

FISH = CardTable(
    name="fish",
    columns=("length", "weight", "price"),
    rows={"carp": [3, 4, 5], "loach": [1, 1, 1]},
    least=(1, 0),
    most=(9, 20),
    provenance="the pond",
    assumed=True,
)
MOONS = CardTable(
    name="moons",
    columns=("points", "points again"),
    rows={"full": [3], "half": [2, 1]},
    least=(0,),
    most=(9,),
    provenance="the sky",
    assumed=False,
)
TABLES = (FISH, MOONS)


def test_without_overrides_tables_are_as_declared() -> None:
    assert complete_tables(TABLES, {}) == {"fish": FISH.rows, "moons": MOONS.rows}


def test_an_override_replaces_only_rows_of_the_same_name() -> None:
    tables = complete_tables(TABLES, {"fish": {"loach": [2, 0, 20]}})
    assert tables == {"fish": {"carp": [3, 4, 5], "loach": [2, 0, 20]}, "moons": MOONS.rows}


def test_changing_the_complete_tables_does_not_change_the_declared_ones() -> None:
    tables = complete_tables(TABLES, {})
    tables["fish"]["carp"][0] = 9
    assert FISH.rows["carp"] == [3, 4, 5]


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"birds": {}}, "there is no table 'birds'; the tables are: fish, moons"),
        ({"fish": [1]}, "table fish: needs a mapping from row names to lists of numbers"),
        ({"fish": {"eel": [1, 1, 1]}}, "table fish has no row 'eel'; its rows are: carp, loach"),
        ({"fish": {"carp": [1, 1]}}, "table fish, row carp: needs a list of 3 numbers (length, weight, price)"),
        ({"fish": {"carp": [1, 1, 1, 1]}}, "table fish, row carp: needs a list of 3 numbers (length, weight, price)"),
        ({"fish": {"carp": "123"}}, "table fish, row carp: needs a list of 3 numbers (length, weight, price)"),
        ({"moons": {"full": 3}}, "table moons, row full: needs a list of 1 number (points)"),
        ({"moons": {"half": [2]}}, "table moons, row half: needs a list of 2 numbers (points, points again)"),
        ({"fish": {"carp": [0, 1, 1]}}, "table fish, row carp: 0 is not a whole number from 1 to 9"),
        ({"fish": {"carp": [10, 1, 1]}}, "table fish, row carp: 10 is not a whole number from 1 to 9"),
        ({"fish": {"carp": [1, 1, 21]}}, "table fish, row carp: 21 is not a whole number from 0 to 20"),
        ({"fish": {"carp": [1, -1, 1]}}, "table fish, row carp: -1 is not a whole number from 0 to 20"),
        ({"fish": {"carp": [1, 1.5, 1]}}, "table fish, row carp: 1.5 is not a whole number from 0 to 20"),
        ({"fish": {"carp": [True, 1, 1]}}, "table fish, row carp: True is not a whole number from 1 to 9"),
        ({"fish": {"carp": [1, "2", 1]}}, "table fish, row carp: '2' is not a whole number from 0 to 20"),
    ],
)
def test_wrong_data_is_refused_with_what_is_allowed(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(BadTable) as error:
        complete_tables(TABLES, overrides)
    assert str(error.value) == message


BOXES = CardTable(
    name="boxes",
    columns=("points", "points again"),
    rows={"one": [3], "two": [2, 1]},
    least=(0,),
    most=(9, 9, 4),
    provenance="the sea",
    assumed=False,
    inferred=frozenset({"two"}),
    more_columns=("cards",),
    defaults={"one": [0, 1], "two": [2]},
)


def test_a_row_may_add_the_columns_that_have_defaults() -> None:
    rows = complete_tables((BOXES,), {"boxes": {"one": [4, 5, 3], "two": [2, 0, 4]}})["boxes"]
    assert rows == {"one": [4, 5, 3], "two": [2, 0, 4]}
    assert BOXES.full_row("one", [3]) == [3, 0, 1]
    assert BOXES.full_row("two", [7, 1]) == [7, 1, 2]
    assert BOXES.full_row("one", [4, 5, 3]) == [4, 5, 3]


def test_a_row_that_ends_in_its_defaults_is_stored_without_them() -> None:
    """So records and data files from before a column existed stay as they are."""
    assert complete_tables((BOXES,), {"boxes": {"one": [3, 0, 1], "two": [2, 1, 2]}})["boxes"] == BOXES.rows


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([3, 0], "table boxes, row one: needs a list of 1 number (points) or 3 numbers (points, points again, cards)"),
        ([3, 0, 5], "table boxes, row one: 5 is not a whole number from 0 to 4"),
    ],
)
def test_a_row_adds_all_further_columns_or_none(row: list[int], message: str) -> None:
    with pytest.raises(BadTable) as error:
        complete_tables((BOXES,), {"boxes": {"one": row}})
    assert str(error.value) == message
    assert (error.value.table, error.value.row) == ("boxes", "one")
    assert error.value.reason is not None


def test_a_row_is_known_inferred_assumed_or_changed() -> None:
    assert BOXES.certainty("one", [3]) == "known"
    assert BOXES.certainty("two", [2, 1]) == "inferred"
    assert BOXES.certainty("two", [2, 2]) == "changed"
    assert FISH.certainty("carp", [3, 4, 5]) == "assumed"


def test_a_game_without_tables_says_so() -> None:
    with pytest.raises(BadTable, match="there is no table 'fish'; the tables are: none"):
        complete_tables((), {"fish": {}})


def test_a_table_is_loaded_from_a_game_data_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(
        """
        [fish]
        columns = ["length", "weight", "price"]
        least = [1, 0]
        most = [9, 20]
        assumed = true
        provenance = "the pond"
        [fish.rows]
        carp = [3, 4, 5]
        loach = [1, 1, 1]
        """
    )
    assert load_tables(path) == (FISH,)


def test_data_is_read_from_toml_and_json(tmp_path: Path) -> None:
    expected = {"fish": {"carp": [1, 2, 3]}}
    toml, plain = tmp_path / "mine.toml", tmp_path / "mine.json"
    toml.write_text("[fish]\ncarp = [1, 2, 3]\n")
    plain.write_text(json.dumps(expected))
    assert read_data(toml) == read_data(plain) == expected


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("mine.toml", b"[fish\n", "mine.toml: "),
        ("mine.json", b'{"fish": ', "mine.json: "),
        ("mine.json", b"[1]", "mine.json: needs a mapping from table names to tables"),
        ("mine.toml", b"\xff\xfe", r"mine.toml is not a text file \(UTF-8\)$"),
        ("mine.json", b"[" * 100_000, "mine.json: "),
    ],
)
def test_a_malformed_file_is_refused_by_name(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadTable, match=message):
        read_data(path)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"cannot read .*missing\.toml: No such file"):
        read_data(tmp_path / "missing.toml")
    with pytest.raises(BadTable, match=r"cannot read .*: Is a directory"):
        read_data(tmp_path)
