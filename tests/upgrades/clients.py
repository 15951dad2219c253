"""Clients that know only docs/protocol.md. They import nothing from Chabudai, so they work with any release."""

import json
import random
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from websockets.sync.client import connect

TIMEOUT = 60.0
"""Seconds to wait before giving up."""

PAUSE = 0.13
"""Seconds between commands on one connection: by default a server refuses more than eight per second."""


class Guest:
    """A guest with a cookie who requests JSON."""

    def __init__(self, address: str, name: str, cookie: str = "", pause: float = PAUSE) -> None:
        self.address = address
        self.name = name
        self.pause = pause
        cookies = {"chabudai_guest": cookie} if cookie else {}
        self.http = httpx.Client(
            base_url=address, timeout=TIMEOUT, headers={"Accept": "application/json"}, cookies=cookies
        )
        if not cookie:
            self.http.get("/")
            self._post("/me", name=name)

    @property
    def cookie(self) -> str:
        return self.http.cookies["chabudai_guest"]

    def make_table(self, **fields: object) -> str:
        """Make a table and return its id."""
        return str(self._post("/tables", **{"pace": "at_once", "takeover": 0} | fields)["table"])

    def invitation(self, table: str) -> str:
        """Return the path of an invitation."""
        link = self.http.get(f"/table/{table}/invite").raise_for_status().json()["link"]
        return "/" + str(link).split("/", 3)[3]

    def join(self, invitation: str, **fields: object) -> None:
        """Follow an invitation."""
        self._post(invitation, name=self.name, **fields)

    def record(self, table: str) -> str:
        """Return the record of a finished or closed game, as the server writes it."""
        return self.http.get(f"/record/{table}.json").raise_for_status().text

    def connect(self, table: str) -> "Connection":
        return Connection(self, table)

    def _post(self, path: str, **fields: object) -> Any:
        return self.http.post(path, json=fields).raise_for_status().json()


class Connection:
    """A socket to a table; `now` is the latest scene message."""

    def __init__(self, guest: Guest, table: str) -> None:
        url = f"{guest.address.replace('http', 'ws', 1)}/table/{table}/live?form=json"
        headers = {"Cookie": f"chabudai_guest={guest.cookie}"}
        self._socket = connect(url, additional_headers=headers, max_size=None, close_timeout=1, legacy=True)
        self._pause = guest.pause
        self.now: dict[str, Any] = {}
        self.chat: list[list[str]] = []
        self.moved = ""
        self.closed = False
        self._replies: dict[str, dict[str, Any]] = {}
        self.read_until(lambda: self.now)

    def read_until(self, condition: Callable[[], object], timeout: float = TIMEOUT) -> bool:
        """Read messages until a condition holds; return whether it does. The default timeout raises an error."""
        end = time.monotonic() + timeout
        while not condition():
            try:
                self._read(max(0.001, end - time.monotonic()))
            except TimeoutError:
                if timeout == TIMEOUT:
                    raise
                return bool(condition())
        return True

    def send(self, do: str, **fields: object) -> str:
        """Send a command and return its id without waiting for the reply."""
        time.sleep(self._pause)
        command = str(uuid.uuid4())
        self._socket.send(json.dumps({"id": command, "do": do, **fields}))
        return command

    def wait_for_reply(self, command: str) -> bool:
        """Wait for a reply and its update; return whether the command was executed."""
        self.read_until(lambda: command in self._replies)
        reply = self._replies[command]
        if reply["t"] == "done":
            self.read_until(lambda: self.now["seq"] >= reply["seq"])
        return bool(reply["t"] == "done")

    def do(self, do: str, **fields: object) -> None:
        """Send a command that must succeed."""
        command = self.send(do, **fields)
        if not self.wait_for_reply(command):
            raise RuntimeError(f"{do} was refused: {self._replies[command]['why']}")

    @property
    def over(self) -> bool:
        return bool(self.now["status"] == "over")

    def wait_for_turn(self, timeout: float = 0.01) -> bool:
        """Wait for this guest's turn, confirming a shared device; return whether it came."""
        self.read_until(lambda: False, 0.001)  # read what has arrived
        self.read_until(lambda: self.now["turn"] or self.now["curtain"] or self.over, timeout)
        if self.now["curtain"]:
            self.do("reveal", seat=self.now["curtain"]["seat"])
            self.read_until(lambda: self.now["turn"])
        return bool(self.now["turn"])

    def choices(self) -> list[int]:
        """Return the legal actions."""
        return [choice["action"] for choice in self.now["scene"]["choices"] if choice.get("why") is None]

    def choose(self, rng: random.Random) -> bool:
        """Make a random choice; return False if the position has changed, for example by a forced move."""
        action = rng.choice(self.choices())
        return self.wait_for_reply(self.send("choose", action=action, seq=self.now["seq"]))

    def shown(self) -> dict[str, object]:
        """Return what every release must show."""
        shown = {name: self.now[name] for name in ("mine", "turn", "curtain", "status", "host")}
        return shown | {"choices": self.choices(), "chat": self.chat}

    def close(self) -> None:
        self._socket.close()

    def _read(self, timeout: float) -> None:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout))
        match message["t"]:
            case "scene":
                self.now = message
            case "done" | "refused":
                self._replies[message["id"]] = message
            case "chat":
                self.chat += [[line["name"], line["text"]] for line in message["lines"]]
            case "closed":
                self.closed = True
            case "moved":
                self.moved = str(message["to"]).rpartition("/")[2]


def play(people: Sequence[Connection], rng: random.Random, choices: int) -> None:
    """Make this many choices, or fewer if the game ends."""
    made = 0
    while made < choices and not any(person.over for person in people):
        for person in people:
            if made < choices and person.wait_for_turn():
                made += person.choose(rng)
