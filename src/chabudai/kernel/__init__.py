"""The foundation of all games: bit sets, random numbers, chance events, the contract of a game, and the world sampler.

Most modules are compiled, because play, search or observations need them at every step; pyproject.toml lists them. The
others, such as those that describe a game (`options`, `card_data`, `chance`, `message`), are plain Python.
"""
