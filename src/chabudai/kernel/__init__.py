"""The foundation of all games: bit sets, random numbers, chance events, the contract of a game, and the world sampler.

The modules that play needs at every step (`bits`, `rng`, `event`, `setup`, `state`, `tricks`, `worlds`, `playout`) are
compiled. Those that describe a game (`options`, `card_data`, `chance`, `message`, `errors`) are plain Python.
"""
