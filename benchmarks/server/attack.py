"""Measure how long an honest player waits while one address attacks the server.

    python -m benchmarks.server.attack [messages|pages|bots …] [--seconds 300] [--pace normal] [--level casual]

The server runs with its default limits, together with its workers on one core. The attacker sends all it can from
127.0.0.2, on the other core, where an honest player from 127.0.0.1 needs hardly any time. The honest player plays
against bots. The time until the server replies to a command, and until it is the player's turn again, is measured first
without and then, for as long, with the attack. Everything stays on this machine, and stops by itself.

During the attack, the 99th percentile of the replies must stay under 100 ms, and the median of the turns, which the
random pauses of single turns do not change, under twice the one without the attack. Otherwise the program says what it
missed, and exits with 1.
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
_MAX_REPLY = 0.1
"""Seconds until the reply to a command, for 99 of 100 commands of the honest player."""
_MAX_SLOWDOWN = 2.0
"""The median time between two turns of the honest player, as a multiple of the one without an attack."""
_MIN_TURNS = 20
"""With fewer turns than this, their median means nothing."""
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


def missed(kind: str, calm: HonestPlayer, attacked: HonestPlayer, faults: int) -> list[str]:
    """Return a sentence for each bound that was missed; `calm` was not attacked."""
    sentences = []
    if faults:
        sentences.append(f"{kind}: the server's log has {faults} faults.")
    turns = min(len(calm.turns), len(attacked.turns))
    if turns < _MIN_TURNS:
        sentences.append(f"{kind}: {turns} turns are too few to compare; at least {_MIN_TURNS} are needed.")
    reply = percentile(attacked.replies, 0.99)
    if reply >= _MAX_REPLY:
        sentences.append(f"{kind}: p99 of the replies is {1000 * reply:.1f} ms, not under {1000 * _MAX_REPLY:.0f} ms.")
    before, after = percentile(calm.turns, 0.5), percentile(attacked.turns, 0.5)
    if turns and after >= _MAX_SLOWDOWN * before:
        sentences.append(
            f"{kind}: the median time between two turns is {after:.2f} s, not under {_MAX_SLOWDOWN:g} times"
            f" the {before:.2f} s without the attack."
        )
    return sentences


def measure(kind: str, seconds: float, pace: str, level: str) -> list[str]:
    """Measure an honest player without and with an attack, and print the figures. Return which bounds were missed."""
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
            asyncio.run(calm.play(seconds))
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
        return missed(kind, calm, attacked, len(faults))


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
    parser.add_argument(
        "--seconds",
        type=float,
        default=300.0,
        help="the duration of each attack, and of the measurement before it (default: 300)",
    )
    parser.add_argument("--pace", choices=PAUSE_SECONDS, default="normal", help="the honest table's pace")
    parser.add_argument("--level", choices=bot_levels(), default="casual", help="the level of the honest table's bots")
    options = parser.parse_args()
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"there is no attack {kind!r}; the attacks are: {', '.join(KINDS)}")
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        sys.exit("The attacks need Linux and two cores: one for the server and one for the attacker.")
    os.sched_setaffinity(0, {CLIENTS_CORE})
    sentences: list[str] = []
    for kind in options.kinds or KINDS:
        sentences += measure(kind, options.seconds, options.pace, options.level)
    if sentences:
        sys.exit("\n".join(sentences))
    print("All bounds were met.")


if __name__ == "__main__":
    main()
