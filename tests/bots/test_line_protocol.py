"""Bots that are programs of their own: what is said on both sides, and what happens when one fails."""

import gc
import json
import re
import sys
import time
from pathlib import Path

import pytest

from chabudai.bots import line_protocol, registry
from chabudai.bots.line_protocol import Answer, BotFailed, LineBot
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"
KASANE = find_game("kasane")

HELLO = "import json, sys, time\nprint(json.dumps({'hello': 'test'}), flush=True)\n"
ANSWER = HELLO + "for line in sys.stdin:\n    asked = json.loads(line)\n    "


def written(folder: Path, program: str) -> str:
    """The command that runs this program."""
    path = folder / "bot.py"
    path.write_text(program)
    return f"'{sys.executable}' '{path}'"


def asked(game: Game = KASANE) -> State:
    """A position at the beginning of a game, as its first seat to choose sees it."""
    state = game.setup(game.players[-1]).start()
    state.resolve(Rng(2))
    return state.seen_by(lowest(state.waiting), recall=True)


def example() -> str:
    """The program in the guide."""
    found = re.search(r"<!-- the test of the line protocol .*?```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    assert len(found[1].strip().splitlines()) <= 10
    return found[1]


@pytest.mark.parametrize("name", ["kasane", "thousand_cats"])
def test_the_program_of_the_guide_plays_a_whole_game(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    bot = registry.bot(f"exec:{written(tmp_path, example())}", game, Rng(1))
    rng = Rng(3)
    state = game.setup(3).start()
    state.resolve(rng)
    while not state.over():
        seat = lowest(state.waiting)
        action = bot.choose(state.seen_by(seat, bot.recall)) if seat == 0 else state.legal(seat)[0]
        state.apply(seat, action)
        state.resolve(rng)


def test_the_same_random_numbers_give_a_program_the_same_luck(tmp_path: Path) -> None:
    command = written(tmp_path, example())
    one, other = (LineBot(command, KASANE, Rng(7)) for _ in range(2))
    assert [one.choose(asked()) for _ in range(5)] == [other.choose(asked()) for _ in range(5)]


@pytest.mark.parametrize("recall", [True, False])
def test_a_program_says_whether_it_wants_to_be_shown_what_a_perfect_memory_knows(recall: bool, tmp_path: Path) -> None:
    bot = LineBot(
        written(tmp_path, f"import json\nprint(json.dumps(dict(hello='test', recall={recall})))"), KASANE, Rng(1)
    )
    assert (bot.name, bot.recall) == ("test", recall)


def test_a_program_is_told_the_scene_of_its_seat_and_what_it_can_choose(tmp_path: Path) -> None:
    heard = tmp_path / "heard.json"
    keep = f"open({str(heard)!r}, 'w').write(line)\n    "
    answer = "print(json.dumps({'choose': asked['choices'][-1]}), flush=True)"
    command = written(tmp_path, ANSWER + keep + answer)
    view = asked()
    action = LineBot(command, KASANE, Rng(1)).choose(view)
    assert action == view.legal(view.viewer)[-1]
    question = json.loads(heard.read_text())
    assert set(question) == {"scene", "choices", "seed"}
    assert question["scene"]["viewer"] == view.viewer
    assert question["choices"] == [KASANE.actions[action] for action in view.legal(view.viewer)]


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("", r"has ended \(exit code 0\)"),
        ("raise RuntimeError('out of tea')", r"has ended \(exit code 1\): RuntimeError: out of tea"),
        ("print('hi')", r"said 'hi'; it must first say hello, as in \{\"hello\""),
        ('print(\'{"hello": "a", "recal": true}\')', "must first say hello"),
    ],
)
def test_a_program_that_does_not_say_hello_is_refused(program: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=complaint):
        LineBot(written(tmp_path, program), KASANE, Rng(1))


@pytest.mark.parametrize(
    ("program", "complaint"),
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
def test_a_program_that_answers_wrongly_or_not_at_all_is_refused(program: str, complaint: str, tmp_path: Path) -> None:
    bot = LineBot(written(tmp_path, program), KASANE, Rng(1))
    with pytest.raises(BotFailed, match=complaint):
        bot.choose(asked())


def test_a_program_that_keeps_silent_is_not_waited_for_longer_than_its_time(tmp_path: Path) -> None:
    command = written(tmp_path, HELLO + "time.sleep(600)")
    bot = LineBot(command, KASANE, Rng(1))
    bot.program.seconds = 0.1
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        bot.choose(asked())
    silent_from_the_start = written(tmp_path, "import time\ntime.sleep(600)")
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        LineBot(silent_from_the_start, KASANE, Rng(1), seconds=0.1)


@pytest.mark.parametrize("program", [HELLO, HELLO + "time.sleep(600)", ANSWER + "print('draw', flush=True)"])
def test_a_program_that_has_failed_is_not_asked_again(program: str, tmp_path: Path) -> None:
    bot = LineBot(written(tmp_path, program), KASANE, Rng(1))
    bot.program.seconds = 0.1
    with pytest.raises(BotFailed):
        bot.choose(asked())
    with pytest.raises(BotFailed, match=r"has ended$"):
        bot.choose(asked())


def test_a_program_that_does_not_listen_is_not_waited_for_either(tmp_path: Path) -> None:
    bot = LineBot(written(tmp_path, HELLO + "time.sleep(600)"), KASANE, Rng(1))
    bot.program.seconds = 0.1
    more_than_a_pipe_holds = Answer("x" * 1_000_000)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.1 seconds"):
        bot.program.say(more_than_a_pipe_holds)


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("no-such-program-anywhere", "cannot be started: No such file or directory"),
        ("", "cannot be started: there is no command"),
        ("'", "cannot be started: No closing quotation"),
        ("a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(command: str, complaint: str) -> None:
    with pytest.raises(BotFailed, match=complaint):
        registry.bot(f"exec:{command}", KASANE, Rng(1))


def test_a_program_ends_when_its_bot_is_no_longer_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_protocol, "_GRACE", 60.0)
    end = tmp_path / "end"
    bot = LineBot(written(tmp_path, HELLO + f"sys.stdin.read()\nopen({str(end)!r}, 'w')"), KASANE, Rng(1))
    del bot
    gc.collect()
    assert end.exists()


def test_a_program_that_does_not_end_by_itself_is_ended(tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    bot = LineBot(
        written(tmp_path, HELLO + f"while True:\n    open({str(beat)!r}, 'a').write('.')\n    time.sleep(0.01)"),
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
