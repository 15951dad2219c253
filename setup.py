"""Compiles the hot modules with mypyc where a C compiler is at hand; everything else is in pyproject.toml."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

from setuptools import setup

_GCC = """
#if defined(__clang__) || !defined(__GNUC__)
#error "with another compiler it takes longer"
#endif
int main(void) { return 0; }
"""
_ON_ALL_CORES = "-flto=auto"
"""All compiled code is in one large file, of which GCC works on one core; when it optimises as it links, on all."""


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml names to be compiled."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [str(path) for pattern in project["tool"]["chabudai"]["compiled"] for path in sorted(Path().glob(pattern))]


def compiles(program: str, *flags: str) -> bool:
    """Whether there is a C compiler that makes something of a program."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(compiler[0]) is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "probe.c"), Path(folder, "probe")
        source.write_text(program)
        include = sysconfig.get_paths()["include"]
        command = [*compiler, f"-I{include}", *flags, str(source), "-o", str(made)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0 and made.exists()


def extensions() -> list[object]:
    """The compiled modules, or none: plain Python does the same, more slowly."""
    if os.environ.get("CHABUDAI_COMPILE") == "0":
        return []
    if not compiles("#include <Python.h>\nint main(void) { return 0; }\n", "-c"):
        print("chabudai: no working C compiler, so the rules run as plain Python (slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    modules = mypycify(compiled_modules(), opt_level="3", debug_level="0", group_name="chabudai")
    for module in modules:
        # Halves the time of a playout: calls between the modules need not allow for replacement at load time. The
        # bit sets rely on products that wrap. Warnings about C that nobody wrote help nobody, and take time.
        flags = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fwrapv", "-w"]
        module.extra_compile_args = [*module.extra_compile_args, *flags]
        if module.name.endswith("__mypyc") and compiles(_GCC, _ON_ALL_CORES):
            module.extra_compile_args += [_ON_ALL_CORES]
            module.extra_link_args = [*module.extra_link_args, *module.extra_compile_args]
    return modules


# Each module has a small file of its own that leads to the large one: those are compiled meanwhile.
setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
