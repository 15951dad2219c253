"""Takes screenshots of the lobby and every game in a real browser, by size, theme and language."""
