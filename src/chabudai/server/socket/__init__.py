"""The WebSocket of a table: connections, the commands they bring, and the messages they are sent."""
