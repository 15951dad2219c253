"""Scales the number of Hypothesis examples with the profile."""

from hypothesis import settings

_USUAL = 100


def examples(number: int) -> int:
    """Return this number, multiplied if the profile asks for more examples than usual."""
    return number * settings().max_examples // _USUAL
