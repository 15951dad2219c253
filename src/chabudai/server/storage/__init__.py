"""Keeps tables, guests and finished games: the calls (`store`), and SQLite behind them (`sqlite`, `schema`)."""
