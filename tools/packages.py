"""Build the sdist and the wheel, once for each version of the sources, and unpack the wheel.

    python -m tools.packages [--quiet]

`make build`, `make test` and `make play` share the result. The packages are built as any user would build them: in
isolated environments, and the wheel from the sdist. Each version of the sources has its own folder, so a running
program keeps its build while another is made; build/compiled and build/packages link to the latest. If a build fails,
one sentence says why, and the sources still run as plain Python.
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

_BUILD_FILES = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "constraints.txt")
"""Files in the root folder that affect the build."""

_MAKING = "making-"
"""Prefix of temporary build folders."""

_MADE = "made-"
"""Prefix of finished build folders, one for each version of the sources."""

_KEPT = 3
"""How many builds to keep: programs may still be running earlier ones."""

_REASONS = (
    ("[Errno 28]", "the disk is full"),
    ("No space left on device", "the disk is full"),
    ("Killed signal terminated program", "the C compiler was killed"),
    ("Temporary failure in name resolution", "the build tools cannot be downloaded"),
    ("Connection refused", "the build tools cannot be downloaded"),
    ("Network is unreachable", "the build tools cannot be downloaded"),
    ("Could not find a version", "the build tools cannot be downloaded"),
    ("No module named build", "the package `build` is not installed"),
)
"""Phrases in the log of a failed build, and what they mean."""


class BuildFailed(Exception):
    """The packages could not be built; the message says why."""


class Packages:
    """The packages of a source tree as it is now, and where they are stored."""

    def __init__(self, root: Path = ROOT, command: Sequence[str] = BUILD_COMMAND) -> None:
        self.root = root
        self.command = command
        self.folder = root / "build"
        self.made = self.folder / f"{_MADE}{self._fingerprint()}"
        """The folder of the build of these sources; exists only once the build is complete."""
        self.compiled = self.made / "compiled"
        """The unpacked wheel. It runs if it comes before the sources on Python's path."""
        self.archives = self.made / "packages"
        """The wheel and the sdist."""
        self.log = self.folder / "packages.log"

    def up_to_date(self) -> bool:
        """Check whether the packages of these sources exist."""
        return self.made.is_dir()

    def is_compiled(self) -> bool:
        """Check whether the wheel contains compiled modules; without a C compiler it does not."""
        return any(self.compiled.glob("*.so"))

    def make(self) -> None:
        """Build the packages if they are out of date; raise `BuildFailed` if that is impossible."""
        try:
            self.folder.mkdir(exist_ok=True)
            with self._locked():
                if not self.up_to_date():
                    self._make()
                self._point_to_latest()
        except OSError as error:
            raise BuildFailed(error.strerror or str(error)) from error

    def _fingerprint(self) -> str:
        """Hash everything that affects the packages: the sources, Python, and the C compiler."""
        digest = hashlib.sha256()
        for path in [*(self.root / name for name in _BUILD_FILES), *_sources(self.root / "src")]:
            if path.is_file():
                content = path.read_bytes()
                digest.update(f"{path.relative_to(self.root)} {len(content)}\n".encode() + content)
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        digest.update(f"{sys.version} {compiler} {shutil.which(compiler.split()[0])}".encode())
        return digest.hexdigest()[:16]

    def _make(self) -> None:
        for leftover in self.folder.glob(f"{_MAKING}*"):  # of a build that was killed
            shutil.rmtree(leftover, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_MAKING, dir=self.folder) as name:
            made, scratch = Path(name, "made"), Path(name, "scratch")
            scratch.mkdir()
            self._run_build(made / "packages", scratch)
            (wheel,) = (made / "packages").glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(made / "compiled")
            made.rename(self.made)
        builds = sorted(self.folder.glob(f"{_MADE}*"), key=lambda build: build.stat().st_mtime)
        for old in builds[:-_KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def _point_to_latest(self) -> None:
        for name in ("compiled", "packages"):
            link, new = self.folder / name, self.folder / f"{name}.new"
            new.unlink(missing_ok=True)
            new.symlink_to(Path(self.made.name, name))
            if link.is_dir() and not link.is_symlink():  # left by an earlier version
                shutil.rmtree(link)
            new.replace(link)

    def _run_build(self, packages: Path, scratch: Path) -> None:
        environment = os.environ | {"TMPDIR": str(scratch)}
        environment.pop("PYTHONPATH", None)  # an isolated build must not see our modules
        if (self.root / "constraints.txt").is_file():
            # As a URI, because pip splits a path at its spaces.
            environment["PIP_CONSTRAINT"] = (self.root / "constraints.txt").as_uri()
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
        log_text = " ".join(self.log.read_text(errors="replace").split())  # ignore where lines are wrapped
        for phrase, reason in _REASONS:
            if phrase in log_text:
                return reason
        return f"the build was stopped by {signal.Signals(-code).name}" if code < 0 else "the build failed"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the build lock: two builds at the same time would overwrite each other's files."""
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
    """Run a build in the background; on exit, stop it and its children."""
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)  # the whole group: its children may have outlived it
        process.wait()


def failure(packages: Packages, reason: object) -> str:
    """Return a message that says why a build failed and what that means."""
    details = f" ({packages.log.relative_to(packages.root)} has the details)" if packages.log.is_file() else ""
    meaning = f"They run as plain Python: slower, with the same results{details}."
    return f"The rules could not be compiled: {reason}. {meaning}"


NO_COMPILER = "No working C compiler was found. The rules run as plain Python: slower, with the same results."


def main() -> int:
    """Build the packages if they are out of date; with `--quiet`, do not announce it."""
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
