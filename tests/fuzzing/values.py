"""Odd values, and ways to damage valid ones."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

NUMBERS = [0, 1, -1, 2, 3, 5, 7, 61, 62, 63, 120, 255, 2**31, 2**53, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64, 2**70]
FLOATS = [0.0, -0.0, 0.5, 1.0, 1e9, -1e308, 1e-320, 3.0000001]
TEXTS = [
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "me",
    "open",
    "on",
    "off",
    "true",
    "casual",
    "club@400",
    "random",
    "normal",
    "at_once",
    "spectator",
    "kasane",
    "only_one",
    "Aoi",
    "葵",
    "<b>&amp;'\"",
    "../../etc/passwd",
    "%00%ff",
    "{name} {0} {",
    "%s %d %(x)s",
    "\u202eabc\u200d",
    "e\u0301\u0301\u0301\u0301\u0301",
    "\U0001f431" * 20,
    "\x00",
    "\x1b[31m",
    "a\r\nb: c",
    "\u0661\u0662",  # digits that are not ASCII
    "\u00b2",
    "x" * 64,
    "x" * 65,
    "x" * 301,
    "\ufffe\uffff",
]
TOKENS = [
    "1e400",
    "-1e400",
    "1e-999",
    "0123",
    "9" * 400,
    "NaN",
    "-Infinity",
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\x"',
    '"',
    "[" * 3000,
    '{"a":' * 1000,
    "[" * 900 + "]" * 900,
    "{}",
    "[]",
    "",
    "null",
    "true",
    "\u00a0 1",
    '{"do":"close"}',
]
"""Pieces of text in the place of a JSON value; not all of them are JSON."""

_VALUE = re.compile(r'(?<=:)\s*("[^"\\]*"|-?\d+|true|false|null|\[\]|\{\})')
_DEPTH = 3


def odd_text(random: Random) -> str:
    """Return a text that a program may not expect."""
    roll = random.random()
    if roll < 0.7:
        return random.choice(TEXTS)
    if roll < 0.9:
        return "".join(
            chr(random.choice((9, 10, 32, 45, 46, 65, 233, 0x3042, 0x1F600))) for _ in range(lot_size(random))
        )
    return random.choice(TEXTS) * random.randint(2, 40)


def odd_value(random: Random, depth: int = 0) -> Any:
    """Return a value of any type that JSON has."""
    roll = random.random()
    if roll < 0.3:
        return random.choice(NUMBERS)
    if roll < 0.36:
        return random.choice(FLOATS)
    if roll < 0.66:
        return odd_text(random)
    if roll < 0.76:
        return random.choice((True, False))
    if roll < 0.82 or depth == _DEPTH:
        return None
    if roll < 0.91:
        return [odd_value(random, depth + 1) for _ in range(random.randint(0, 4))]
    return {odd_text(random): odd_value(random, depth + 1) for _ in range(random.randint(0, 4))}


def lot_size(random: Random) -> int:
    """Return a length, which is mostly small."""
    return int(random.expovariate(0.1)) + 1


def damage_value(random: Random, value: Any, depth: int = 0) -> Any:
    """Change a value of JSON somewhere: replace, remove, repeat or swap something in it."""
    if isinstance(value, dict) and value and (depth == 0 or random.random() < 0.8):
        changed = dict(value)
        key = random.choice(list(changed))
        roll = random.random()
        if roll < 0.55:
            changed[key] = damage_value(random, changed[key], depth + 1)
        elif roll < 0.7:
            del changed[key]
        elif roll < 0.85:
            changed[key] = odd_value(random)
        else:
            changed[random.choice((odd_text(random), key + "x", key.upper()))] = odd_value(random)
        return changed
    if isinstance(value, list) and value and random.random() < 0.9:
        return _damage_list(random, list(value), depth)
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.6:
        return value + random.choice((-1, 1, 2, 10, -100, 2**63))
    return odd_value(random)


def _damage_list(random: Random, value: list[Any], depth: int) -> list[Any]:
    index, other = random.randrange(len(value)), random.randrange(len(value))
    match random.randrange(6):
        case 0:
            del value[index]
        case 1:
            value.insert(other, value[index])
        case 2:
            value[index], value[other] = value[other], value[index]
        case 3:
            del value[index:]
        case _:
            value[index] = damage_value(random, value[index], depth + 1)
    return value


def damage_bytes(random: Random, data: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        start = random.randrange(len(changed) + 1)
        end = min(len(changed), start + lot_size(random))
        match random.randrange(6):
            case 0:
                del changed[start:end]
            case 1:
                changed[start:start] = changed[start:end]
            case 2:
                changed[start:start] = random.randbytes(lot_size(random))
            case 3:
                changed[start : start + 1] = random.choice(
                    (b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b'"', b"{", b"]")
                )
            case 4 if start < len(changed):
                changed[start] ^= 1 << random.randrange(8)
            case _:
                del changed[start:]
    return bytes(changed)


def damage_json(random: Random, text: str) -> str:
    """Replace a value in a JSON text, repeat a key, or add to the text."""
    match random.randrange(5):
        case 0:
            return text.replace("{", random.choice(('{"do":"choose",', '{"id":7,', '{"id":"twice",', '{"seat":0,')), 1)
        case 1:
            return text + random.choice((",", "}", text, "\x00", " " * 9000, "//", "\ufeff"))
        case 2:
            return random.choice(("\ufeff", "[", " " * 9000, "\n\t", "/**/")) + text
        case _:
            matches = list(_VALUE.finditer(text))
            if not matches:
                return random.choice(TOKENS)
            found = random.choice(matches)
            return text[: found.start()] + random.choice(TOKENS) + text[found.end() :]


def json_text(random: Random, value: object) -> str:
    """Encode a value, with escapes or without; without them, lone surrogates become question marks."""
    text = json.dumps(value, ensure_ascii=random.random() < 0.5, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode()


Choice = tuple[float, Callable[[], Any]]


def pick(random: Random, choices: list[Choice]) -> Any:
    """Call one of these functions, by their weights."""
    weights = [weight for weight, _ in choices]
    return random.choices(choices, weights)[0][1]()
