"""Positions of games played at random: what the gallery, the covers, tests and benchmarks draw from."""
