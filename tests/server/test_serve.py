"""`chabudai serve`: addresses, ports, invalid arguments and card data."""

import json
import logging
import socket
from pathlib import Path

import pytest

from chabudai.cli import main
from chabudai.games.registry import games
from chabudai.kernel.errors import BadTable
from chabudai.server.bind import CannotListen, listening_socket
from chabudai.server.serve import load_card_data


def run(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as leaving:
        return int(leaving.code or 0)


def test_logging_is_not_reconfigured(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    (tmp_path / "t.sqlite").write_text(
        "This is not a database, and long enough to be recognized as something else. " * 20
    )
    assert run("serve", "--port", "0", "--db", str(tmp_path / "t.sqlite")) == 2
    assert (root.handlers, root.level) == before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("serve --port many", "'many' is not a port"),
        ("serve --port 70000", "'70000' is not a port"),
        ("serve --host 203.0.113.1 --db t.sqlite", "cannot listen on 203.0.113.1, port 8000"),
        ("serve --data nowhere.toml", "cannot read nowhere.toml"),
        ("serve --data wrong.toml", "wrong.toml: "),
        ("serve --db no.sqlite/t.sqlite", "cannot store tables in no.sqlite: File exists"),
    ],
)
def test_invalid_arguments_print_one_line(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "no.sqlite").write_text("a file")
    table = next(table for game in games().values() for table in game.tables)
    (tmp_path / "wrong.toml").write_text(f"[{table.name}]\nno_such_row = [1]\n")
    assert run(*arguments.split()) != 0
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert complaint in lines[0]


def test_no_files_are_left_next_to_a_file_that_is_not_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary, " * 100)
    assert main(["serve", "--port", "0", "--db", str(diary)]) == 2
    assert "not a database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [diary]


def test_the_next_free_port_is_used_if_the_first_is_taken() -> None:
    with listening_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listening_socket("127.0.0.1", port) as second:
            assert second.getsockname()[1] > port
        with pytest.raises(CannotListen, match=f"port {port} is taken"):
            listening_socket("127.0.0.1", port, attempts=1)


def test_a_port_given_on_the_command_line_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with listening_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        assert run("serve", "--port", str(port), "--db", str(tmp_path / "t.sqlite")) != 0
    assert capsys.readouterr().err.strip().endswith(f"cannot listen on 127.0.0.1: port {port} is taken")


def test_a_socket_accepts_connections_immediately() -> None:
    with listening_socket("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        pass


def test_card_data_is_assigned_to_the_game_that_declares_it(tmp_path: Path) -> None:
    game = next(game for game in games().values() if game.tables)
    table = game.tables[0]
    row = next(iter(table.rows))
    changed = [min(table.most)] * len(table.rows[row])
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({table.name: {row: changed}}))
    card_data = load_card_data(path)
    assert card_data[game.name][table.name][row] == changed
    assert load_card_data(None) == {}


def test_card_data_of_no_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("[nothing]\na = [1]\n")
    with pytest.raises(BadTable, match="no game has a table 'nothing'; the tables are: "):
        load_card_data(path)
