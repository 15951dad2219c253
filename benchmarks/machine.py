"""Describes the machine and the versions that were measured, without anything that identifies the owner."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import chabudai

PEERS = {"OpenSpiel": "open_spiel", "RLCard": "rlcard", "PettingZoo": "pettingzoo"}
"""The systems we compare ours with, and their packages."""


def installed(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def facts() -> dict[str, str]:
    """Return the machine and the versions, as shown on the page."""
    return {
        "Processor": f"{processor()}, {os.cpu_count()} cores; the comparisons use one",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Chabudai": f"{chabudai.__version__}, {'compiled' if chabudai.COMPILED else 'NOT COMPILED'}",
        **{name: installed(package) or "not installed" for name, package in PEERS.items()},
    }


def processor() -> str:
    """Return the processor model, as far as the system reports it."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
