"""What goes for all tests."""

from hypothesis import settings

# A busy machine may stop for a while in the middle of an example.
settings.register_profile("any machine", settings.default, deadline=None)
settings.load_profile("any machine")
