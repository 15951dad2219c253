"""Empty environments to install packages in."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.packages import ROOT

NO_COMPILER = {"CC": "/bin/false"}
"""Environment variables that disable the C compiler."""


class Environment:
    """A virtual environment, separate from this source tree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        self.bin = folder / "bin"

    def install(self, *what: str, variables: Mapping[str, str] | None = None) -> None:
        """Install packages with pip."""
        pip = [str(self.bin / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        constraints = ["-c", str(ROOT / "constraints.txt")]
        done = self._run([*pip, *constraints, *what], variables)
        assert done.returncode == 0, done.stdout + done.stderr

    def run(self, *command: str, folder: Path | None = None) -> str:
        """Run a program of the environment, by default in its own folder, and return its output."""
        done = self._run([str(self.bin / command[0]), *command[1:]], folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _run(
        self, command: list[str], variables: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        # With PYTHONPATH, Python would find the sources.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env=environment | dict(variables or {}),
            capture_output=True,
            text=True,
            check=False,
        )
