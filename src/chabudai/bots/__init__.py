"""Bots: levels, search, hints and reviews. A bot receives the view of its seat and nothing else."""
