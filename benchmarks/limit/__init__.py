"""The limit: Ameno Kirifuda's random playout written by hand in C, which plays the very same games."""
