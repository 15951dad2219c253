"""Find Chromium for the browser tests and screenshots, and install it if possible.

`python tools/chromium.py` installs Chromium if it is missing, or says in one line what to install.
"""

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
"""Chromium without a user interface: renders the same pages in a third of the time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""The names of Chromium on various systems. CHROMIUM=PATH overrides them."""

FONTS = "fonts-noto-cjk"
"""Debian's package of Japanese fonts."""

FLAGS = (
    "--no-sandbox",  # Chromium opens only our own pages, often as root in a container, where its sandbox does not work
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Flags for tests in a container. Most of them keep Chromium from contacting other hosts."""

MISSING = (
    "Chromium for the browser tests is missing. Install it with Japanese fonts (Debian: "
    "'sudo apt-get install chromium-headless-shell fonts-noto-cjk'; elsewhere: chromium and Noto Sans CJK), or set "
    "CHROMIUM=PATH."
)
"""The message for people without Chromium: what to install."""


def chromium() -> str | None:
    """Return the path of Chromium, if it is installed."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def _install() -> None:
    """Install Japanese fonts and the headless shell with apt-get or, where it is not packaged, the whole browser."""
    if chromium() is None:
        _apt("update")
    _apt("install", FONTS)
    if not _apt("install", SHELL) and chromium() is None:
        _apt("install", "chromium")


def _apt(what: str, *packages: str) -> bool:
    """Run apt-get silently; return whether it succeeded. Its errors are not shown: `main` says what to install."""
    command = ["apt-get", "-qq", what, *(["--yes", "--no-install-recommends"] if packages else []), *packages]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def main() -> int:
    """Find Chromium, install it, or say what to install."""
    may_install = shutil.which("apt-get") is not None and os.geteuid() == 0 and not os.environ.get("CHROMIUM")
    if shutil.which(SHELL) is None and may_install:
        if chromium() is None:
            print("Installing Chromium for the browser tests", flush=True)
        _install()
    if chromium() is None:
        print(MISSING, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
