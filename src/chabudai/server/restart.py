"""Restarts in place: the same process runs the program again, and its listening sockets stay open.

SIGUSR2 triggers a restart; `serve` handles it. Tables are unloaded between moves and restored from disk, and new
connections wait in the sockets' queues. This lets a server switch to a new version or to newly compiled rules.
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
    for descriptor in filter(None, os.environ.pop(_SOCKETS, "").split(",")):
        inherited = socket.socket(fileno=int(descriptor))
        inherited.set_inheritable(False)
        inherited.setblocking(False)
        sockets.append(inherited)
    return sockets


def restart(sockets: Sequence[socket.socket]) -> NoReturn:
    """Run the program again with the same arguments, passing these sockets on. Signals must be blocked."""
    for listener in sockets:
        listener.set_inheritable(True)
    descriptors = ",".join(str(listener.fileno()) for listener in sockets)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {_SOCKETS: descriptors})


def block_signals() -> None:
    """Block signals: during the restart nothing handles them, and they would end the process."""
    _set_blocked(True)


def unblock_signals() -> None:
    """Unblock signals; those that arrived meanwhile are handled now."""
    _set_blocked(False)


def _set_blocked(blocked: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signals = {signal.SIGINT, signal.SIGTERM, signal.SIGUSR2}
        signal.pthread_sigmask(signal.SIG_BLOCK if blocked else signal.SIG_UNBLOCK, signals)
