"""The command line: what it prints, what it writes, and its errors."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from chabudai.cli import main
from chabudai.games.registry import games


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command; return its exit code, its output and its errors."""
    try:
        code = main(arguments)
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("games", capsys=capsys)
    assert code == 0
    for name, game in games().items():
        assert name in out
        assert all(option.name in out for option in game.options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("selfplay go", "there is no game 'go'; the games are: "),
        ("selfplay ameno_kirifuda --players 5", "ameno_kirifuda is for 3 or 4 players, not 5"),
        ("selfplay ameno_kirifuda --players many", "argument --players: 'many' is not a whole number"),
        ("selfplay ameno_kirifuda --option tricks_3p=6", "can be 6 only with 3 players: with 4 it is 8"),
        ("selfplay ameno_kirifuda --option tricks_3p=7", "option tricks_3p cannot be 7: it must be 8 or 6"),
        ("selfplay ameno_kirifuda --option trumps=2", "there is no option trumps; the options are: tricks_3p"),
        ("selfplay ameno_kirifuda --option trumps", "as in --option name=value, not 'trumps'"),
        ("selfplay ameno_kirifuda --games 0", "'0' is not a whole number of 1 or more"),
        ("selfplay ameno_kirifuda --seed -1", "'-1' is not a whole number from 0 to 2**96 - 1"),
        ("selfplay ameno_kirifuda --data nowhere.toml", "cannot read nowhere.toml: No such file or directory"),
        ("selfplay ameno_kirifuda --records no/where.jsonl", "cannot write no/where.jsonl: No such file or directory"),
        ("selfplay ameno_kirifuda --bots champion", "there is no bot 'champion'; the bots are: random, novice, "),
        ("selfplay ameno_kirifuda --bots club@0", "after @ comes a number of simulations from 1 to 1000000000"),
        ("play ameno_kirifuda --bot club@9999999999", "after @ comes a number of simulations from 1 to 1000000000"),
        ("selfplay ameno_kirifuda --jobs 99999999", "'99999999' is not a whole number from 1 to 1000"),
        (f"selfplay ameno_kirifuda --games {'9' * 5000}", f"'{'9' * 40}…' is not a whole number"),
        (f"selfplay ameno_kirifuda --seed {'9' * 5000}", f"'{'9' * 40}…' is not a whole number"),
        ("selfplay ameno_kirifuda --option =2", "there is no option ''; the options are: tricks_3p"),
        ("replay nowhere.json --seat 9", "--seat: allowed only with --watch"),
        ("replay nowhere.json --plain --theme light", "--plain, --theme: allowed only with --watch"),
        (
            "selfplay ameno_kirifuda --bots random,club",
            "2 bots are named: name one for all seats, or one for each of the 4 seats",
        ),
        ("play ameno_kirifuda --bot champion", "there is no bot 'champion'; the bots are: random, novice, "),
        ("replay nowhere.jsonl", "cannot read nowhere.jsonl: No such file or directory"),
        ("review nowhere.json", "cannot read nowhere.json: No such file or directory"),
        ("review nowhere.json --simulations 1", "'1' is not a whole number of 2 or more"),
        ("play ameno_kirifuda --seat 4", "there is no seat 4: with 4 players the seats are 0 to 3"),
        ("play ameno_kirifuda --from nowhere.json", "cannot read nowhere.json: No such file or directory"),
        ("play ameno_kirifuda --first --players 4 --seed 1", "--first has a fixed setup: leave out --players, --seed"),
        ("play", "name a game; the games are: ameno_kirifuda, "),
        ("play --first --players 3", "--players, --first: name the game, too; the games are: ameno_kirifuda, "),
        ("play --from nowhere.json", "cannot read nowhere.json: No such file or directory"),
        ("join http://localhost/table/x", "is full screen and needs a terminal"),
        ("replay nowhere.json --watch", "cannot read nowhere.json: No such file or directory"),
        ("rules go", "there is no game 'go'"),
        ("rules ameno_kirifuda --lang fr", "invalid choice: 'fr'"),
        ("deal", "invalid choice: 'deal'"),
    ],
)
def test_wrong_input_gets_one_line_and_exit_code_2(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments.split(), capsys=capsys)
    assert code == 2
    lines = [line for line in err.splitlines() if "plain Python" not in line]
    assert len(lines) == 1
    assert message in lines[0]
    assert out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("setting", ["--players 4", "--players 3", "--players 3 --option tricks_3p=6"])
