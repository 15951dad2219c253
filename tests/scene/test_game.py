"""The declaration of a game: setups, words, and reasons against illegal moves."""

import ast
import dataclasses
import inspect
import pickle

import pytest

from chabudai.kernel.errors import BadPlayers, UnknownMove
from chabudai.kernel.event import Event
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.scene import game as declaration
from chabudai.scene.game import Game
from chabudai.testing.table import deal
from example_game import GAME


@pytest.mark.parametrize("players", [1, 3, 5, 0, -2, "2", 2.0, True, None])
def test_a_wrong_number_of_players_is_refused(players: object) -> None:
    with pytest.raises(BadPlayers, match=f"moon_in_the_pond is for 2 or 4 players, not {players}"):
        GAME.setup(players)  # type: ignore[arg-type]


def test_a_setup_has_all_options_and_tables_and_knows_which_are_overridden() -> None:
    plain = GAME.setup(2)
    assert plain.options == {"lie": 1, "whisper": False}
    assert plain.tables["moons"] == {"cloud": [0], "half": [2], "full": [3]}
    assert plain.overridden == ()
    assert GAME.setup(2, data={"moons": {"half": [2]}}).overridden == ()
    other = GAME.setup(2, {"lie": 3}, {"moons": {"half": [4]}})
    assert other.options["lie"] == 3
    assert other.tables["moons"] == {"cloud": [0], "half": [4], "full": [3]}
    assert other.overridden == ("moons",)
    assert pickle.loads(pickle.dumps(other)) == other != plain


def test_words_name_a_move() -> None:
    assert [GAME.action(words) for words in GAME.actions] == list(range(11))
    assert GAME.action("lay full as cloud") == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("swim", "'swim' is not a move of moon_in_the_pond: moves begin with go, lay"),
        ("", "'' is not a move of moon_in_the_pond: moves begin with go, lay"),
        ("go hill", "'go hill' is not a move of moon_in_the_pond: moves with go are go veranda, go pond"),
        (
            "lay full",
            "'lay full' is not a move of moon_in_the_pond: moves with lay are lay cloud as cloud, lay cloud as half, "
            "lay cloud as full, lay half as cloud, … lay full as full",
        ),
    ],
)
def test_unknown_words_are_refused_with_the_known_moves(words: str, message: str) -> None:
    with pytest.raises(UnknownMove) as error:
        GAME.action(words)
    assert str(error.value) == message


def test_events_have_words_of_the_record() -> None:
    assert GAME.event_words(Event("went", 1, [1])) == ("pond",)
    assert GAME.event_words(Event("laid", 1, [0], [2], 0b10)) == ("cloud", "full")
    assert GAME.event_words(Event("laid", 1, [0], [2], 0b10).seen_by(0)) == ("cloud",)
    assert GAME.event_words(Event("scored", 1, [-1])) == (-1,)
    assert GAME.event_words(Event("shuffled", -1, [])) == ()


def test_why_not_gives_the_first_obstacle() -> None:
    state = GAME.setup(2).start()
    assert GAME.why_not(state, 0, 0) == Message("chance_due", {"event": "deck"})
    state.resolve(Rng(1))
    assert GAME.why_not(state, 0, 0) is None
    assert GAME.why_not(state, 2, 0) == Message("no_such_seat", {"seat": 2, "last": 1})
    assert GAME.why_not(state, -1, 0) == Message("no_such_seat", {"seat": -1, "last": 1})
    assert GAME.why_not(state, 0, 11) == Message("no_such_action", {"action": 11})
    assert GAME.why_not(state, 0, -1) == Message("no_such_action", {"action": -1})
    assert GAME.why_not(state, 0, 5) == Message("now_go")
    state.apply(1, 1)
    assert GAME.why_not(state, 1, 1) == Message("not_your_turn", {"seats": "0"})
    table = deal(GAME, 2)
    table.play_on()
    assert GAME.why_not(table.state, 0, 0) == Message("game_over")


def test_why_not_depends_only_on_what_the_seat_knows() -> None:
    """The reason comes from the seat's own view, so a view gives the same reason as the whole position."""
    table = deal(GAME, 2, chance={"deck": "cloud half full"})
    table.play("go veranda", "go veranda")
    action = GAME.action("lay half as half")
    whole = GAME.why_not(table.state, 0, action)
    assert whole == GAME.why_not(table.state.seen_by(0, True), 0, action)
    assert whole == Message("not_held", {"card": "half", "dealt": "cloud", "drawn": "full"})


def test_type_checkers_know_every_field() -> None:
    """The `__init__` that type checkers read never runs, so nothing else would notice a missing field."""
    tree = ast.parse(inspect.getsource(declaration))
    (declared,) = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    arguments = zip(declared.args.kwonlyargs, declared.args.kw_defaults, strict=True)
    required = {name: is_required(field) for name, field in Game.__dataclass_fields__.items()}
    assert {argument.arg: default is None for argument, default in arguments} == required


def is_required(field: dataclasses.Field[object]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
