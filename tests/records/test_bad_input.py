"""Fuzzing: ten thousand random inputs are either accepted or refused with a ChabudaiError.

No other error is ever raised, and a refusal changes nothing.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.card_data import read_data
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.records.play import Play
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.scene.game import Game
from example_game import GAME as POND

GAMES = pytest.mark.parametrize("game", [AMENO, POND], ids=lambda game: game.name)

ODD_TEXTS = (
    "", " ", "…", "play", "play ", " play spring-1", "PLAY SPRING-1", "play  spring-1", "done done", "go pond",
    "lay full as full", "null", "{0}", "%s", "\0", "\ud800", "花", "x" * 5000,
)  # fmt: skip
ODD_NUMBERS = (-1, 0, 1, 3, 4, 62, 63, 64, 129, 2**31, 2**62, 2**63, 2**64, -(2**63), 2**200)


def anything(chance: random.Random, depth: int = 0) -> Any:
    """Return a random value of any JSON or Python type."""
    match chance.randrange(9 if depth < 3 else 6):
        case 0:
            return None
        case 1:
            return chance.random() < 0.5
        case 2 | 3:
            return chance.choice(ODD_NUMBERS)
        case 4:
            return chance.choice([0.5, 1e300, float("nan"), float("inf")])
        case 5:
            return chance.choice(ODD_TEXTS)
        case 6 | 7:
            return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {chance.choice(ODD_TEXTS): anything(chance, depth + 1) for _ in range(chance.randrange(3))}


def altered(value: Any, chance: random.Random) -> Any:
    """Return the value with a change at a random place."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        match chance.randrange(12):
            case 0:
                return {name: each for name, each in value.items() if name != key}
            case 1:
                return {**value, chance.choice(ODD_TEXTS): anything(chance)}
            case _:
                return {**value, key: altered(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.95:
        place = chance.randrange(len(value))
        match chance.randrange(8):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return value[: place + 1] + value[place:]
            case 2:
                other = chance.randrange(len(value))
                swapped = list(value)
                swapped[place], swapped[other] = value[other], value[place]
                return swapped
            case _:
                return [*value[:place], altered(value[place], chance), *value[place + 1 :]]
    if type(value) is int and chance.random() < 0.7:
        return value + chance.choice([-1, 1, 2, 1 << chance.randrange(62)])
    if isinstance(value, str) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return value[:place] + chance.choice(["", "1", "-x", "summer", "あ"]) + value[place + chance.randrange(3) :]
    return anything(chance)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Return the bytes cut off or changed at a few random places."""
    damaged = bytearray(content)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(damaged) + 1)
        match chance.randrange(5):
            case 0:
                del damaged[place:]
            case 1:
                del damaged[place : place + chance.randrange(1, 40)]
            case 2:
                damaged[place:place] = chance.randbytes(chance.randrange(1, 4))
            case 3:
                damaged[place : place + 1] = chance.choice(
                    [b'"', b"[", b"]", b"{", b"}", b",", b"-", b"9", b"\n", b"\xff"]
                )
            case _:
                damaged[place:place] = damaged[place : place + chance.randrange(1, 60)]
    return bytes(damaged)


def accepted(attempt: Callable[..., object], *values: object) -> bool:
    """Check whether the attempt succeeds; if not, the error must be a ChabudaiError with a message."""
    try:
        attempt(*values)
    except ChabudaiError as error:
        said = str(error)
    else:
        return True
    assert said.strip()
    return False


def set_up_with(game: Game, data_file: Path) -> None:
    game.setup(game.players[0], None, read_data(data_file))


def judge(game: Game, line: bytes) -> None:
    replay(read_record(line), game)


def in_progress(game: Game, chance: random.Random) -> Play:
    """Return a game after some random moves."""
    play = Play(game, game.setup(chance.choice(game.players)), Seeded(Rng(chance.randrange(1000))))
    play.settle()
    for _ in range(chance.randrange(100)):
        if play.state.over():
            break
        seat = chance.choice([seat for seat in range(play.setup.players) if play.state.legal(seat)])
        play.choose(seat, chance.choice(play.state.legal(seat)))
        play.settle()
    return play


def everything(play: Play) -> tuple[object, ...]:
    """Return everything that a refused move must not change."""
    return play.state.as_json(), list(play.moves), list(play.events), play.record()


@GAMES
def test_2500_bad_moves(game: Game) -> None:
    chance = random.Random(1)
    refused = 0
    for _ in range(52):
        play = in_progress(game, chance)
        before = everything(play)
        for _ in range(25):
            seat = chance.choice([*range(play.setup.players), *range(play.setup.players), *ODD_NUMBERS])
            if chance.random() < 0.8:
                words = chance.choice(game.actions)
                text = words if chance.random() < 0.6 else altered(words, chance)
                ok = accepted(play.choose_words, seat, str(text))
            else:
                action = chance.choice([*range(len(game.actions)), *ODD_NUMBERS])
                ok = accepted(play.choose, seat, action)
            if ok:
                play.settle()
                before = everything(play)
            else:
                refused += 1
                assert everything(play) == before
    assert refused >= 1250


@GAMES
def test_1500_bad_options_and_player_counts(game: Game) -> None:
    chance = random.Random(2)
    refused = 0
    for _ in range(900):
        names = [*(option.name for option in game.options), *ODD_TEXTS]
        values = [value for option in game.options for value in (option.default, *option.values)]
        options = {
            chance.choice(names): chance.choice(values) if chance.random() < 0.3 else anything(chance)
            for _ in range(chance.randrange(3))
        }
        players = chance.choice([*game.players, *game.players, *ODD_NUMBERS])
        refused += not accepted(game.setup, players, options)
    assert refused >= 750


@GAMES
def test_2000_bad_data_files(game: Game, tmp_path: Path) -> None:
    chance = random.Random(3)
    tables = {table.name: table.rows for table in game.tables}
    toml = "".join(
        f"[{name}]\n" + "".join(f"{row} = {values}\n" for row, values in rows.items()) for name, rows in tables.items()
    ).encode()
    refused = 0
    for number in range(1200):
        file = tmp_path / ("data.json" if number % 2 else "data.toml")
        match number % 4:
            case 0 | 2:
                file.write_bytes(damaged(toml, chance))
            case 1:
                file.write_bytes(damaged(json.dumps(tables).encode(), chance))
            case _:
                file.write_text(json.dumps(altered(tables, chance)))
        refused += not accepted(set_up_with, game, file)
    assert refused >= 1000


@GAMES
def test_2500_bad_records(game: Game) -> None:
    chance = random.Random(4)
    refused = 0
    for _ in range(28):
        line = in_progress(game, chance).record(seed=1, names=["あ"]).as_line()
        assert accepted(judge, game, line)
        for number in range(50):
            bad = (
                damaged(line, chance)
                if number % 2
                else json.dumps(altered(altered(json.loads(line), chance), chance)).encode()
            )
            refused += not accepted(judge, game, bad)
    assert refused >= 1250


@GAMES
def test_1500_bad_positions(game: Game) -> None:
    chance = random.Random(5)
    refused = 0
    for _ in range(50):
        play = in_progress(game, chance)
        state = play.state if chance.random() < 0.5 else play.state.seen_by(0, recall=chance.random() < 0.5)
        before = json.dumps(state.as_json())
        assert game.state_from_json(state.setup, json.loads(before)) == state
        for _ in range(30):
            bad = altered(json.loads(before), chance)
            refused += not accepted(game.state_from_json, state.setup, bad)
            if accepted(state.load_json, bad):
                state.load_json(json.loads(before))
            assert json.dumps(state.as_json()) == before
    assert refused >= 750
