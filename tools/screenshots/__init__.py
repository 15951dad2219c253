"""Pictures of the pages, taken in a real browser: the lobby and every game, by size, theme and language."""
