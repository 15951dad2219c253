"""Damaged records: to the reader, to the functions behind `chabudai replay` and the replay page, and as uploads."""

import contextlib
from functools import cache
from typing import Any

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.records.play import Play
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.sampling.setups import setups
from chabudai.session.replay import Replay
from chabudai.terminal.plain.transcript import result_line, transcript_lines
from fuzzing.bodies import encode_multipart, encode_urlencoded
from fuzzing.episode import Episode
from fuzzing.stock import HOST
from fuzzing.values import damage_bytes, damage_json, damage_value, json_text, odd_value

_LANGUAGES = ("en", "ja")
_SHORT = 20
"""Moves."""


@cache
def _short_records(game_name: str) -> list[bytes]:
    """Play the beginnings of games at random, with all numbers of players and all options."""
    game, rng = find_game(game_name), Rng(22)
    lines: list[bytes] = []
    for setup in setups(game, None, None):
        play = Play(game, setup, Seeded(Rng(len(lines))))
        play.settle()
        while len(play.moves) < _SHORT and not play.state.over():
            seat = rng.member(play.state.waiting)
            play.choose(seat, play.state.first + rng.member(play.state.choices(seat)))
            play.settle()
        lines.append(play.record().as_line())
    return lines


class Records(Episode):
    kind = "records"
    size = 400

    def prepare(self) -> None:
        self.valid: list[dict[str, Any]] = [
            msgspec.json.decode(line) for line in (*self.stock.records, *_short_records(self.game))
        ]
        self.words = find_game(self.game).actions

    def feed(self) -> None:
        self.input = line = self._damaged()
        match self.random.randrange(5):
            case 0 | 1:
                with contextlib.suppress(ChabudaiError):
                    self._read(line)
            case 2:
                with contextlib.suppress(ChabudaiError):
                    self._show(line)
            case _:
                self._upload(line)

    # ---- Damage -----------------------------------------------------------------------------------------------------

    def _damaged(self) -> bytes:
        random = self.random
        record = self.valid[0] if random.random() < 0.15 else random.choice(self.valid[1:])
        if random.random() < 0.5:
            # Early moves: the later damage comes, the longer the valid part takes.
            record = record | {"moves": record["moves"][: random.randint(0, 12)]}
            record.pop("result", None)
        roll = random.random()
        if roll < 0.03:
            return json_text(random, record).encode()
        if roll < 0.6:
            for _ in range(random.choice((1, 1, 2, 4))):
                record = self._damaged_field(record)
            return json_text(random, record).encode()
        text = json_text(random, record)
        if roll < 0.7:
            return damage_json(random, text).encode()
        if roll < 0.72:
            return json_text(random, odd_value(random)).encode()
        return damage_bytes(random, text.encode())

    def _damaged_field(self, record: Any) -> Any:
        """Change what rules depend on, or anything."""
        random = self.random
        changed = damage_value(random, record)
        if not isinstance(record, dict) or random.random() < 0.3:
            return changed
        key = random.choice(("moves", "moves", "chance", "options", "players", "result", "data", "names"))
        value = record.get(key)
        if key == "moves" and isinstance(value, list) and value and random.random() < 0.6:
            moves = list(value)
            moves[random.randrange(len(moves))] = [random.randint(-1, 4), random.choice(self.words)]
            return record | {key: moves}
        return record | {key: damage_value(random, value)}

    # ---- Readers ----------------------------------------------------------------------------------------------------

    def _read(self, line: bytes) -> None:
        """Do what `chabudai replay --step` does."""
        record = read_record(line)
        language = self.random.choice(_LANGUAGES)
        result_line(line, replay(record), language)
        for _ in transcript_lines(line, record, language):
            pass

    def _show(self, line: bytes) -> None:
        """Do what the replay page does."""
        shown = Replay(line)
        step = self.random.randrange(len(shown.steps))
        seat = self.random.randrange(SPECTATOR, shown.record.players)
        language = self.random.choice(_LANGUAGES)
        shown.scene(step, seat, language)
        shown.log(step, seat, language)
        shown.step_text(step, seat, language)
        shown.names(language)

    def _upload(self, line: bytes) -> None:
        random = self.random
        if self.limited:
            self.server.advance(random.choice((0.0, 10.0)))
        headers = [self.server.cookie(HOST)]
        if random.random() < 0.5:
            headers.append((b"accept", b"application/json"))
        match random.randrange(4):
            case 0 | 1:
                content_type, body = b"application/json", line
            case 2:
                content_type, body = encode_urlencoded([("record", line)])
            case _:
                content_type, body = encode_multipart(random, [("record", line)])
        headers.append((b"content-type", content_type))
        response = self.server.request("POST", "/records", headers, [body])
        if response.status == 303:
            address = response.header("location")
            query = b"step=%d&seat=%d" % (random.randint(0, 9), random.randint(0, 3))
            for path in (address, f"{address}/review", f"{address.replace('/replay/', '/record/')}.json"):
                self.server.request("GET", path, headers[:1], query=query)
