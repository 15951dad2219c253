"""Chabudai: a table for Japanese small-press card games, for people, bots and researchers.

>>> import chabudai
>>> list(chabudai.games())
['ameno_kirifuda', 'fine_weather', 'kasane', 'only_one', 'thousand_cats']
>>> state = chabudai.game("kasane").setup(players=3).start()

The names in `__all__` are the public API; docs/api.md says what may change. Names are loaded when they are first used,
which keeps the import of the package fast.
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers treat it as true; importing `typing` would be slow
if TYPE_CHECKING:
    from chabudai.bots.bot import Bot
    from chabudai.bots.hint import Hint, Prospect, hint
    from chabudai.bots.registry import UnknownBot, bot, bot_names
    from chabudai.bots.review import Judged, review
    from chabudai.games.registry import game, games
    from chabudai.kernel.chance import Scripted, Seeded
    from chabudai.kernel.errors import (
        BadChance,
        BadOption,
        BadPlayers,
        BadRecord,
        BadState,
        BadTable,
        ChabudaiError,
        HiddenInformation,
        IllegalMove,
        ImpossiblePosition,
        UnknownGame,
        UnknownMove,
    )
    from chabudai.kernel.event import Event
    from chabudai.kernel.rng import Rng
    from chabudai.kernel.setup import Setup
    from chabudai.kernel.state import State
    from chabudai.records.play import Play
    from chabudai.records.record import Record, Result, read_record, read_records
    from chabudai.records.replay import replay, replay_steps
    from chabudai.scene.game import Game

__all__ = [
    "COMPILED",
    "BadChance",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadState",
    "BadTable",
    "Bot",
    "ChabudaiError",
    "Event",
    "Game",
    "HiddenInformation",
    "Hint",
    "IllegalMove",
    "ImpossiblePosition",
    "Judged",
    "Play",
    "Prospect",
    "Record",
    "Result",
    "Rng",
    "Scripted",
    "Seeded",
    "Setup",
    "State",
    "UnknownBot",
    "UnknownGame",
    "UnknownMove",
    "__version__",
    "bot",
    "bot_names",
    "game",
    "games",
    "hint",
    "read_record",
    "read_records",
    "replay",
    "replay_steps",
    "review",
]

__version__ = "0.2.0"
"""The version of this package."""

COMPILED: bool
"""True if the rules run as compiled code, false if they run as plain Python: the same results, but slower."""

_MODULES = {
    "chabudai.bots.bot": ["Bot"],
    "chabudai.bots.hint": ["Hint", "Prospect", "hint"],
    "chabudai.bots.registry": ["UnknownBot", "bot", "bot_names"],
    "chabudai.bots.review": ["Judged", "review"],
    "chabudai.games.registry": ["game", "games"],
    "chabudai.kernel.chance": ["Scripted", "Seeded"],
    "chabudai.kernel.errors": [
        "BadChance",
        "BadOption",
        "BadPlayers",
        "BadRecord",
        "BadState",
        "BadTable",
        "ChabudaiError",
        "HiddenInformation",
        "IllegalMove",
        "ImpossiblePosition",
        "UnknownGame",
        "UnknownMove",
    ],
    "chabudai.kernel.event": ["Event"],
    "chabudai.scene.game": ["Game"],
    "chabudai.kernel.rng": ["Rng"],
    "chabudai.kernel.setup": ["Setup"],
    "chabudai.kernel.state": ["State"],
    "chabudai.records.play": ["Play"],
    "chabudai.records.record": ["Record", "Result", "read_record", "read_records"],
    "chabudai.records.replay": ["replay", "replay_steps"],
}
"""The public names, by the module that defines them."""

if not TYPE_CHECKING:  # with `__getattr__`, a type checker would accept any name

    def __getattr__(name):
        """Load a public name when it is first used."""
        if name == "COMPILED":
            # Located, not imported: importing one compiled module loads all of them.
            value = not import_module("importlib.util").find_spec("chabudai.kernel.bits").origin.endswith(".py")
        else:
            module = next((module for module, names in _MODULES.items() if name in names), None)
            if module is None:
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            value = getattr(import_module(module), name)
        # `games` remains the package of that name, which is callable.
        return globals().setdefault(name, value)

    def __dir__():
        """Return the module's names and all public names, loaded or not."""
        return sorted({*globals(), *__all__})
