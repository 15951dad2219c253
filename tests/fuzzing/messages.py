"""Messages to the sockets of players, spectators and people who were removed."""

from typing import Any

from chabudai.server.http.table_form import ME, OPEN
from chabudai.session.chat import REACTIONS
from chabudai.session.settings import bot_levels
from fuzzing.episode import Episode
from fuzzing.server import FuzzedSocket
from fuzzing.stock import HOST, PEOPLE, PLAYER, REMOVED, SPECTATOR
from fuzzing.values import damage_bytes, damage_json, damage_value, json_text, odd_text, odd_value

_WEIGHTS = {
    "choose": 10.0,
    "seen": 2.0,
    "reveal": 2.0,
    "hint": 1.0,
    "chat": 2.0,
    "undo": 1.5,
    "agree": 3.0,
    "sit": 3.0,
    "leave": 1.0,
    "remove": 1.0,
    "report": 1.0,
    "revoke": 0.5,
    "set": 4.0,
    "begin": 1.0,
    "rematch": 0.7,
    "close": 0.1,
}
"""How often each command is sent."""

_PACES = ("slow", "normal", "fast", "at_once")
_PAUSES = (0.01, 0.5, 2.0, 2.0, 5.0, 130.0)


class Messages(Episode):
    kind = "messages"
    size = 1000

    def prepare(self) -> None:
        self.sockets: list[FuzzedSocket] = []
        self.ids: list[str] = ["stock 1", "stock 5"]
        for table in self.stock.tables.values():
            for guest in PEOPLE:
                self._connect(guest, table)

    def _connect(self, guest: str, table: str) -> None:
        query = self.random.choice((b"form=json", b"form=json", b"form=html", b""))
        socket = FuzzedSocket(self.server, guest, table, query=query, address=f"192.0.2.{PEOPLE.index(guest)}")
        if socket.open:
            self.sockets.append(socket)

    def feed(self) -> None:
        random = self.random
        if random.random() < 0.02:
            self._change_sockets()
        self._pause()
        socket = random.choice(self.sockets)
        packet = self._packet(socket)
        self.input = socket.guest, socket.table, packet
        socket.send(packet)
        if not socket.open:
            self.sockets.remove(socket)
            if len(self.sockets) < 6:
                self._open_table()

    def _pause(self) -> None:
        """Let bots think and votes end; with the usual limits, let enough time pass that most messages are read."""
        if self.limited:
            self.server.advance(self.random.choice((0.0, 0.01, 0.1)))
        if self.random.random() < 0.03:
            self.server.advance(self.random.choice(_PAUSES))

    def _change_sockets(self) -> None:
        """Disconnect somebody, or connect somebody anew."""
        random = self.random
        if random.random() < 0.4 and len(self.sockets) > 6:
            self.sockets.pop(random.randrange(len(self.sockets))).disconnect()
        elif random.random() < 0.15:
            self._open_table()
        else:
            self._connect(random.choice(PEOPLE), random.choice(list(self.server.disk.logs)))

    def _open_table(self) -> None:
        """Open one more table, of any size."""
        random = self.random
        seats = [ME] + [random.choice((ME, OPEN, OPEN, "random", "casual")) for _ in range(2)]
        fields = {
            "game": self.game,
            "players": 3,
            "seats": seats,
            "pace": random.choice(_PACES),
            "limit": random.choice((0, 0, 5, 86_400)),
            "takeover": random.choice((0, 10, 120)),
            "aids": random.random() < 0.5,
            "listed": True,
        }
        if self.limited:
            self.server.advance(60.0)  # so that the limits allow it
        table = self.server.post_json("/tables", random.choice((HOST, PLAYER)), fields)["table"]
        for guest in (HOST, PLAYER, SPECTATOR, REMOVED):
            self._connect(guest, table)

    # ---- What is sent -----------------------------------------------------------------------------------------------

    def _packet(self, socket: FuzzedSocket) -> dict[str, Any]:
        random = self.random
        roll = random.random()
        if roll < 0.01:
            return {"control": True}
        command: Any = self._command(socket)
        if roll < 0.25:
            return {"text": json_text(random, command)}
        if roll < 0.55:
            fields = {name: value for name, value in command.items() if name not in ("id", "do")}
            damaged = damage_value(random, fields)
            if isinstance(damaged, dict):
                command = {"id": command["id"], "do": command["do"]} | damaged
            return {"text": json_text(random, command)}
        if roll < 0.65:
            return {"text": json_text(random, damage_value(random, command))}
        if roll < 0.72:
            return {"text": json_text(random, odd_value(random))}
        text = json_text(random, command)
        if roll < 0.87:
            return {"text": damage_json(random, text)}
        data = damage_bytes(random, text.encode())
        if roll < 0.92:
            return {"text": data.decode("utf-8", "replace")}
        return {"bytes": data, "text": None} if roll < 0.96 else {"bytes": data}

    def _command(self, socket: FuzzedSocket) -> dict[str, Any]:
        """Return a command that would be valid at some table, often at this one."""
        do = self.random.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
        return {"id": self._id(), "do": do} | self._fields(do, socket)

    def _id(self) -> Any:
        roll = self.random.random()
        if roll < 0.9:
            self.ids.append(f"m{len(self.ids)}")
            return self.ids[-1]
        return self.random.choice(self.ids) if roll < 0.97 else odd_text(self.random)

    def _fields(self, do: str, socket: FuzzedSocket) -> dict[str, Any]:
        random = self.random
        seat = random.randint(0, 3)
        match do:
            case "choose":
                return self._choice(socket)
            case "seen":
                return random.choice(({}, {"seq": random.randint(0, 50)}))
            case "reveal" | "remove":
                return {"seat": seat}
            case "chat":
                reaction = random.choice((*REACTIONS, odd_text(random)))
                return random.choice(({"text": odd_text(random)}, {"reaction": reaction}))
            case "report":
                return {"seat": seat, "text": odd_text(random)}
            case "agree":
                return {"yes": random.random() < 0.7} | random.choice(({}, {"vote": random.randint(0, 3)}))
            case "sit":
                return random.choice(({}, {"seat": seat}, {"seat": seat, "name": odd_text(random)}))
            case "set":
                return self._settings(seat)
        return {}

    def _choice(self, socket: FuzzedSocket) -> dict[str, Any]:
        """Return the fields of a choice: mostly a legal action, if it is this guest's turn."""
        random = self.random
        task = self.server.process.tables.tasks.get(socket.table)
        if task is not None and task.table.status == "playing" and random.random() < 0.8:
            table = task.table
            waiting = [seat for seat in range(table.settings.players) if table.state.waiting >> seat & 1]
            own = [seat for seat in waiting if seat in table.seats_of(socket.guest)] or waiting
            if own:
                seat = random.choice(own)
                fields: dict[str, Any] = {"action": random.choice(table.state.legal(seat))}
                return fields | random.choice(({}, {"seat": seat}, {"seat": seat, "seq": table.seq}))
        return {"action": random.randint(-1, 300), "seat": random.randint(0, 3)}

    def _settings(self, seat: int) -> dict[str, Any]:
        random = self.random
        return random.choice(
            (
                {"name": odd_text(random)},
                {"name": odd_text(random), "seat": seat},
                {"forced": random.random() < 0.5},
                {"pace": random.choice(_PACES)},
                {"limit": random.choice((0, 5, 60, 86_400, 2_592_000, 4))},
                {"takeover": random.choice((0, 10, 120, 9))},
                {"listed": random.random() < 0.8},
                {"seat": seat, "level": random.choice((*bot_levels(), "nobody"))},
                {"seat": seat, "open": True},
            )
        )
