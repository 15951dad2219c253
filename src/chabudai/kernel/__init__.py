"""What all games stand on: seats, bit sets, chance, the contract of a game and the world sampler.

The modules that play needs at every step (`bits`, `rng`, `event`, `setup`, `state`, `tricks`, `worlds`, `playout`) are
compiled; those that describe a game to its users (`options`, `tables`, `chance`, `message`, `errors`) are plain Python.
"""
