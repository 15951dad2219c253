"""Reads what callgrind counts."""


def instructions_in(dump: str) -> int:
    """Return the total in a dump file of callgrind."""
    return next(int(line.split()[1]) for line in dump.splitlines() if line.startswith("summary:"))
