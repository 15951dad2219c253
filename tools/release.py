"""Check that a version is ready for release, then tag it.

    python tools/release.py 0.2.0                 check everything, run `make test`, create the tag v0.2.0
    python tools/release.py --dry-run 0.2.0       the same, without the tag
    python tools/release.py --check-files 0.2.0   only check that package, changelog and CITATION.cff agree
    python tools/release.py --notes 0.2.0         only print the changelog section

If the version is not ready, it says why in one sentence and exits with code 2. Run it from the root of the repository.
It needs only the standard library.
"""

import argparse
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

PACKAGE = Path("src/chabudai/__init__.py")
CHANGELOG = Path("CHANGELOG.md")
CITATION = Path("CITATION.cff")
BRANCH = "main"
CHECK = "make test"
NUMBER = r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)"

Number = tuple[int, int, int]


class Refused(Exception):
    """The version cannot be released; the message says why."""


@dataclass(frozen=True)
class Section:
    """What the changelog says about one version."""

    released: str
    """The date in the heading, as written there."""
    notes: str


def number(version: str) -> Number:
    """Parse a version such as 0.2.0."""
    match = re.fullmatch(NUMBER, version)
    if match is None:
        raise Refused(f"{version!r} is not a version: write three numbers, as in 0.2.0.")
    return int(match[1]), int(match[2]), int(match[3])


def field(path: Path, pattern: str) -> str:
    """Return what a pattern captures in a file, or "" if it does not match."""
    match = re.search(pattern, read(path), re.MULTILINE)
    return match[1] if match else ""


def read(path: Path) -> str:
    """Read a file of the repository."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused(f"There is no {path}: run this from the root of the repository.") from None


def section(version: str) -> Section:
    """Return the changelog section of a version. It must have a date and at least one line that is not a heading."""
    parts = re.split(r"^## +(.*)$", read(CHANGELOG), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    heading = next((title for title in sections if title.split()[:1] == [version]), None)
    if heading is None:
        raise Refused(f"{CHANGELOG} has no section for {version}.")
    released = heading.removeprefix(version).strip()
    if not re.fullmatch(r"\([0-9]{4}-[0-9]{2}-[0-9]{2}\)", released) or not is_date(released[1:-1]):
        raise Refused(f'{CHANGELOG} needs a date for {version}: write "## {version} (YYYY-MM-DD)".')
    notes = sections[heading].strip()
    if not re.search(r"^(?!#)\S", notes, re.MULTILINE):
        raise Refused(f"The section for {version} in {CHANGELOG} is empty.")
    return Section(released[1:-1], notes)


def is_date(text: str) -> bool:
    """Check whether a text is a valid date."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def check_files(version: str) -> Section:
    """Refuse a version on which package, changelog and citation disagree; return its changelog section."""
    number(version)
    packaged = field(PACKAGE, r'^__version__ = "(.*)"$')
    if packaged != version:
        raise Refused(f"{PACKAGE} says {packaged or 'no version'}, not {version}.")
    changes = section(version)
    if re.search(r"^## +Unreleased", read(CHANGELOG), re.MULTILINE | re.IGNORECASE):
        raise Refused(f'{CHANGELOG} still has an "Unreleased" section: move its lines to {version}.')
    for name, expected in (("version", version), ("date-released", changes.released)):
        cited = field(CITATION, rf"^{name}: *[\"']?([^\"'\n]*?)[\"']? *$")
        if cited != expected:
            raise Refused(f"{CITATION} says {name} {cited or '(nothing)'}, not {expected}.")
    return changes


def git(*arguments: str, text: str | None = None) -> str:
    """Run a git command and return its output."""
    run = subprocess.run(["git", *arguments], input=text, capture_output=True, text=True, check=False)
    if run.returncode:
        error = next(iter(run.stderr.splitlines()), f"exit code {run.returncode}")
        raise Refused(f"git {arguments[0]} failed: {error}.")
    return run.stdout.strip()


def check_repository(version: str) -> None:
    """Refuse any branch but `main`, uncommitted changes, and a version that is not newer than every tag."""
    branch = git("branch", "--show-current")
    if branch != BRANCH:
        raise Refused(f"Releases are made on {BRANCH}, and this is {branch or 'no branch'}.")
    check_clean()
    tags = git("tag", "--list").splitlines()
    if f"v{version}" in tags:
        raise Refused(f"The tag v{version} exists already.")
    released = [number(tag[1:]) for tag in tags if re.fullmatch("v" + NUMBER, tag)]
    if released and number(version) <= max(released):
        raise Refused(f"{version} is not newer than the latest tag, v{'.'.join(map(str, max(released)))}.")


def check_clean() -> None:
    """Refuse uncommitted changes and untracked files."""
    if git("status", "--porcelain"):
        raise Refused("The working tree has uncommitted changes.")


def run_check(command: str) -> None:
    """Run the given check command (by default `make test`) and refuse if it fails."""
    print(f"Running {command}", flush=True)
    try:
        code = subprocess.run(shlex.split(command), check=False).returncode
    except OSError as error:
        raise Refused(f"Cannot run {command}: {error.strerror}.") from None
    if code:
        raise Refused(f"{command} failed with exit code {code}.")


def release(version: str, command: str, dry_run: bool) -> None:
    """Check everything, then create the tag."""
    changes = check_files(version)
    check_repository(version)
    commit = git("rev-parse", "HEAD")
    run_check(command)
    check_clean()  # files may have changed while the tests ran
    if dry_run:
        print(f"Version {version} is ready. Without --dry-run this would create the tag v{version}.")
        return
    # By default git would drop the changelog's headings as comments.
    message = f"Chabudai {version}\n\n{changes.notes}\n"
    git("tag", "--annotate", "--cleanup=whitespace", "--file=-", f"v{version}", commit, text=message)
    print(f"Created the tag v{version}. To publish it: git push origin {BRANCH} v{version}")


def main(arguments: list[str]) -> int:
    """Run the command line; return 2 if the version is refused."""
    parser = argparse.ArgumentParser(prog="release", description="Check that a version is ready, then tag it.")
    parser.add_argument("version", metavar="X.Y.Z")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--dry-run", action="store_true", help="do everything except create the tag")
    only.add_argument("--check-files", action="store_true", help="only check package, changelog and CITATION.cff")
    only.add_argument("--notes", action="store_true", help="only print the changelog section")
    parser.add_argument("--check", metavar="COMMAND", default=CHECK, help="what must pass before the tag (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        if options.notes:
            print(section(options.version).notes)
        elif options.check_files:
            check_files(options.version)
        else:
            release(options.version, options.check, options.dry_run)
    except Refused as refusal:
        print(f"release: {refusal}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
