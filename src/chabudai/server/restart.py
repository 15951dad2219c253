"""Restarts in place: the same process runs the program again, and its listening sockets stay open.

SIGUSR2 triggers it. Tables are unloaded between moves and restored from disk, as after any restart; new connections
wait in the sockets' queues. So a server can switch to a new version, or to rules that have just been compiled.
"""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from typing import NoReturn

_SOCKETS = "CHABUDAI_SOCKETS"
"""The environment variable that passes the sockets' file descriptors to the restarted program."""


def inherited_sockets() -> list[socket.socket]:
    """Return the sockets passed on by a restart; none at the first start."""
    sockets = []
    for number in filter(None, os.environ.pop(_SOCKETS, "").split(",")):
        inherited = socket.socket(fileno=int(number))
        inherited.set_inheritable(False)
        inherited.setblocking(False)
        sockets.append(inherited)
    return sockets


def restart(sockets: Sequence[socket.socket]) -> NoReturn:
    """Run the program again with the same arguments, passing these sockets on. Signals must be held."""
    for listener in sockets:
        listener.set_inheritable(True)
    numbers = ",".join(str(listener.fileno()) for listener in sockets)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {_SOCKETS: numbers})


def hold_signals() -> None:
    """Block signals: during the restart nothing handles them, and they would end the process."""
    _mask(held=True)


def release_signals() -> None:
    """Unblock signals, including those that arrived meanwhile."""
    _mask(held=False)


def _mask(held: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        numbers = {signal.SIGINT, signal.SIGTERM, signal.SIGUSR2}
        signal.pthread_sigmask(signal.SIG_BLOCK if held else signal.SIG_UNBLOCK, numbers)
