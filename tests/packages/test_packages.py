"""Wheel and sdist are complete, and work in an empty virtual environment."""

import json
import re
import shutil
import subprocess
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

import chabudai
from packages.environment import NO_COMPILER, Environment
from tools.packages import ROOT, Packages

GAMES = ["ameno_kirifuda", "fine_weather", "kasane", "only_one", "thousand_cats"]
PETTINGZOO = f"""
from chabudai.envs.pettingzoo import env
for name in {GAMES!r}:
    game_env = env(name)
    game_env.reset(seed=1)
    for agent in game_env.agent_iter(50):
        seen, reward, terminated, truncated, info = game_env.last()
        game_env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    print(name, seen["observation"].shape[0] > 100)
"""


def source_files() -> set[str]:
    """Return the package's files in the source tree."""
    files = (path.relative_to(ROOT / "src") for path in (ROOT / "src" / "chabudai").rglob("*") if path.is_file())
    return {str(path) for path in files if path.suffix not in (".pyc", ".so")}


def tracked_files() -> set[str]:
    """Return all files of the repository, or none without git, as in an unpacked sdist."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return {path for path in listed.splitlines() if (ROOT / path).is_file()}


def check_everything_works(environment: Environment, compiled: bool) -> None:
    """Check the commands, the PettingZoo environments and the server in a virtual environment that has PettingZoo."""
    version = f"chabudai {chabudai.__version__} ({'compiled' if compiled else 'plain Python'})\n"
    assert environment.run("chabudai", "--version") == version
    listed = environment.run("chabudai", "games")
    assert all(name in listed for name in GAMES)
    for name in GAMES:
        result = json.loads(environment.run("chabudai", "selfplay", name, "--seed", "7", "--json"))
        assert result["games"] == 1
    assert environment.run("python", "-c", PETTINGZOO) == "".join(f"{name} True\n" for name in GAMES)
    check_server(environment)


def check_server(environment: Environment) -> None:
    """Check that the server starts and serves pages."""
    log = environment.folder / "served"
    command = [str(environment.bin / "chabudai"), "serve", "--port", "0", "--db", str(environment.folder / "t.sqlite")]
    with log.open("w") as out:
        # With this PATH, the server can start no other program, so it works with nothing but Python.
        server = subprocess.Popen(command, cwd=environment.folder, env={"PATH": "/nowhere"}, stdout=out, stderr=out)
    try:
        end = time.monotonic() + 60
        while not (found := re.search(r"at (http://\S+/) \(", log.read_text())):
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        for page in ("healthz", "", "rules/kasane"):
            with urllib.request.urlopen(found[1] + page, timeout=60) as answer:
                assert answer.status == 200
    finally:
        server.terminate()
        server.wait()


def test_the_wheel_contains_the_files_of_the_source_tree(packages: Packages) -> None:
    (wheel,) = packages.archives.glob("*.whl")
    names = [name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")]
    packed = {name for name in names if name.startswith("chabudai/") and not name.endswith(".so")}
    assert packed == source_files()
    others = {name.split("/")[0] for name in names} - {"chabudai", f"chabudai-{chabudai.__version__}.dist-info"}
    assert all(name.startswith("chabudai__mypyc.") for name in others)


def test_the_sdist_contains_all_files_of_the_repository(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {member.name.split("/", 1)[1] for member in archive.getmembers() if member.isfile()}
    assert {f"src/{name}" for name in source_files()} <= names
    assert tracked_files() <= names


def test_the_wheel_works_in_an_empty_environment(packages: Packages, environment: Environment) -> None:
    (wheel,) = packages.archives.glob("*.whl")
    environment.install(f"chabudai[envs] @ {wheel.as_uri()}")
    check_everything_works(environment, compiled=packages.is_compiled())
    assert environment.run("python", "-m", "doctest", str(ROOT / "docs" / "research.md"), folder=ROOT) == ""


def test_the_sdist_works_in_an_empty_environment_without_a_compiler(sdist: Path, environment: Environment) -> None:
    environment.install(f"chabudai @ {sdist.as_uri()}", "numpy", "pettingzoo", variables=NO_COMPILER)
    check_everything_works(environment, compiled=False)


@pytest.mark.long
def test_a_folder_without_git_can_be_installed(sdist: Path, environment: Environment) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(environment.folder, filter="data")
    (folder,) = environment.folder.glob("chabudai-*")
    shutil.rmtree(folder / "src" / "chabudai.egg-info")
    before = {path for path in folder.rglob("*") if path.is_file()}
    environment.install("--no-deps", str(folder), variables=NO_COMPILER)
    installed = next(environment.folder.glob("lib/python*/site-packages/chabudai"))
    files = {str(path.relative_to(installed.parent)) for path in installed.rglob("*") if path.is_file()}
    assert {name for name in files if not name.endswith(".pyc")} == source_files()
    left = {path for path in folder.rglob("*") if path.is_file() and ".egg-info" not in path.parent.name}
    assert left == before, "the build left files behind"


@pytest.mark.long
def test_the_sdist_is_compiled_if_a_compiler_is_installed(
    packages: Packages, sdist: Path, environment: Environment
) -> None:
    environment.install(f"chabudai[envs] @ {sdist.as_uri()}")
    check_everything_works(environment, compiled=packages.is_compiled())


@pytest.mark.long
def test_a_clone_is_compiled_if_a_compiler_is_installed(packages: Packages, environment: Environment) -> None:
    clone = environment.folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment.install(f"{clone}[envs]")
    check_everything_works(environment, compiled=packages.is_compiled())
