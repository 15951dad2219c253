"""`make play`: serves the tables at once, and compiles the rules meanwhile.

    python -m tools.play [ARGUMENTS OF chabudai serve]

Until the rules are compiled, the server runs the sources. The compiler works beside it, at low priority; when it has
finished, the server restarts in place, and tables, seats and open pages carry on.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from tools.packages import Packages, building, failure

COMPILER = ("nice", "-n", "19", sys.executable, "-m", "tools.packages", "--quiet")

_GLANCE = 0.1
"""Seconds between looks at the server and the compiler."""


def server_command(arguments: Sequence[str]) -> list[str]:
    """How the server is started."""
    return [sys.executable, "-m", "chabudai", "serve", *arguments]


def server_environment(packages: Packages) -> dict[str, str]:
    """The server looks for the compiled rules first. While there are none, Python goes on to the sources."""
    return os.environ | {"PYTHONPATH": str(packages.compiled)}


def serve_and_compile(packages: Packages, arguments: Sequence[str], compiler: Sequence[str] = COMPILER) -> int:
    """Serve while the compiler works; returns the server's exit code."""
    print(
        "The rules run as plain Python while they are being compiled; in a minute or two the table switches to the"
        " compiled rules, and games go on.",
        flush=True,
    )
    # The server inherits the block, and gets the signal once its handler is installed.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    server = subprocess.Popen(server_command(arguments), env=server_environment(packages))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends Ctrl-C to the server too, which then ends
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: server.terminate())
    with building(*compiler) as compiling:
        while server.poll() is None and compiling.poll() is None:
            time.sleep(_GLANCE)
    if server.poll() is None:
        _switch_to_compiled(packages, server, compiling.returncode)
    return server.wait()


def _switch_to_compiled(packages: Packages, server: subprocess.Popen[bytes], code: int) -> None:
    """Have the server use the rules that have just been compiled. If there are none, the compiler has said why."""
    if code < 0:  # it could not say anything
        print(failure(packages, f"the compiler was ended by {signal.Signals(-code).name}"), file=sys.stderr)
    elif code == 0 and packages.is_compiled():
        print("The rules are compiled; the table switches to them now.", flush=True)
        server.send_signal(signal.SIGUSR2)


def main() -> int:
    """Serve, with compiled rules as soon as there are any."""
    packages = Packages()
    arguments = sys.argv[1:]
    if packages.up_to_date():
        os.execve(sys.executable, server_command(arguments), server_environment(packages))
    return serve_and_compile(packages, arguments)


if __name__ == "__main__":
    sys.exit(main())
