"""Write the requirements of the container, with the hashes of their wheels for each architecture.

    python -m tools.requirements

Run it with Python 3.11 on Linux after a change of pyproject.toml or constraints.txt. It downloads the wheels that the
container may need, on each architecture, from wherever pip is configured to look.
"""

import hashlib
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[1]

PYTHON = (3, 11)
"""The version of Python in the container."""

ARCHITECTURES = ("x86_64", "aarch64")
GLIBC_VERSIONS = (5, 12, 17, 24, 26, 27, 28, 31, 34, 35, 36)
"""The minor versions of glibc 2 for which there are wheels, up to the one in the container."""

RUNTIME = ROOT / "deploy" / "requirements.txt"
BUILD = ROOT / "deploy" / "build-requirements.txt"

HEADER = "# {}. Written by `python -m tools.requirements`; do not edit.\n"
TITLES = {RUNTIME: "What the server needs in the container", BUILD: "What compiling the rules needs in addition"}


def required(path: Path) -> list[str]:
    """Return the requirements in pyproject.toml that a file covers."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if path == RUNTIME:
        return list(pyproject["project"]["dependencies"])
    return list(pyproject["build-system"]["requires"])


def hashes_of(folder: Path) -> dict[tuple[str, str], set[str]]:
    """Return the hashes of the wheels in a folder, by name and version."""
    hashes: dict[tuple[str, str], set[str]] = {}
    for wheel in folder.glob("*.whl"):
        name, version, _, _ = parse_wheel_filename(wheel.name)
        hashes.setdefault((name, str(version)), set()).add(hashlib.sha256(wheel.read_bytes()).hexdigest())
    return hashes


def text_of(title: str, hashes: dict[tuple[str, str], set[str]]) -> str:
    """Return the contents of a requirements file."""
    blocks = [
        " \\\n".join([f"{name}=={version}", *(f"    --hash=sha256:{digest}" for digest in sorted(digests))])
        for (name, version), digests in sorted(hashes.items())
    ]
    return HEADER.format(title) + "\n".join(blocks) + "\n"


def download(requirements: Sequence[str], architecture: str, folder: Path) -> None:
    """Download the wheels of these requirements, and of all that they require, for an architecture."""
    platforms = [f"--platform=manylinux_2_{minor}_{architecture}" for minor in GLIBC_VERSIONS]
    platforms += [f"--platform={name}_{architecture}" for name in ("manylinux1", "manylinux2010", "manylinux2014")]
    python = ".".join(map(str, PYTHON))
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", f"--python-version={python}"]
    subprocess.run([*command, *platforms, "-c", ROOT / "constraints.txt", "-d", folder, *requirements], check=True)


def main() -> int:
    """Write the files."""
    if sys.version_info[:2] != PYTHON or sys.platform != "linux":
        # pip decides by the running Python which requirements of a requirement apply.
        print(f"run this with Python {PYTHON[0]}.{PYTHON[1]} on Linux", file=sys.stderr)
        return 1
    for path, title in TITLES.items():
        with tempfile.TemporaryDirectory() as folder:
            for architecture in ARCHITECTURES:
                download(required(path), architecture, Path(folder))
            path.write_text(text_of(title, hashes_of(Path(folder))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
