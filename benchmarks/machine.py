"""What the figures were measured on: the machine and the versions, and nothing that names its owner."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import chabudai

PEERS = {"OpenSpiel": "open_spiel", "RLCard": "rlcard", "PettingZoo": "pettingzoo"}
"""The systems that ours is compared with, and the packages that they come in."""


def installed(package: str) -> str | None:
    """The version of a package, if it is there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def facts() -> dict[str, str]:
    """The machine and the versions, as they go on the page."""
    return {
        "Processor": f"{processor()}, {os.cpu_count()} cores, of which the run uses one",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Chabudai": f"{chabudai.__version__}, {'compiled' if chabudai.COMPILED else 'NOT COMPILED'}",
        **{name: installed(package) or "not installed" for name, package in PEERS.items()},
    }


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
