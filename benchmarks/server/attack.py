"""Measure how long an honest player waits while one address attacks the server.

    python -m benchmarks.server.attack [messages|pages|bots …] [--seconds 300] [--pace normal] [--level casual]

The server runs with its default limits, together with its workers on one core. The attacker sends all it can from
127.0.0.2, on the other core, where an honest player from 127.0.0.1 needs hardly any time. The honest player plays
against bots. The time until the server replies to a command, and until it is the player's turn again, is measured first
without and then with the attack. Everything stays on this machine, and stops by itself.
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server import attackers
from benchmarks.server.serving import CLIENTS_CORE, free_port, take_core, wait_for
from chabudai.session.settings import PAUSE_SECONDS, bot_levels

KINDS = ("messages", "pages", "bots")
GAME = "kasane"
_UNDISTURBED_SECONDS = 60.0
"""The duration of the measurement without an attack, at most."""
_SEEN_EVERY = 0.25
"""Seconds between two further commands, which only measure the time until the reply."""


class HonestPlayer:
    """A person who plays against bots, and measures how long the server makes them wait."""

    def __init__(self, port: int, pace: str, level: str) -> None:
        self.port = port
        self.pace = pace
        self.level = level
        self.replies: list[float] = []
        """Seconds until the reply to a command."""
        self.turns: list[float] = []
        """Seconds from a choice until it is the player's turn again: the bots' moves and the pauses between them."""
        self._sent: dict[str, float] = {}
        self._chose: float | None = None
        self._numbers = itertools.count()

    async def play(self, seconds: float) -> None:
        """Play one game after the other, for this many seconds."""
        end = time.perf_counter() + seconds
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.1")
        address = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as http:
            headers = {"Accept": "application/json"}
            await http.get("/", headers=headers)
            while time.perf_counter() < end:
                form = {"game": GAME, "players": 3, "pace": self.pace, "seats": ["me", self.level, self.level]}
                table = (await http.post("/tables", json=form, headers=headers)).json()["table"]
                cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                live = f"ws://127.0.0.1:{self.port}/table/{table}/live?form=json"
                async with connect(live, additional_headers={"Cookie": cookies}, proxy=None, max_size=None) as socket:
                    others = asyncio.create_task(self._send_regularly(socket))
                    try:
                        await self._play(socket, end)
                    finally:
                        others.cancel()
                    self._sent.clear()
                    self._chose = None

    async def _play(self, socket: ClientConnection, end: float) -> None:
        asked = -1
        while (left := end - time.perf_counter()) > 0:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            now = time.perf_counter()
            if message["t"] in ("done", "refused") and message["id"] in self._sent:
                self.replies.append(now - self._sent.pop(message["id"]))
            if message["t"] != "scene":
                continue
            if message["status"] == "over":
                return
            if message["turn"] and message["seq"] != asked:
                asked = message["seq"]
                if self._chose is not None:
                    self.turns.append(now - self._chose)
                choices = [choice["action"] for choice in message["scene"]["choices"] if choice.get("why") is None]
                if choices:
                    await self._send(socket, do="choose", action=random.choice(choices))
                    self._chose = time.perf_counter()

    async def _send_regularly(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(_SEEN_EVERY)
            await self._send(socket, do="seen")

    async def _send(self, socket: ClientConnection, **command: Any) -> None:
        name = str(next(self._numbers))
        self._sent[name] = time.perf_counter()
        await socket.send(json.dumps({"id": name, **command}))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed; infinite if there are no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def measure(kind: str, seconds: float, pace: str, level: str) -> None:
    """Measure an honest player without and with an attack, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "chabudai", "serve", "--host", "127.0.0.1", "--port", str(port)]
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(
                [*command, "--db", str(Path(folder) / "tables.sqlite")],
                stdout=log,
                stderr=log,
                preexec_fn=take_core,
                start_new_session=True,  # Linux may share the processor by session
            )
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            calm = HonestPlayer(port, pace, level)
            asyncio.run(calm.play(min(seconds, _UNDISTURBED_SECONDS)))
            attacker = multiprocessing.get_context("spawn").Process(
                target=attackers.run, args=(kind, port, seconds + 5.0, CLIENTS_CORE), daemon=True
            )
            attacker.start()
            time.sleep(5.0)  # until the attack has begun
            attacked = HonestPlayer(port, pace, level)
            asyncio.run(attacked.play(seconds))
            attacker.join(60.0)
            if attacker.is_alive():
                attacker.terminate()
        finally:
            server.kill()
            server.wait()
        _print(kind, calm, attacked)
        faults = [line for line in (Path(folder) / "log").read_text().splitlines() if '"level":"error"' in line]
        print(f"  faults in the server's log: {len(faults)}", *faults[:1], flush=True)


def _print(kind: str, calm: HonestPlayer, attacked: HonestPlayer) -> None:
    print(f"{kind}:")
    for name, player in (("undisturbed", calm), ("attacked", attacked)):
        p50, p99 = (1000 * percentile(player.replies, share) for share in (0.5, 0.99))
        turns = [percentile(player.turns, share) for share in (0.5, 0.99)]
        print(
            f"  {name:12} reply p50 {p50:6.1f} ms, p99 {p99:6.1f} ms ({len(player.replies)} commands);"
            f" bots p50 {turns[0]:5.2f} s, p99 {turns[1]:5.2f} s ({len(player.turns)} turns)",
            flush=True,
        )


def main() -> None:
    """Run the attacks that the command line names, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.attack", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"the attacks: {', '.join(KINDS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=300.0, help="the duration of each attack (default: 300)")
    parser.add_argument("--pace", choices=PAUSE_SECONDS, default="normal", help="the honest table's pace")
    parser.add_argument("--level", choices=bot_levels(), default="casual", help="the level of the honest table's bots")
    options = parser.parse_args()
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"there is no attack {kind!r}; the attacks are: {', '.join(KINDS)}")
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        sys.exit("The attacks need Linux and two cores: one for the server and one for the attacker.")
    os.sched_setaffinity(0, {CLIENTS_CORE})
    for kind in options.kinds or KINDS:
        measure(kind, options.seconds, options.pace, options.level)


if __name__ == "__main__":
    main()
