"""Compiles the hot modules with mypyc if there is a working C compiler; everything else is in pyproject.toml."""

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
"""Only these commands compile: metadata and an sdist need no compiler, and an editable install runs the sources."""

_GCC = """
#if defined(__clang__) || !defined(__GNUC__)
#error "with another compiler it takes longer"
#endif
int main(void) { return 0; }
"""
_ON_ALL_CORES = "-flto=auto"
"""All compiled code is in one large file, which GCC compiles on one core; link-time optimization uses all of them."""


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml names to be compiled."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [str(path) for pattern in project["tool"]["chabudai"]["compiled"] for path in sorted(Path().glob(pattern))]


def compiles(program: str, *flags: str) -> bool:
    """Whether there is a C compiler that accepts a program."""
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
    """The compiled modules, with their C code in a folder; or none: plain Python does the same, more slowly."""
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
        # Halves the time of a playout: calls between the modules need not allow for replacement at load time. The
        # bit sets rely on products that wrap. Warnings about generated C help nobody, and take time.
        flags = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fwrapv", "-w"]
        module.extra_compile_args = [*module.extra_compile_args, *flags]
        if module.name.endswith("__mypyc") and compiles(_GCC, _ON_ALL_CORES):
            module.extra_compile_args += [_ON_ALL_CORES]
            module.extra_link_args = [*module.extra_link_args, *module.extra_compile_args]
    return modules


# A build starts in an empty folder, so that no module of an earlier one gets into a wheel.
with tempfile.TemporaryDirectory(prefix="chabudai-build-") as folder:
    setup(
        ext_modules=extensions(folder),
        # Each module also has a small C file of its own that leads to the large one; those are compiled alongside it.
        options={"build": {"build_base": folder}, "build_ext": {"parallel": os.cpu_count() or 1}},
    )
