"""Random games and the positions in them, for the gallery, covers, tests and benchmarks."""
