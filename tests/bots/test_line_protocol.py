"""Bots that run as programs: the protocol, and what happens when a program fails."""

import gc
import json
import re
import sys
import time
from pathlib import Path

import pytest

from chabudai.bots import line_protocol, registry
from chabudai.bots.line_protocol import BotFailed, LineBot, MoveReply
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"
KASANE = find_game("kasane")

HELLO = "import json, sys, time\nprint(json.dumps({'hello': 'test'}), flush=True)\n"
ANSWER = HELLO + "for line in sys.stdin:\n    request = json.loads(line)\n    "


def write_program(folder: Path, program: str) -> str:
    """Write a program and return the command that runs it."""
    path = folder / "bot.py"
    path.write_text(program)
    return f"'{sys.executable}' '{path}'"


def first_view(game: Game = KASANE) -> State:
    """Return the view of the first seat to choose in a game."""
    state = game.setup(game.players[-1]).start()
    state.resolve(Rng(2))
    return state.seen_by(lowest(state.waiting), recall=True)


def guide_program() -> str:
    """Return the program in docs/bots.md."""
    match = re.search(r"<!-- the test of the line protocol .*?```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert match is not None
    assert len(match[1].strip().splitlines()) <= 10
    return match[1]


@pytest.mark.parametrize("name", ["kasane", "thousand_cats"])
def test_the_program_in_the_guide_plays_a_whole_game(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    bot = registry.bot(f"exec:{write_program(tmp_path, guide_program())}", game, Rng(1))
    rng = Rng(3)
    state = game.setup(3).start()
    state.resolve(rng)
    while not state.over():
        seat = lowest(state.waiting)
        action = bot.choose(state.seen_by(seat, bot.recall)) if seat == 0 else state.legal(seat)[0]
        state.apply(seat, action)
        state.resolve(rng)


def test_a_program_that_uses_its_seeds_repeats_its_moves_with_the_same_random_numbers(tmp_path: Path) -> None:
    command = write_program(tmp_path, guide_program())
    bot, twin = (LineBot(command, KASANE, Rng(7)) for _ in range(2))
    assert [bot.choose(first_view()) for _ in range(5)] == [twin.choose(first_view()) for _ in range(5)]


@pytest.mark.parametrize("recall", [True, False])
def test_a_program_says_whether_its_views_include_a_perfect_memory(recall: bool, tmp_path: Path) -> None:
    bot = LineBot(
        write_program(tmp_path, f"import json\nprint(json.dumps(dict(hello='test', recall={recall})))"), KASANE, Rng(1)
    )
    assert (bot.name, bot.recall) == ("test", recall)


def test_a_program_receives_the_scene_of_its_seat_and_its_choices(tmp_path: Path) -> None:
    received = tmp_path / "received.json"
    keep = f"open({str(received)!r}, 'w').write(line)\n    "
    answer = "print(json.dumps({'choose': request['choices'][-1]}), flush=True)"
    command = write_program(tmp_path, ANSWER + keep + answer)
    view = first_view()
    action = LineBot(command, KASANE, Rng(1)).choose(view)
    assert action == view.legal(view.viewer)[-1]
    request = json.loads(received.read_text())
    assert set(request) == {"scene", "choices", "seed"}
    assert request["scene"]["viewer"] == view.viewer
    assert request["choices"] == [KASANE.actions[action] for action in view.legal(view.viewer)]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("", r"has ended \(exit code 0\)"),
        ("raise RuntimeError('out of tea')", r"has ended \(exit code 1\): RuntimeError: out of tea"),
        ("print('hi')", r"said 'hi'; it must first say hello, as in \{\"hello\""),
        ('print(\'{"hello": "a", "recal": true}\')', "must first say hello"),
    ],
)
def test_a_program_that_does_not_say_hello_is_refused(program: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=message):
        LineBot(write_program(tmp_path, program), KASANE, Rng(1))


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (HELLO, r"has ended \(exit code 0\)"),
        (ANSWER + "sys.exit('no idea')", r"has ended \(exit code 1\): no idea"),
        (ANSWER + "print('draw', flush=True)", r"said 'draw'; it must answer as in \{\"choose\": \"take 0\"\}"),
        (ANSWER + "print('[' * 90000, flush=True)", "it must answer as in"),
        (ANSWER + "print('{\"choose\": 3}', flush=True)", "it must answer as in"),
        (ANSWER + "print('{\"choose\": \"fly\"}', flush=True)", "chose 'fly'; it could choose take 0, take 1"),
        (ANSWER + "print('x' * 200000, flush=True)", "said more than 100,000 bytes"),
        (ANSWER + "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "it must answer as in"),
    ],
)  # fmt: skip
def test_a_program_with_an_invalid_reply_or_none_is_refused(program: str, message: str, tmp_path: Path) -> None:
    bot = LineBot(write_program(tmp_path, program), KASANE, Rng(1))
    with pytest.raises(BotFailed, match=message):
        bot.choose(first_view())


def test_a_silent_program_fails_at_the_time_limit(tmp_path: Path) -> None:
    command = write_program(tmp_path, HELLO + "time.sleep(600)")
    bot = LineBot(command, KASANE, Rng(1))
    bot.program.seconds = 0.1
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        bot.choose(first_view())
    silent_from_the_start = write_program(tmp_path, "import time\ntime.sleep(600)")
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        LineBot(silent_from_the_start, KASANE, Rng(1), seconds=0.1)


@pytest.mark.parametrize("program", [HELLO, HELLO + "time.sleep(600)", ANSWER + "print('draw', flush=True)"])
def test_a_program_that_has_failed_gets_no_further_requests(program: str, tmp_path: Path) -> None:
    bot = LineBot(write_program(tmp_path, program), KASANE, Rng(1))
    bot.program.seconds = 0.1
    with pytest.raises(BotFailed):
        bot.choose(first_view())
    with pytest.raises(BotFailed, match=r"has ended$"):
        bot.choose(first_view())


def test_a_program_that_does_not_read_its_input_fails_at_the_time_limit(tmp_path: Path) -> None:
    bot = LineBot(write_program(tmp_path, HELLO + "time.sleep(600)"), KASANE, Rng(1))
    bot.program.seconds = 0.1
    more_than_a_pipe_holds = MoveReply("x" * 1_000_000)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        bot.program.send(more_than_a_pipe_holds)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program-anywhere", "cannot be started: No such file or directory"),
        ("", "cannot be started: there is no command"),
        ("'", "cannot be started: No closing quotation"),
        ("a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(command: str, message: str) -> None:
    with pytest.raises(BotFailed, match=message):
        registry.bot(f"exec:{command}", KASANE, Rng(1))


def test_a_program_ends_when_its_bot_is_no_longer_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_protocol, "_GRACE", 60.0)
    end = tmp_path / "end"
    bot = LineBot(write_program(tmp_path, HELLO + f"sys.stdin.read()\nopen({str(end)!r}, 'w')"), KASANE, Rng(1))
    del bot
    gc.collect()
    assert end.exists()


def test_a_program_that_does_not_exit_is_killed(tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    bot = LineBot(
        write_program(tmp_path, HELLO + f"while True:\n    open({str(beat)!r}, 'a').write('.')\n    time.sleep(0.01)"),
        KASANE,
        Rng(1),
    )
    while not beat.exists():
        time.sleep(0.01)
    del bot
    gc.collect()
    beats = beat.stat().st_size
    time.sleep(0.1)
    assert beat.stat().st_size == beats
