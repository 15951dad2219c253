"""The table in a terminal: scenes drawn as text, and a game played line by line."""
