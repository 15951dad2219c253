"""Chabudai: a table for Japanese small-press card games, for people, bots and researchers."""

from chabudai.kernel import bits

__version__ = "0.2.0"

COMPILED: bool = not bits.__file__.endswith(".py")
"""Whether the rules run as compiled code (fast) or as plain Python (the same results, slower)."""
