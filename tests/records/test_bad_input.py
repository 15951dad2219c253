"""Fuzzing: random inputs are either accepted or refused with a ChabudaiError; ten thousand or more are refused.

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

both_games = pytest.mark.parametrize("game", [AMENO, POND], ids=lambda game: game.name)

ODD_TEXTS = (
    "", " ", "…", "play", "play ", " play spring-1", "PLAY SPRING-1", "play  spring-1", "done done", "go pond",
    "lay full as full", "null", "{0}", "%s", "\0", "\ud800", "花", "x" * 5000,
)  # fmt: skip
ODD_NUMBERS = (-1, 0, 1, 3, 4, 62, 63, 64, 129, 2**31, 2**62, 2**63, 2**64, -(2**63), 2**200)


def anything(rng: random.Random, depth: int = 0) -> Any:
    """Return a random value of any type that JSON has, including numbers that JSON does not have."""
    match rng.randrange(9 if depth < 3 else 6):
        case 0:
            return None
        case 1:
            return rng.random() < 0.5
        case 2 | 3:
            return rng.choice(ODD_NUMBERS)
        case 4:
            return rng.choice([0.5, 1e300, float("nan"), float("inf")])
        case 5:
            return rng.choice(ODD_TEXTS)
        case 6 | 7:
            return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {rng.choice(ODD_TEXTS): anything(rng, depth + 1) for _ in range(rng.randrange(3))}


def altered(value: Any, rng: random.Random) -> Any:
    """Return the value with a change at a random place."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(12):
            case 0:
                return {name: item for name, item in value.items() if name != key}
            case 1:
                return {**value, rng.choice(ODD_TEXTS): anything(rng)}
            case _:
                return {**value, key: altered(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.95:
        place = rng.randrange(len(value))
        match rng.randrange(8):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return value[: place + 1] + value[place:]
            case 2:
                other = rng.randrange(len(value))
                swapped = list(value)
                swapped[place], swapped[other] = value[other], value[place]
                return swapped
            case _:
                return [*value[:place], altered(value[place], rng), *value[place + 1 :]]
    if type(value) is int and rng.random() < 0.7:
        return value + rng.choice([-1, 1, 2, 1 << rng.randrange(62)])
    if isinstance(value, str) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(["", "1", "-x", "summer", "あ"]) + value[place + rng.randrange(3) :]
    return anything(rng)


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return the bytes cut off or changed at a few random places."""
    changed = bytearray(content)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(changed) + 1)
        match rng.randrange(5):
            case 0:
                del changed[place:]
            case 1:
                del changed[place : place + rng.randrange(1, 40)]
            case 2:
                changed[place:place] = rng.randbytes(rng.randrange(1, 4))
            case 3:
                changed[place : place + 1] = rng.choice(
                    [b'"', b"[", b"]", b"{", b"}", b",", b"-", b"9", b"\n", b"\xff"]
                )
            case _:
                changed[place:place] = changed[place : place + rng.randrange(1, 60)]
    return bytes(changed)


def accepted(attempt: Callable[..., object], *values: object) -> bool:
    """Check whether the attempt succeeds; if not, the error must be a ChabudaiError with a message."""
    try:
        attempt(*values)
    except ChabudaiError as error:
        message = str(error)
    else:
        return True
    assert message.strip()
    return False


def set_up_with(game: Game, data_file: Path) -> None:
    game.setup(game.players[0], None, read_data(data_file))


def replay_line(game: Game, line: bytes) -> None:
    """Read a record and replay it."""
    replay(read_record(line), game)


def in_progress(game: Game, rng: random.Random) -> Play:
    """Return a game after some random moves."""
    play = Play(game, game.setup(rng.choice(game.players)), Seeded(Rng(rng.randrange(1000))))
    play.settle()
    for _ in range(rng.randrange(100)):
        if play.state.over():
            break
        seat = rng.choice([seat for seat in range(play.setup.players) if play.state.legal(seat)])
        play.choose(seat, rng.choice(play.state.legal(seat)))
        play.settle()
    return play


def everything(play: Play) -> tuple[object, ...]:
    """Return everything that a refused move must not change."""
    return play.state.as_json(), list(play.moves), list(play.events), play.record()


@both_games
def test_bad_moves_are_refused_and_change_nothing(game: Game) -> None:
    rng = random.Random(1)
    refused = 0
    for _ in range(52):
        play = in_progress(game, rng)
        before = everything(play)
        for _ in range(25):
            seat = rng.choice([*range(play.setup.players), *range(play.setup.players), *ODD_NUMBERS])
            if rng.random() < 0.8:
                words = rng.choice(game.actions)
                text = words if rng.random() < 0.6 else altered(words, rng)
                ok = accepted(play.choose_words, seat, str(text))
            else:
                action = rng.choice([*range(len(game.actions)), *ODD_NUMBERS])
                ok = accepted(play.choose, seat, action)
            if ok:
                play.settle()
                before = everything(play)
            else:
                refused += 1
                assert everything(play) == before
    assert refused >= 1250


@both_games
def test_bad_options_and_player_counts_are_refused(game: Game) -> None:
    rng = random.Random(2)
    refused = 0
    for _ in range(900):
        names = [*(option.name for option in game.options), *ODD_TEXTS]
        values = [value for option in game.options for value in (option.default, *option.values)]
        options = {
            rng.choice(names): rng.choice(values) if rng.random() < 0.3 else anything(rng)
            for _ in range(rng.randrange(3))
        }
        players = rng.choice([*game.players, *game.players, *ODD_NUMBERS])
        refused += not accepted(game.setup, players, options)
    assert refused >= 750


@both_games
def test_bad_data_files_are_refused(game: Game, tmp_path: Path) -> None:
    rng = random.Random(3)
    tables = {table.name: table.rows for table in game.tables}
    toml = "".join(
        f"[{name}]\n" + "".join(f"{row} = {values}\n" for row, values in rows.items()) for name, rows in tables.items()
    ).encode()
    refused = 0
    for number in range(1200):
        file = tmp_path / ("data.json" if number % 2 else "data.toml")
        match number % 4:
            case 0 | 2:
                file.write_bytes(damaged(toml, rng))
            case 1:
                file.write_bytes(damaged(json.dumps(tables).encode(), rng))
            case _:
                file.write_text(json.dumps(altered(tables, rng)))
        refused += not accepted(set_up_with, game, file)
    assert refused >= 1000


@both_games
def test_bad_records_are_refused(game: Game) -> None:
    rng = random.Random(4)
    refused = 0
    for _ in range(28):
        line = in_progress(game, rng).record(seed=1, names=["あ"]).as_line()
        assert accepted(replay_line, game, line)
        for number in range(50):
            bad = (
                damaged(line, rng) if number % 2 else json.dumps(altered(altered(json.loads(line), rng), rng)).encode()
            )
            refused += not accepted(replay_line, game, bad)
    assert refused >= 1250


@both_games
def test_bad_positions_are_refused_and_change_nothing(game: Game) -> None:
    rng = random.Random(5)
    refused = 0
    for _ in range(50):
        play = in_progress(game, rng)
        state = play.state if rng.random() < 0.5 else play.state.seen_by(0, recall=rng.random() < 0.5)
        before = json.dumps(state.as_json())
        assert game.state_from_json(state.setup, json.loads(before)) == state
        for _ in range(30):
            bad = altered(json.loads(before), rng)
            refused += not accepted(game.state_from_json, state.setup, bad)
            if accepted(state.load_json, bad):
                state.load_json(json.loads(before))
            assert json.dumps(state.as_json()) == before
    assert refused >= 750
