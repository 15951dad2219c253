"""Stores tables, guests and finished games: the interface (`store`), and SQLite behind it (`sqlite`, `database`)."""
