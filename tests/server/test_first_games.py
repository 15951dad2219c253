"""The guided first game: the same opening for everybody, and lessons for the learner only."""

import pytest

from chabudai.games.registry import games
from chabudai.server.http import table_form
from server.running_server import RunningServer, SocketClient


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_form, "STAND_IN", "random")


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.first_game])
def test_a_learner_gets_a_lesson_at_each_choice(server: RunningServer, game: str) -> None:
    openings = []
    for language in ("en", "ja"):
        host = server.guest("Aoi", language)
        learner = host.connect(host.make_table(game=game, first_game=True))
        openings.append(play_guided(learner))
        assert learner.do("close")["t"] == "done"
    assert openings[0] == openings[1]


def play_guided(learner: SocketClient) -> list[list[str]]:
    """Play the first two guided moves; return the choices offered at the first."""
    choices = []
    for _ in range(2):
        assert learner.wait_for_turn()
        guide = learner.now["notes"]["guide"]
        assert guide["text"]
        assert guide["chapter"]
        choices.append([choice["words"] for choice in learner.now["scene"]["choices"]])
        learner.choose()
    return choices[:1]


def test_spectators_get_no_lessons(server: RunningServer) -> None:
    name = next(name for name, game in games().items() if game.first_game)
    host = server.guest("Aoi")
    table = host.make_table(game=name, first_game=True, listed=True)
    learner, spectator = host.connect(table), server.guest().connect(table)
    assert learner.wait_for_turn()
    spectator.read_until(lambda: spectator.now and spectator.now["seq"] == learner.now["seq"])
    assert spectator.now["notes"].get("guide") is None
