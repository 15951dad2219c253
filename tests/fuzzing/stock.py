"""Tables in every state, which each part of a run starts with."""

import copy
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from chabudai.games.registry import games
from fuzzing.server import GENEROUS, FuzzedServer, FuzzedSocket, running_server
from simulation.store import Disk

HOST, PLAYER, SPECTATOR, REMOVED = PEOPLE = ("aoi", "ken", "mio", "nao")
"""The guests: who opens tables, who sits down there, who watches, and who was removed."""

_SEED = 22
_MAX_ROUNDS = 3000


@dataclass(frozen=True)
class Stock:
    """The tables of one game."""

    disk: Disk
    tables: dict[str, str]
    """The ids of the tables, by their states."""
    records: list[bytes]
    """Of a whole game, and of one that was closed early."""

    def copy_disk(self) -> Disk:
        """Return a disk with these tables, on which a server may change everything."""
        disk = copy.copy(self.disk)
        disk.logs = {table: dict(log) for table, log in disk.logs.items()}
        disk.tables_of = {guest: dict(tables) for guest, tables in disk.tables_of.items()}
        for name in ("listings", "wakes", "guests", "games", "reports"):
            setattr(disk, name, dict(getattr(disk, name)))
        disk.heartbeat = None
        return disk


def game_names() -> list[str]:
    """Return the names of all games."""
    return list(games())


@cache
def stock(game: str) -> Stock:
    """Play until there is a table in every state. The result depends on nothing but the game."""
    with running_server(_SEED, GENEROUS, Disk()) as server:
        maker = _Maker(server, game)
        tables = {
            "open": maker.open(["me", "open", "open"]),
            "playing": maker.playing(4),
            "late": maker.playing(14),
            "shared": maker.shared(),
            "abandoned": maker.abandoned(),
            "closed": maker.closed(),
            "over": maker.over(),
        }
        records = [server.request("GET", f"/record/{tables[state]}.json").body for state in ("over", "closed")]
        server.check_logs()
        return Stock(server.disk, tables, records)


class _Maker:
    """Makes the tables of one game."""

    def __init__(self, server: FuzzedServer, game: str) -> None:
        self.server = server
        self.game = game
        self.random = Random(f"stock of {game}")
        self._commands = 0

    def open(self, seats: list[str], **fields: Any) -> str:
        form = {"game": self.game, "players": 3, "seats": seats, "pace": "at_once", "listed": True} | fields
        table: str = self.server.post_json("/tables", HOST, form)["table"]
        return table

    def playing(self, moves: int) -> str:
        """Two people and a bot, after somebody was removed."""
        table = self.open(["me", "open", "open"])
        host, player, removed = (FuzzedSocket(self.server, guest, table) for guest in (HOST, PLAYER, REMOVED))
        self._do(removed, "sit", seat=1)
        self._do(host, "remove", seat=1)
        self._do(player, "sit", seat=1)
        self._do(host, "begin")
        self._play(table, [host, player], moves)
        return table

    def shared(self) -> str:
        """Two people at one device, who decide every move with "it's me"."""
        table = self.open(["me", "me", "casual"])
        host = FuzzedSocket(self.server, HOST, table)
        self._play(table, [host], 3)
        host.disconnect()
        return table

    def abandoned(self) -> str:
        table = self.playing(3)
        for guest in (HOST, PLAYER):
            socket = FuzzedSocket(self.server, guest, table)
            self._do(socket, "leave")
            socket.disconnect()
        return table

    def closed(self) -> str:
        table = self.playing(5)
        self._do(FuzzedSocket(self.server, HOST, table), "close")
        return table

    def over(self) -> str:
        table = self.open(["me", "random", "random"])
        host = FuzzedSocket(self.server, HOST, table)
        self._play(table, [host], 10_000)
        host.disconnect()
        return table

    def _do(self, socket: FuzzedSocket, do: str, **fields: object) -> None:
        self._commands += 1
        socket.expect_done({"id": f"stock {self._commands}", "do": do} | fields)

    def _play(self, table_id: str, sockets: list[FuzzedSocket], moves: int) -> None:
        """Let people choose at random until this many moves are made, or the game is over."""
        table = self.server.process.tables.tasks[table_id].table
        for _ in range(_MAX_ROUNDS):
            if (table.status != "playing" and table.begun) or len(table.play.moves) >= moves:
                return
            self.server.advance(1.0)
            for socket in sockets:
                for seat in table.seats_of(socket.guest):
                    if table.status == "playing" and table.state.waiting >> seat & 1:
                        if len(table.seats_of(socket.guest)) > 1:
                            self._do(socket, "reveal", seat=seat)
                        self._do(socket, "choose", seat=seat, action=self.random.choice(table.state.legal(seat)))
        raise AssertionError(f"the game at table {table_id} does not end")
