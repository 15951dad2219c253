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


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml names to be compiled."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [str(path) for pattern in project["tool"]["chabudai"]["compiled"] for path in sorted(Path().glob(pattern))]


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
        return (
            subprocess.run(command, capture_output=True, check=False).returncode == 0
            and source.with_suffix(".o").exists()
        )


def extensions() -> list[object]:
    """The compiled modules, or none: plain Python does the same, more slowly."""
    if os.environ.get("CHABUDAI_COMPILE") == "0":
        return []
    if not compiler_works():
        print("chabudai: no working C compiler, so the rules run as plain Python (slower)", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    modules = mypycify(compiled_modules(), opt_level="3", debug_level="0", group_name="chabudai")
    for module in modules:
        # Halves the time of a playout: calls between the modules need not allow for replacement at load time. The
        # bit sets rely on products that wrap. Warnings about C that nobody wrote help nobody, and take time.
        flags = ["-fno-semantic-interposition", "-fvisibility=hidden", "-fwrapv", "-w"]
        module.extra_compile_args = [*module.extra_compile_args, *flags]
    return modules


# All compiled code is in one large file, and each module has a small one that leads there: those are done meanwhile.
setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
