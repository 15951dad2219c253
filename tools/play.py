"""`make play`: start the server immediately and compile the rules in the background.

    python -m tools.play [ARGUMENTS OF chabudai serve]

The server runs the sources until the rules are compiled. The compiler runs at low priority. When it has finished, the
server restarts in place; tables, seats and open pages carry on.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from tools.packages import Packages, building, failure

COMPILER = ("nice", "-n", "19", sys.executable, "-m", "tools.packages", "--quiet")

_POLL_SECONDS = 0.1
"""How often to check on the server and the compiler."""


def server_command(arguments: Sequence[str]) -> list[str]:
    """Return the command that starts the server."""
    return [sys.executable, "-m", "chabudai", "serve", *arguments]


def server_environment(packages: Packages) -> dict[str, str]:
    """Put the compiled rules first on Python's path. As long as they do not exist, Python finds the sources."""
    return os.environ | {"PYTHONPATH": str(packages.compiled)}


def serve_and_compile(packages: Packages, arguments: Sequence[str], compiler: Sequence[str] = COMPILER) -> int:
    """Serve while the compiler runs; return the server's exit code."""
    print(
        "The rules run as plain Python while they are being compiled. In a minute or two the server will switch to the"
        " compiled rules; games continue.",
        flush=True,
    )
    # The server inherits the blocked signal and receives it once its handler is installed.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    server = subprocess.Popen(server_command(arguments), env=server_environment(packages))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends Ctrl-C to the server too, which then stops
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: server.terminate())
    with building(*compiler) as compiling:
        while server.poll() is None and compiling.poll() is None:
            time.sleep(_POLL_SECONDS)
    if server.poll() is None:
        _switch_to_compiled(packages, server, compiling.returncode)
    return server.wait()


def _switch_to_compiled(packages: Packages, server: subprocess.Popen[bytes], code: int) -> None:
    """Tell the server to use the compiled rules. If there are none, the compiler has already said why."""
    if code < 0:  # killed before it could print a reason
        print(failure(packages, f"the compiler was stopped by {signal.Signals(-code).name}"), file=sys.stderr)
    elif code == 0 and packages.is_compiled():
        print("The rules are compiled; switching to them now.", flush=True)
        server.send_signal(signal.SIGUSR2)


def main() -> int:
    """Serve, with the compiled rules as soon as they exist."""
    packages = Packages()
    arguments = sys.argv[1:]
    if packages.up_to_date():
        os.execve(sys.executable, server_command(arguments), server_environment(packages))
    return serve_and_compile(packages, arguments)


if __name__ == "__main__":
    sys.exit(main())
