"""Finding Chromium, and the message if it cannot be installed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_one_line_says_what_to_install(tmp_path: Path) -> None:
    # This path contains no programs, not even apt-get.
    environment = os.environ | {"PATH": str(tmp_path)}
    environment.pop("CHROMIUM", None)
    command = [sys.executable, str(ROOT / "tools" / "chromium.py")]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout == ""
    (line,) = run.stderr.splitlines()
    assert "apt-get install chromium-headless-shell fonts-noto-cjk" in line


def test_another_chromium_can_be_selected(tmp_path: Path) -> None:
    named = tmp_path / "my-chromium"
    named.write_text("#!/bin/sh\n")
    named.chmod(0o755)
    environment = os.environ | {"PATH": str(tmp_path), "CHROMIUM": str(named)}
    command = [sys.executable, str(ROOT / "tools" / "chromium.py")]
    assert subprocess.run(command, env=environment, check=False).returncode == 0
