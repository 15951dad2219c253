"""Players that are programs. A bot gets its seat's view of the position and nothing else."""

from chabudai.bots.random_bot import RandomBot

BOTS = {"random": RandomBot}
"""The bots by name; each is made with an `Rng` of its own."""
