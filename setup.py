"""Compiles the hot modules with mypyc where a C compiler is at hand; everything else is in pyproject.toml."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import setup

COMPILED = [
    "src/chabudai/kernel/bits.py",
    "src/chabudai/kernel/event.py",
    "src/chabudai/kernel/piece.py",
    "src/chabudai/kernel/playout.py",
    "src/chabudai/kernel/rng.py",
    "src/chabudai/kernel/setup.py",
    "src/chabudai/kernel/state.py",
    "src/chabudai/kernel/worlds.py",
    *sorted(str(path) for path in Path("src/chabudai/games").glob("*/rules.py")),
]


def compiler_works() -> bool:
    """Whether a program that includes Python's headers can be compiled."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(compiler[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        include = sysconfig.get_paths()["include"]
        command = [*compiler, f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0 and source.with_suffix(".o").exists()


def extensions() -> list[object]:
    """The compiled modules, or none: plain Python does the same, more slowly."""
    if os.environ.get("CHABUDAI_COMPILE") == "0":
        return []
    if not compiler_works():
        print("chabudai: no working C compiler, so the rules run as plain Python (slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    modules = mypycify(COMPILED, opt_level="3", debug_level="0", group_name="chabudai")
    for module in modules:
        # Halves the time of a playout: calls between the modules need not allow for replacement at load time.
        module.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return modules


setup(ext_modules=extensions())
