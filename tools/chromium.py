"""Chromium for the browser tests and the screenshots: finds the system's, and installs it where it may.

python tools/chromium.py     makes sure that there is one, or says in one line what to install
"""

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
"""Chromium without windows and menus: the same pages, for a third of the time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""What systems call it. CHROMIUM=PATH names another one."""

FONTS = "fonts-noto-cjk"
"""Debian's package of letters for Japanese."""

FLAGS = (
    "--no-sandbox",  # it opens our own pages only, and often as root in a container, where its sandbox does not work
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""How it is started: alone, without calling anybody."""

WANTED = (
    "There is no Chromium for the browser tests. Install it, with letters for Japanese (Debian: "
    "'sudo apt-get install chromium-headless-shell fonts-noto-cjk'; elsewhere: chromium and Noto Sans CJK), or set "
    "CHROMIUM=PATH."
)


def chromium() -> str | None:
    """The path of the system's Chromium, if there is one."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def _install() -> None:
    """Install it by apt-get: the shell, or where there is none the whole browser."""
    if chromium() is None:
        _apt("update")
    _apt("install", FONTS)
    if not _apt("install", SHELL) and chromium() is None:
        _apt("install", "chromium")


def _apt(what: str, *packages: str) -> bool:
    """Whether it went well. Nothing is printed: `WANTED` sums up what to do if no browser came of it."""
    command = ["apt-get", "-qq", what, *(["--yes", "--no-install-recommends"] if packages else []), *packages]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def main() -> int:
    """Find it, else install it, else say what to do."""
    may_install = shutil.which("apt-get") is not None and os.geteuid() == 0 and not os.environ.get("CHROMIUM")
    if shutil.which(SHELL) is None and may_install:
        if chromium() is None:
            print("Installing Chromium for the browser tests", flush=True)
        _install()
    if chromium() is None:
        print(WANTED, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
