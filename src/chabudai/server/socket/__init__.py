"""The WebSocket of a table: connections, commands from clients, and messages to them."""
