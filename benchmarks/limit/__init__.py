"""Ameno Kirifuda's random playout in hand-written C, as an upper bound for speed. It plays exactly the same games."""
