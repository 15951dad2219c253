"""Builds the sdist and the wheel, once for each state of the sources, and unpacks the wheel into build/compiled.

    python -m tools.packages [--quiet]

`make build`, `make test` and `make play` share what it makes. The packages are built as strangers build them: from a
clean copy, each in an isolated environment, and the wheel from the sdist. If that fails, one sentence says why, and
the sources still run as plain Python.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD_COMMAND = (sys.executable, "-m", "build")

_IN_PACKAGES = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "constraints.txt")
"""Files at the top that change what is built."""

_REASONS = (
    ("No space left on device", "the disk is full"),
    ("Killed signal terminated program", "the C compiler was killed"),
    ("Temporary failure in name resolution", "the build tools cannot be downloaded"),
    ("Connection refused", "the build tools cannot be downloaded"),
    ("Network is unreachable", "the build tools cannot be downloaded"),
    ("Could not find a version", "the build tools cannot be downloaded"),
    ("No module named build", "the package `build` is not installed"),
)
"""What the log of a failed build may say, and what it means."""


class BuildFailed(Exception):
    """The packages could not be built; says why."""


class Packages:
    """The packages of a source tree, and where they are kept."""

    def __init__(self, root: Path = ROOT, command: Sequence[str] = BUILD_COMMAND) -> None:
        self.root = root
        self.command = command
        self.folder = root / "build"
        self.compiled = self.folder / "compiled"
        """The unpacked wheel. Put before the sources on Python's path, it is what runs."""
        self.packages = self.folder / "packages"
        """The wheel and the sdist themselves."""
        self.log = self.folder / "packages.log"
        self._built = self.folder / "built"
        """Holds the state of the sources that was built; absent while there is no complete build."""

    def state(self) -> str:
        """A hash of everything that the packages are made from."""
        digest = hashlib.sha256()
        for path in [*(self.root / name for name in _IN_PACKAGES), *_sources(self.root / "src")]:
            if path.is_file():
                content = path.read_bytes()
                digest.update(f"{path.relative_to(self.root)} {len(content)}\n".encode() + content)
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        found = shutil.which(compiler.split()[0])
        digest.update(f"{sys.version} {compiler} {found} {os.environ.get('CHABUDAI_COMPILE')}".encode())
        return digest.hexdigest()

    def up_to_date(self) -> bool:
        """Whether the packages are those of the sources as they are now."""
        return self._built.is_file() and self._built.read_text() == self.state()

    def is_compiled(self) -> bool:
        """Whether the unpacked wheel has compiled modules; without a C compiler it has none."""
        return any(self.compiled.glob("*.so"))

    def discard_old(self) -> None:
        """Remove a build of other sources, so that nothing runs it by mistake."""
        if not self.up_to_date():
            self._built.unlink(missing_ok=True)
            shutil.rmtree(self.compiled, ignore_errors=True)

    def make(self) -> None:
        """Build what is not up to date; raises `BuildFailed`."""
        try:
            self.folder.mkdir(exist_ok=True)
            with self._alone():
                if not self.up_to_date():
                    self.discard_old()
                    self._make()
        except OSError as error:
            raise BuildFailed(error.strerror or str(error)) from error

    def _make(self) -> None:
        state = self.state()
        with tempfile.TemporaryDirectory(prefix="packages-", dir=self.folder) as name:
            made = Path(name)
            self._run_build(made / "packages")
            (wheel,) = (made / "packages").glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(made / "compiled")
            shutil.rmtree(self.packages, ignore_errors=True)
            (made / "packages").rename(self.packages)
            (made / "compiled").rename(self.compiled)
        self._built.write_text(state)

    def _run_build(self, packages: Path) -> None:
        environment = dict(os.environ)
        environment.pop("PYTHONPATH", None)  # an isolated build sees nothing of ours
        if (self.root / "constraints.txt").is_file():
            environment["PIP_CONSTRAINT"] = str(self.root / "constraints.txt")
        with self.log.open("wb") as log:
            run = subprocess.run(
                [*self.command, "--outdir", str(packages), str(self.root)],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if run.returncode:
            raise BuildFailed(self._reason(run.returncode))

    def _reason(self, code: int) -> str:
        said = self.log.read_text(errors="replace")
        for phrase, reason in _REASONS:
            if phrase in said:
                return reason
        return f"the build was ended by {signal.Signals(-code).name}" if code < 0 else "the build failed"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for a build that another process runs: two at once would overwrite each other's files."""
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _sources(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts and not any(part.endswith(".egg-info") for part in path.parts)
    )


@contextmanager
def building(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a command that builds the packages beside whatever else is done, and ends it with all its processes."""
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def failure(packages: Packages, error: BuildFailed) -> str:
    """One sentence about a build that failed, and what that means."""
    log = packages.log.relative_to(packages.root)
    return (
        f"The rules could not be compiled: {error}. They run as plain Python, with the same results, more slowly"
        f" ({log} has the details)."
    )


NO_COMPILER = "No working C compiler was found: the rules run as plain Python, with the same results, more slowly."


def main() -> int:
    """Build the packages if they are not up to date; `--quiet` says only what is wrong."""
    packages = Packages()
    if not packages.up_to_date() and "--quiet" not in sys.argv:
        print("Compiling the rules into build/compiled, which takes a minute or two", flush=True)
    try:
        packages.make()
    except BuildFailed as error:
        print(failure(packages, error), file=sys.stderr)
        return 1
    if not packages.is_compiled():
        print(NO_COMPILER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
