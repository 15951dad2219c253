"""The guided first game: the same opening for everybody, and a lesson at each choice, for the learner alone."""

import pytest

from chabudai.games.registry import games
from chabudai.server.http import table_form
from server.served import Connection, Served


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_form, "STAND_IN", "random")


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.first_game])
def test_a_learner_is_told_what_matters_now(served: Served, game: str) -> None:
    openings = []
    for language in ("en", "ja"):
        host = served.guest("Aoi", language)
        learner = host.connect(host.make(game=game, first_game=True))
        openings.append(guided(learner))
        assert learner.do("close")["t"] == "done"
    assert openings[0] == openings[1]


def guided(learner: Connection) -> list[list[str]]:
    """The first two choices of a learner, each with a lesson; what could be chosen at the first."""
    choices = []
    for _ in range(2):
        assert learner.turn()
        guide = learner.now["notes"]["guide"]
        assert guide["text"]
        assert guide["chapter"]
        choices.append([choice["words"] for choice in learner.now["scene"]["choices"]])
        learner.choose()
    return choices[:1]


def test_who_watches_gets_no_lessons(served: Served) -> None:
    name = next(name for name, game in games().items() if game.first_game)
    host = served.guest("Aoi")
    table = host.make(game=name, first_game=True, listed=True)
    learner, watcher = host.connect(table), served.guest().connect(table)
    assert learner.turn()
    watcher.until(lambda: watcher.now and watcher.now["seq"] == learner.now["seq"])
    assert watcher.now["notes"].get("guide") is None
