"""Compile the hot modules with mypyc if there is a working C compiler. pyproject.toml configures everything else."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

from setuptools import setup

_BUILDING = {"bdist_wheel", "build", "build_ext", "install"}
"""The commands that compile. Metadata and an sdist need no compiler, and an editable install runs the sources."""

_GCC = """
#if defined(__clang__) || !defined(__GNUC__)
#error "only GCC gains from it"
#endif
int main(void) { return 0; }
"""
"""A C program that only GCC compiles."""
_ON_ALL_CORES = "-flto=auto"
"""All compiled code is in one large file, which GCC compiles on one core. Link-time optimization uses all cores."""


def compiled_modules() -> list[str]:
    """Return the modules that pyproject.toml lists as compiled."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [str(path) for pattern in project["tool"]["chabudai"]["compiled"] for path in sorted(Path().glob(pattern))]


def compiles(program: str, *flags: str) -> bool:
    """Check whether a C compiler exists and accepts a program."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(compiler[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "probe.c"), Path(folder, "probe")
        source.write_text(program)
        include = sysconfig.get_paths()["include"]
        command = [*compiler, f"-I{include}", *flags, str(source), "-o", str(made)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0 and made.exists()


def extensions(folder: str) -> list[object]:
    """Return the compiled modules, with their C code in a folder; none if there is no compiler."""
    if not _BUILDING & set(sys.argv):
        return []
    if not compiles("#include <Python.h>\nint main(void) { return 0; }\n", "-c"):
        print("chabudai: no working C compiler, so the rules run as plain Python (slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    modules = mypycify(
        compiled_modules(), opt_level="3", debug_level="0", group_name="chabudai", target_dir=f"{folder}/c"
    )
    for module in modules:
        # The first two halve the time of a playout: calls between modules need no indirection. The bit sets rely on
        # multiplication that wraps. Warnings about generated C only take time.
        flags = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fwrapv", "-w"]
        module.extra_compile_args = [*module.extra_compile_args, *flags]
        if module.name.endswith("__mypyc") and compiles(_GCC, _ON_ALL_CORES):
            module.extra_compile_args += [_ON_ALL_CORES]
            module.extra_link_args = [*module.extra_link_args, *module.extra_compile_args]
    return modules


# Build in an empty folder, so that no module of an earlier build gets into a wheel.
with tempfile.TemporaryDirectory(prefix="chabudai-build-") as folder:
    setup(
        ext_modules=extensions(folder),
        # Each module also has a small C file that loads it from the large one; compile these in parallel.
        options={"build": {"build_base": folder}, "build_ext": {"parallel": os.cpu_count() or 1}},
    )
