"""A restart in place: the process, its sockets and its tables stay, and nobody is turned away."""

import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from chabudai.kernel.rng import Rng
from chabudai.server.bind import Binding
from server.served import WAIT, Process, play_on, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    made = Process(tmp_path)
    made.start()
    yield made
    made.kill()


def restart(server: Process, times: int = 1) -> None:
    """Ask for a restart, and wait until the new program answers."""
    assert server.process is not None
    server.process.send_signal(signal.SIGUSR2)
    until(lambda: (server.path / "log").read_text().count('"what":"restarting"') == times)
    assert httpx.get(f"{server.served.address}/healthz", timeout=30).status_code == 200


def test_a_game_goes_on_with_the_same_people(server: Process) -> None:
    host = server.served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    before = host.connect(table).ready()
    assert before.turn()
    acknowledged = before.choose()
    assert before.turn()
    scene = before.now["scene"]
    restart(server)
    assert before.ended() == 1012  # the code at which a page connects again
    after = host.connect(table).ready()
    assert after.now["seq"] >= acknowledged
    assert after.now["scene"]["choices"] == scene["choices"]
    play_on([after], Rng(1))
    assert after.now["status"] == "over"
    assert server.stop() == 0


def test_nobody_is_refused_meanwhile(server: Process) -> None:
    refused: list[Exception] = []
    done = threading.Event()

    def visit() -> None:
        while not done.is_set():
            try:
                # Each visit is a connection of its own, so that none is cut off in the middle.
                assert httpx.get(f"{server.served.address}/healthz", timeout=30).status_code == 200
            except httpx.ConnectError as error:
                refused.append(error)
            except httpx.TransportError:
                pass  # it had connected, and the old program closed as it asked
            time.sleep(0.005)

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        for times in (1, 2):
            restart(server, times)
    finally:
        done.set()
        visitor.join()
    assert refused == []
    assert server.stop() == 0


def test_where_it_is_reached_is_told_once(server: Process) -> None:
    restart(server)
    assert (server.path / "log").read_text().count("Chabudai is at") == 1
    assert server.stop() == 0


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("after", [0.0, 0.01, 0.1, 0.3])
def test_stopping_during_a_restart_stops_the_server(server: Process, by: signal.Signals, after: float) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGUSR2)
    if after:
        until(lambda: '"what":"restarting"' in (server.path / "log").read_text())
        time.sleep(after)  # the old program ends, the new one begins, or it serves
    server.process.send_signal(by)
    assert server.process.wait(WAIT) == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.served.address}/healthz")
    said = (server.path / "log").read_text()
    assert '"level":"warning"' not in said
    assert "Traceback" not in said


def test_a_server_on_the_local_network_stays_there() -> None:
    again = Binding("127.0.0.1", 8000, wider=["192.0.2.7"])
    assert again.addresses() == ["http://192.0.2.7:8000"]
    assert not again.can_widen


def test_all_sockets_are_served_after_a_restart(tmp_path: Path) -> None:
    """As after somebody asked to listen on the local network; here the second socket is another port."""
    first, second = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
    server = Process(tmp_path)
    server.port = first.getsockname()[1]
    try:
        server.start(inherited=(first, second))
        restart(server)
        port = second.getsockname()[1]
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=30).status_code == 200
        assert server.stop() == 0
    finally:
        server.kill()
