"""People at a server, by docs/protocol.md alone: nothing here imports Chabudai, so any release can be talked to."""

import json
import random
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx
from websockets.sync.client import connect

WAIT = 60.0
"""Seconds after which something that should have come is missed."""

BREATH = 0.13
"""Seconds between commands of one connection: a server refuses more than eight a second by default."""


class Guest:
    """Somebody with a cookie, who asks for JSON."""

    def __init__(self, address: str, name: str, cookie: str = "", breath: float = BREATH) -> None:
        self.address = address
        self.name = name
        self.breath = breath
        cookies = {"chabudai_guest": cookie} if cookie else {}
        self.http = httpx.Client(
            base_url=address, timeout=WAIT, headers={"Accept": "application/json"}, cookies=cookies
        )
        if not cookie:
            self.http.get("/")
            self._post("/me", name=name)

    @property
    def cookie(self) -> str:
        return self.http.cookies["chabudai_guest"]

    def make(self, **fields: object) -> str:
        """Make a table; its id."""
        return str(self._post("/tables", **{"pace": "at_once", "takeover": 0} | fields)["table"])

    def invite(self, table: str) -> str:
        """The path of an invitation."""
        link = self.http.get(f"/table/{table}/invite").raise_for_status().json()["link"]
        return "/" + str(link).split("/", 3)[3]

    def join(self, invitation: str, **fields: object) -> None:
        """Follow an invitation."""
        self._post(invitation, name=self.name, **fields)

    def record(self, table: str) -> str:
        """The record of a finished or closed game, as the server writes it."""
        return self.http.get(f"/record/{table}.json").raise_for_status().text

    def connect(self, table: str) -> "Connection":
        return Connection(self, table)

    def _post(self, path: str, **fields: object) -> Any:
        return self.http.post(path, json=fields).raise_for_status().json()


class Connection:
    """A socket to a table; `now` is what the table last showed."""

    def __init__(self, guest: Guest, table: str) -> None:
        live = f"{guest.address.replace('http', 'ws', 1)}/table/{table}/live?form=json"
        headers = {"Cookie": f"chabudai_guest={guest.cookie}"}
        self._socket = connect(live, additional_headers=headers, max_size=None, close_timeout=1, legacy=True)
        self._breath = guest.breath
        self.now: dict[str, Any] = {}
        self.chat: list[list[str]] = []
        self.moved = ""
        self.closed = False
        self._answers: dict[str, dict[str, Any]] = {}
        self.until(lambda: self.now)

    def until(self, wanted: Callable[[], object], wait: float = WAIT) -> bool:
        """Read until something is so; False if it has not come by then."""
        end = time.monotonic() + wait
        while not wanted():
            try:
                self._read(max(0.001, end - time.monotonic()))
            except TimeoutError:
                if wait == WAIT:
                    raise
                return bool(wanted())
        return True

    def ask(self, do: str, **fields: object) -> str:
        """Send a command and do not wait for its answer; its id."""
        time.sleep(self._breath)
        command = str(uuid.uuid4())
        self._socket.send(json.dumps({"id": command, "do": do, **fields}))
        return command

    def answer(self, command: str) -> bool:
        """Wait for an answer, and for what the command has changed; whether it was carried out."""
        self.until(lambda: command in self._answers)
        answer = self._answers[command]
        if answer["t"] == "done":
            self.until(lambda: self.now["seq"] >= answer["seq"])
        return bool(answer["t"] == "done")

    def do(self, do: str, **fields: object) -> None:
        """Send a command, which must be carried out."""
        command = self.ask(do, **fields)
        if not self.answer(command):
            raise RuntimeError(f"{do} was refused: {self._answers[command]['why']}")

    @property
    def over(self) -> bool:
        return bool(self.now["status"] == "over")

    def asked(self, wait: float = 0.01) -> bool:
        """Whether it is this one's turn, or comes to be; a device that is passed round is taken up."""
        self.until(lambda: False, 0.001)  # what is shown by now may have changed
        self.until(lambda: self.now["turn"] or self.now["curtain"] or self.over, wait)
        if self.now["curtain"]:
            self.do("reveal", seat=self.now["curtain"]["seat"])
            self.until(lambda: self.now["turn"])
        return bool(self.now["turn"])

    def choices(self) -> list[int]:
        """The actions that can be chosen now."""
        return [choice["action"] for choice in self.now["scene"]["choices"] if choice.get("why") is None]

    def choose(self, rng: random.Random) -> bool:
        """Make a choice; False if the table has gone on meanwhile, as moves without a choice play themselves."""
        action = rng.choice(self.choices())
        return self.answer(self.ask("choose", action=action, seq=self.now["seq"]))

    def shown(self) -> dict[str, object]:
        """What every release has to show."""
        shown = {name: self.now[name] for name in ("mine", "turn", "curtain", "status", "host")}
        return shown | {"choices": self.choices(), "chat": self.chat}

    def close(self) -> None:
        self._socket.close()

    def _read(self, wait: float) -> None:
        message: dict[str, Any] = json.loads(self._socket.recv(wait))
        match message["t"]:
            case "scene":
                self.now = message
            case "done" | "refused":
                self._answers[message["id"]] = message
            case "chat":
                self.chat += [[line["name"], line["text"]] for line in message["lines"]]
            case "closed":
                self.closed = True
            case "moved":
                self.moved = str(message["to"]).rpartition("/")[2]


def play(people: Sequence[Connection], rng: random.Random, choices: int) -> None:
    """Make so many choices, or as many as there are to the end of the game."""
    made = 0
    while made < choices and not any(person.over for person in people):
        for person in people:
            if made < choices and person.asked():
                made += person.choose(rng)
