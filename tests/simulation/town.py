"""The people of a simulation: they find each other, and the server."""

from collections.abc import Callable
from random import Random
from typing import Any

from simulation.client import Client
from simulation.host import Friend, Host
from simulation.network import SocketLink
from simulation.person import Person
from simulation.process import ServerProcess
from simulation.watch import Watch
from simulation.world import World

_NAMES = ("Aoi", "Ben", "Chie", "Dan", "Emi", "Fumi", "Goro", "Hana")


class Town:
    """Everybody who comes to the tables of one server."""

    def __init__(self, world: World, watch: Watch) -> None:
        self.world = world
        self.watch = watch
        self.random: Random = world.random("town")
        self.process: ServerProcess | None = None
        self.people: list[Person] = []
        self._waiting: list[Callable[[], None]] = []

    def populate(self) -> None:
        """Let people come: a host, and friends whom the host invites."""
        host = Host(self, _NAMES[0], self.random)
        host.friends = [
            Friend(self, _NAMES[number + 1], self.random, host)
            for number in range(self.random.choice((1, 1, 2, 2, 2, 3)))
        ]
        self.people += [host, *host.friends]
        for person in self.people:
            person.enter()

    # ---- The server -------------------------------------------------------------------------------------------------

    def when_up(self, act: Callable[[], None]) -> None:
        """Do something when the server is up again."""
        self._waiting.append(act)

    def server_started(self, process: ServerProcess) -> None:
        """Let everybody know that the server is up."""
        self.process = process
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            self.world.after(self.random.uniform(0.05, 3.0), act)

    # ---- What clients need ------------------------------------------------------------------------------------------

    def check_frame(self, link: SocketLink, text: str) -> Any:
        """Check a message of the server, and decode it."""
        return self.watch.check_frame(link, text)

    def check_response(self, client: Client, path: str, body: bytes) -> None:
        """Check an HTTP response of the server."""
        self.watch.check_response(client, path, body)

    def on_presence(self, link: SocketLink) -> None:
        """Note that the server's end of a connection was opened or closed."""
        self.watch.attendance.update(link)

    def on_message(self, link: SocketLink, text: str) -> None:
        """Note that a message has reached the server."""
        self.watch.on_message(link, text)

    def table_name(self, table_id: str) -> str:
        """Return how the story names a table."""
        return self.watch.table_name(table_id)

    def entered(self, client: Client) -> None:
        """Note that a client has got its cookie."""
        self.watch.clients[client.guest] = client

    def scene_of(self, client: Client) -> bytes:
        """Return the scene that a client sees who is shown a page."""
        table = self.watch.shadows[client.table].table
        seats = table.seats_of(client.guest)
        return self.watch.shadows[client.table].scene(seats[0], client.language, False) if seats else b'{"choices":[]}'

    def take_seat_over(self, person: Person, table: str, seat: int, path: str) -> None:
        """Let another device of a person take their seat over."""
        device = person.spare
        if device is None:
            host = person if isinstance(person, Host) else person.host if isinstance(person, Friend) else None
            assert host is not None
            device = Friend(self, f"{person.name}'s phone", self.random, host)
            person.spare, device.spare = device, person
            self.people.append(device)
            device.enter()
        self.world.tell("{} moves seat {} at {} to another device.", person.name, seat, self.table_name(table))
        device.take_over(path, table, seat)

    def on_transfer(self, table: str, seat: int, client: Client) -> None:
        """Note that a player gives their seat to another device."""
        self.watch.seat_rules.on_transfer(table, seat, client.guest)

    def calm_down(self) -> None:
        """Let everybody stop."""
        for person in self.people:
            person.active = False
