"""What goes for all tests: chance is the same each time, so what fails once fails again.

`--hypothesis-profile=hunt` takes other examples, deals and choices each time; `more` takes ten times as many, the same
each time.
"""

import random
import secrets
import signal

import pytest
from hypothesis import settings

# No deadline: a busy machine may stop for a while in the middle of an example.
settings.register_profile("same", settings.default, deadline=None, derandomize=True)
settings.register_profile("hunt", settings.default, deadline=None)
settings.register_profile("more", settings.default, deadline=None, derandomize=True, max_examples=1000)
settings.load_profile("same")

# Where tests run in the background of a shell, Ctrl-C is ignored by them and by every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server in this process deals, and what its random bots choose."""
    chance = random.Random(1 if settings().derandomize else None)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
