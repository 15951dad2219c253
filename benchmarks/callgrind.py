"""Reads what callgrind counts."""


def instructions_in(dump: str) -> int:
    """Return the total number of instructions in the text of a dump file."""
    return next(int(line.split()[1]) for line in dump.splitlines() if line.startswith("summary:"))
