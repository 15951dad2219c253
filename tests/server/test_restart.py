"""A restart in place: process, sockets and tables stay, and no connection is refused."""

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
from server.running_server import TIMEOUT, ServerProcess, play_to_end, wait_until


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    server_process = ServerProcess(tmp_path)
    server_process.start()
    yield server_process
    server_process.kill()


def restart(process: ServerProcess, total: int = 1) -> None:
    """Request a restart and wait until the new program responds; `total` counts all restarts, including this one."""
    assert process.popen is not None
    process.popen.send_signal(signal.SIGUSR2)
    wait_until(lambda: (process.path / "log").read_text().count('"what":"restarting"') == total)
    assert httpx.get(f"{process.server.address}/healthz", timeout=30).status_code == 200


def test_a_game_continues_with_the_same_people(process: ServerProcess) -> None:
    host = process.server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    before = host.connect(table).ready()
    assert before.wait_for_turn()
    acknowledged = before.choose()
    assert before.wait_for_turn()
    scene = before.now["scene"]
    restart(process)
    assert before.close_code() == 1012  # the close code that makes a page reconnect
    after = host.connect(table).ready()
    assert after.now["seq"] >= acknowledged
    assert after.now["scene"]["choices"] == scene["choices"]
    play_to_end([after], Rng(1))
    assert after.now["status"] == "over"
    assert process.stop() == 0


def test_no_connection_is_refused_during_a_restart(process: ServerProcess) -> None:
    refused: list[Exception] = []
    done = threading.Event()

    def visit() -> None:
        while not done.is_set():
            try:
                # Each request has its own connection, so that none is closed between requests.
                assert httpx.get(f"{process.server.address}/healthz", timeout=30).status_code == 200
            except httpx.ConnectError as error:
                refused.append(error)
            except httpx.TransportError:
                pass  # it had connected, and the old program closed the connection
            time.sleep(0.005)

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        for total in (1, 2):
            restart(process, total)
    finally:
        done.set()
        visitor.join()
    assert refused == []
    assert process.stop() == 0


def test_the_address_is_printed_once(process: ServerProcess) -> None:
    restart(process)
    assert (process.path / "log").read_text().count("Chabudai is at") == 1
    assert process.stop() == 0


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("after", [0.0, 0.01, 0.1, 0.3])
def test_stopping_during_a_restart_stops_the_server(process: ServerProcess, by: signal.Signals, after: float) -> None:
    assert process.popen is not None
    process.popen.send_signal(signal.SIGUSR2)
    if after:
        wait_until(lambda: '"what":"restarting"' in (process.path / "log").read_text())
        time.sleep(after)  # the old program is stopping, or the new one is starting or serving
    process.popen.send_signal(by)
    assert process.popen.wait(TIMEOUT) == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{process.server.address}/healthz")
    output = (process.path / "log").read_text()
    assert '"level":"warning"' not in output
    assert "Traceback" not in output


def test_after_a_restart_a_server_knows_that_it_is_open_to_the_local_network() -> None:
    async def listen_again() -> list[str]:
        raise AssertionError("the server already listens there")

    binding = Binding("127.0.0.1", 8000, listen_again, listening_hosts=["192.0.2.7"])
    assert binding.base_urls() == ["http://192.0.2.7:8000"]
    assert not binding.can_open_to_network


def test_all_sockets_are_served_after_a_restart(tmp_path: Path) -> None:
    """A server opened to the local network has a second socket; here it is another port."""
    first, second = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
    process = ServerProcess(tmp_path)
    process.port = first.getsockname()[1]
    try:
        process.start(inherited=(first, second))
        restart(process)
        port = second.getsockname()[1]
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=30).status_code == 200
        assert process.stop() == 0
    finally:
        process.kill()