def test_the_same_seed_writes_the_same_records_and_replay_accepts_them(
    setting: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file in files:
        arguments = f"selfplay ameno_kirifuda {setting} --games 20 --seed 1 --records {file} --json"
        code, out, _ = run(*arguments.split(), capsys=capsys)
        assert code == 0
        assert json.loads(out)["games"] == 20
    assert files[0].read_bytes() == files[1].read_bytes()
    code, out, err = run("replay", str(files[0]), capsys=capsys)
    assert (code, len(out.splitlines()), err) == (0, 20, "")


def test_overridden_card_data_is_used_and_recorded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = tmp_path / "mine.toml"
    data.write_text("[omegumi]\nspring-x1 = [1, -1, -1, -1, 20]\n")
    file = tmp_path / "a.jsonl"
    code, *_ = run(*f"selfplay ameno_kirifuda --data {data} --records {file}".split(), capsys=capsys)
    assert code == 0
    assert json.loads(file.read_bytes())["data"]["omegumi"]["spring-x1"] == [1, -1, -1, -1, 20]
    assert run("replay", str(file), capsys=capsys)[0] == 0


@pytest.mark.parametrize("command", ["selfplay", "rules"])
def test_errors_in_card_data_name_their_file(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("[omegumi]\nsummer-x9 = [1]\n")
    code, _, err = run(command, "ameno_kirifuda", "--data", "mine.toml", capsys=capsys)
    assert code == 2
    assert "mine.toml: table omegumi has no row 'summer-x9'" in err


def test_watching_needs_a_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*["selfplay", "ameno_kirifuda", "--records", "a.jsonl"], capsys=capsys)
    code, out, err = run("replay", "a.jsonl", "--watch", capsys=capsys)
    assert (code, out) == (2, "")
    assert "is full screen and needs a terminal" in err
    Path("b.json").write_text("{")
    code, out, err = run("replay", "b.json", "--watch", capsys=capsys)
    assert (code, out) == (2, "")
    assert "b.json: not a record" in err


def test_the_help_of_replay_says_which_options_need_watch(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("replay", "--help", capsys=capsys)
    for option in ("--plain", "--seat", "--theme"):
        assert "with --watch: " in out.rpartition(option)[2].partition("\n  --")[0], option


def test_replay_checks_every_record_and_names_the_wrong_ones(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    run(*f"selfplay ameno_kirifuda --games 3 --records {file}".split(), capsys=capsys)
    lines = file.read_bytes().splitlines()
    record = json.loads(lines[1])
    record["result"]["scores"][0] += 1
    file.write_bytes(b"\n".join([lines[0], json.dumps(record).encode(), b"{", lines[2]]))
    code, out, err = run("replay", str(file), capsys=capsys)
    assert code == 2
    assert [line.split(":")[0][-1] for line in out.splitlines()] == ["1", "4"]
    assert "line 2: result: the scores are" in err
    assert "line 3: not a record" in err


def test_replay_step_prints_every_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    run(*f"selfplay ameno_kirifuda --records {file}".split(), capsys=capsys)
    _, out, _ = run("replay", "--step", str(file), capsys=capsys)
    record = json.loads(file.read_bytes())
    numbered = [line for line in out.splitlines() if line[:5].strip().isdecimal()]
    assert len(numbered) == len(record["moves"])


def test_a_file_without_records_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    code, _, err = run("replay", str(tmp_path / "a.jsonl"), capsys=capsys)
    assert code == 2
    assert "has no records" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported_in_one_line() -> None:
    arguments = "selfplay ameno_kirifuda --records /dev/full"
    done = subprocess.run([sys.executable, "-m", "chabudai", *arguments.split()], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "chabudai: No space left on device"
    assert "Traceback" not in done.stderr


def test_characters_that_a_terminal_cannot_show_are_replaced() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "chabudai", "games"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ameno Kirifuda ???" in done.stdout


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_exits_immediately_with_complete_records(jobs: int, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    arguments = f"selfplay ameno_kirifuda --games 10000000 --jobs {jobs} --records {file}"
    process = subprocess.Popen(
        [sys.executable, "-m", "chabudai", *arguments.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        start_new_session=True,
    )
    while not file.exists() or not file.stat().st_size:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()  # a failing test leaves nothing running
    assert process.returncode == 130
    assert "Traceback" not in err
    assert all(line.endswith(b"}\n") for line in file.read_bytes().splitlines(keepends=True))


def test_the_script_in_the_root_folder_runs_the_program() -> None:
    script = Path(__file__).parent.parent / "chabudai"
    shown = subprocess.run([script, "--version"], capture_output=True, text=True, check=False, cwd=script.anchor)
    installed = (script.parent / ".venv").exists()
    assert shown.stdout.startswith("chabudai ") if installed else "make build" in shown.stderr


def test_review_prints_text_or_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    run("selfplay", "kasane", "--games", "2", "--records", str(records), capsys=capsys)
    review = ("review", str(records), "--seat", "1", "--simulations", "20")
    code, out, err = run(*review, capsys=capsys)
    assert (code, err) == (0, "")
    assert out.count("Kasane no Irome, 4 players: ") == out.count("Seat 2 chose well ") == 2
    code, out, _ = run(*review, "--json", capsys=capsys)
    reviews = [json.loads(line) for line in out.splitlines()]
    assert (code, len(reviews)) == (0, 2)
    assert {move["seat"] for move in reviews[0]["moves"]} == {1}
    code, _, err = run(*review, "--seat", "4", capsys=capsys)
    assert (code, err) == (2, "chabudai: there is no seat 4: the seats are 0 to 3\n")


@pytest.mark.parametrize("command", ["review", "replay", "replay --watch", "play --plain --from"])
def test_errors_in_a_record_name_its_file(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    run(*f"selfplay kasane --games 1 --records {file}".split(), capsys=capsys)
    record = json.loads(file.read_bytes())
    file.write_text(json.dumps(record | {"options": {}}))
    code, _, err = run(*command.split(), str(file), capsys=capsys)
    missing = "open_hands, blocked_pairs, plus_one_meld are missing"
    assert (code, err) == (2, f"chabudai: {file}: options: {missing}\n")


def test_an_option_error_stays_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run("selfplay", "ameno_kirifuda", "--option", "a\nb=1", capsys=capsys)
    assert code == 2
    assert err.splitlines()[-1] == r"chabudai: there is no option 'a\nb'; the options are: tricks_3p"


def test_table_arguments_without_a_game_do_not_open_the_menu(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chabudai.commands.play.has_terminal", lambda: True)
    code, _, err = run("play", "--players", "3", capsys=capsys)
    assert (code, err.count("--players: name the game, too")) == (2, 1)


def test_a_saved_game_knows_its_game_and_the_seat(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    play = [sys.executable, "-m", "chabudai", "play", "--plain"]
    done = subprocess.run([*play, "kasane", "--seat", "1"], input=f"1\nsave {file}\n", capture_output=True, text=True)
    assert file.exists(), done.stderr
    file.write_bytes(BOM_UTF8 + file.read_bytes())  # like some editors
    output_of = {}
    for seat in ([], ["--seat", "0"], ["--seat", "1"]):
        done = subprocess.run([*play, "--from", str(file), *seat], input="", capture_output=True, text=True)
        assert done.returncode == 0
        assert "The game continues at move" in done.stdout
        output_of["".join(seat[1:])] = done.stdout
    assert output_of[""] == output_of["1"] != output_of["0"]


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_ends_a_line_by_line_game(closed: str) -> None:
    command = [sys.executable, "-m", "chabudai", "play", "kasane"]
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    "command",
    ["games", "rules kasane", "rules kasane --plain", "replay FILE --step", "selfplay kasane", "play kasane"],
)
def test_a_closed_pipe_ends_a_command_silently(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    run(*f"selfplay kasane --records {file}".split(), capsys=capsys)
    reader, writer = os.pipe()
    os.close(reader)
    arguments = command.replace("FILE", str(file)).split()
    done = subprocess.run(
        [sys.executable, "-m", "chabudai", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    errors = [line for line in done.stderr.splitlines() if "plain Python" not in line]
    assert (done.returncode, errors) == (141, [])


def test_results_name_the_players_and_count_seats_from_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    _, out, _ = run(*f"selfplay kasane --records {file}".split(), capsys=capsys)
    assert re.findall(r"│ +(\d) │", out) == ["1", "2", "3", "4"]
    for step in ([], ["--step"]):
        _, out, _ = run("replay", str(file), *step, capsys=capsys)
        assert "seat" not in out
        assert re.search(r"Haru \d+, Natsu \d+, Aki \d+, Fuyu \d+; .+ won", out)
        _, out, _ = run("replay", str(file), "--lang", "ja", *step, capsys=capsys)
        assert re.search(r"ハル\d+点、ナツ\d+点、アキ\d+点、フユ\d+点、.+勝ち", out)
        assert not re.findall("[A-Za-z]{3,}", out.replace(str(file), ""))


def test_the_locale_chooses_the_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    _, out, err = run("selfplay", "go", capsys=capsys)
    assert err.startswith("chabudai: 「go」というゲームはありません。ゲーム：")
    _, out, _ = run("games", capsys=capsys)
    assert "手札を公開" in out
    assert "how many" not in out
    assert "published by" not in out
    _, out, _ = run("games", "--lang", "en", capsys=capsys)
    assert "Open hands" in out


def test_an_argument_error_is_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = run("rules", "kasane", "--lang", "ja", "--nonsense", capsys=capsys)
    assert err == "chabudai: わからない引数です：--nonsense\n"


def test_a_record_is_watched_line_by_line_without_a_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.jsonl"
    run(*f"selfplay kasane --records {file}".split(), capsys=capsys)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nq\n"))
    code, out, _ = run("replay", str(file), "--watch", "--plain", capsys=capsys)
    assert code == 0
    assert "Step 1 of " in out
