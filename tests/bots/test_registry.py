"""Bots by name."""

from importlib.metadata import EntryPoint

import pytest

from chabudai.bots import registry
from chabudai.bots.random_bot import RandomBot
from chabudai.bots.registry import UnknownBot, bot_names
from chabudai.bots.searcher import Searcher
from chabudai.games.registry import game
from chabudai.kernel.rng import Rng

KASANE = game("kasane")


def test_the_list_of_bots_begins_with_random_the_levels_weakest_first_and_the_plain_search() -> None:
    assert bot_names()[:7] == ["random", "novice", "casual", "club", "expert", "master", "plain-ismcts"]


def test_every_name_creates_a_bot() -> None:
    for name in bot_names():
        assert isinstance(registry.bot(name, KASANE, Rng(1)).recall, bool)


def test_weak_levels_forget() -> None:
    assert [name for name in bot_names() if not registry.bot(name, KASANE, Rng(1)).recall] == ["novice", "casual"]


def test_the_number_of_simulations_in_a_name_overrides_the_argument() -> None:
    by_name = registry.bot("expert@200", KASANE, Rng(1), simulations=7)
    by_argument = registry.bot("expert", KASANE, Rng(1), simulations=7, seconds=2.0)
    assert isinstance(by_name, Searcher)
    assert isinstance(by_argument, Searcher)
    assert (by_name.simulations, by_argument.simulations, by_argument.seconds) == (200, 7, 2.0)


@pytest.mark.parametrize(
    "name", ["expert@", "expert@0", "expert@-3", "expert@many", pytest.param("expert@" + "9" * 5000, id="huge")]
)
def test_a_wrong_number_of_simulations_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot, match="after @ comes a number of simulations from 1 to 1000000000"):
        registry.bot(name, KASANE, Rng(1))


@pytest.mark.parametrize("name", ["", "grandmaster", "random@5", "Expert"])
def test_an_unknown_name_is_refused_with_a_list_of_names(name: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        registry.bot(name, KASANE, Rng(1))
    assert all(known in str(refused.value) for known in ("random", "novice", "master", "exec:COMMAND"))


def my_bot(_game: object, rng: Rng) -> RandomBot:
    return RandomBot(rng)


def test_another_package_can_register_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("mine", "bots.test_registry:my_bot", registry.GROUP),
        EntryPoint("expert", "bots.test_registry:my_bot", registry.GROUP),
    ]
    registry._entry_points.cache_clear()
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    try:
        assert bot_names()[-1] == "mine"
        assert isinstance(registry.bot("mine", KASANE, Rng(1)), RandomBot)
        assert isinstance(registry.bot("expert", KASANE, Rng(1)), Searcher)
    finally:
        registry._entry_points.cache_clear()
