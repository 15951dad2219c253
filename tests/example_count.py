"""How many examples a test of Hypothesis takes that does not take the usual number."""

from hypothesis import settings

_USUAL = 100


def examples(number: int) -> int:
    """This many, or more of them where the profile asks for more than the usual number."""
    return number * settings().max_examples // _USUAL
