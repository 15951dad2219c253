"""Restarting in place: the same process runs the program again, and the sockets that it listens at stay open.

SIGUSR2 asks for it. Tables are put away between moves and found again on disk, as after any restart; whoever connects
meanwhile waits in the sockets' queue. So a server can take up a new version, or rules that have just been compiled.
"""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from typing import NoReturn

_SOCKETS = "CHABUDAI_SOCKETS"
"""The environment variable that hands the sockets' numbers to the program that takes over."""


def inherited_sockets() -> list[socket.socket]:
    """The sockets that the program before a restart left to this one; none at a first start."""
    sockets = []
    for number in filter(None, os.environ.pop(_SOCKETS, "").split(",")):
        inherited = socket.socket(fileno=int(number))
        inherited.set_inheritable(False)
        inherited.setblocking(False)
        sockets.append(inherited)
    return sockets


def restart(sockets: Sequence[socket.socket]) -> NoReturn:
    """Run the program again as it was called, with these sockets; signals must be held."""
    for kept in sockets:
        kept.set_inheritable(True)
    numbers = ",".join(str(kept.fileno()) for kept in sockets)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {_SOCKETS: numbers})


def hold_signals() -> None:
    """Let signals wait: between two programs there is nobody to handle them, and they would end the process."""
    _mask(held=True)


def release_signals() -> None:
    """Handle signals from now on, and those that waited."""
    _mask(held=False)


def _mask(held: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        numbers = {signal.SIGINT, signal.SIGTERM, signal.SIGUSR2}
        signal.pthread_sigmask(signal.SIG_BLOCK if held else signal.SIG_UNBLOCK, numbers)
