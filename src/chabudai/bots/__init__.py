"""Players that are programs. A bot gets its seat's view of the position and nothing else."""
