"""Self-play, and matches that measure the strength of bots."""
