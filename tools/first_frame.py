"""Measures how long the full-screen terminal takes from its start to the first frame with a table.

    python tools/first_frame.py [TIMES]

It runs the sources or, with PYTHONPATH=build/compiled, the compiled rules.
"""

import fcntl
import os
import pty
import statistics
import struct
import subprocess
import sys
import termios
import time

import chabudai

TIMES = 10
ROWS, COLUMNS = 24, 80
COMMAND = [sys.executable, "-m", "chabudai", "play", "kasane", "--seed", "1", "--chance", "start=0"]
MARKER = b"[1]"
"""The number of a choice, which appears only with the table."""


def first_frame() -> float:
    """Return the seconds from the start of the program until the table is on the screen."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    began = time.perf_counter()
    with subprocess.Popen(COMMAND, stdin=follower, stdout=follower, stderr=follower) as process:
        os.close(follower)
        seen = b""
        while MARKER not in seen:
            seen += os.read(leader, 65_536)
        taken = time.perf_counter() - began
        process.kill()
    os.close(leader)
    return taken


def main() -> int:
    """Measure several times, and print the median and the range."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    first_frame()  # warm the file cache
    taken = sorted(first_frame() for _ in range(times))
    build = "compiled" if chabudai.COMPILED else "plain Python"
    print(
        f"{build}: first frame after {statistics.median(taken):.2f} s, from {taken[0]:.2f} to {taken[-1]:.2f} s, "
        f"{times} times"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
