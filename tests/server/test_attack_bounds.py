"""The benchmark of attacks fails if an honest player has to wait too long, and says why."""

import os

import pytest

from benchmarks.server import attack
from benchmarks.server.attack import HonestPlayer, missed


def player(reply: float = 0.01, turn: float = 3.0, turns: int = 40) -> HonestPlayer:
    """Return a player who has waited for replies and turns as long as this; a few took much longer."""
    honest = HonestPlayer(0, "normal", "casual")
    honest.replies = [0.001] * 985 + [reply] * 15
    honest.turns = [turn] * turns + [60.0] * (turns // 3)
    return honest


@pytest.mark.parametrize(
    ("attacked", "faults", "sentences"),
    [
        (player(0.099, 5.9), 0, []),
        (player(reply=0.25), 0, ["bots: p99 of the replies is 250.0 ms, not under 100 ms."]),
        (
            player(turn=6.0),
            0,
            ["bots: the median time between two turns is 6.00 s, not under 2 times the 3.00 s without the attack."],
        ),
        (player(turns=12), 0, ["bots: 16 turns are too few to compare; at least 20 are needed."]),
        (player(), 2, ["bots: the server's log has 2 faults."]),
    ],
)
def test_a_bound_that_is_missed_is_named(attacked: HonestPlayer, faults: int, sentences: list[str]) -> None:
    assert missed("bots", player(), attacked, faults) == sentences


def test_a_player_who_never_got_a_reply_or_a_turn_was_kept_waiting() -> None:
    assert len(missed("bots", player(), HonestPlayer(0, "normal", "casual"), 0)) == 2


def test_the_benchmark_fails_if_any_attack_misses_a_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "sched_setaffinity", lambda *_: None, raising=False)
    monkeypatch.setattr("sys.argv", ["attack", "pages", "bots"])
    durations: list[float] = []

    def measured(kind: str, seconds: float, pace: str, level: str) -> list[str]:
        durations.append(seconds)
        return ["bots: too slow."] if kind == "bots" else []

    monkeypatch.setattr(attack, "measure", measured)
    with pytest.raises(SystemExit) as exit_:
        attack.main()
    assert exit_.value.code == "bots: too slow."  # Python prints it and exits with 1
    monkeypatch.setattr(attack, "measure", lambda *_: [])
    attack.main()
    assert capsys.readouterr().out == "All bounds were met.\n"
    assert durations == [300.0, 300.0]
