"""Serves tables on the network.

- `storage` stores logs, guests and finished games.
- `bot_pool` runs bots in worker processes.
- `socket` receives commands and sends each viewer the updates of a table.
- `http` serves the pages around the tables.

The modules at this level tie them together: `tables` (all tables of a server), `table_task` (the task that owns one
table), `context` (shared by all routes), `identity` (the guest behind a request), `address` (where they come from),
`limits` (what they may do), `throttle` (counts it), `admission` (counts network connections), `clock`, `refusal`,
`telemetry`, and `serve` with `app`, `bind`, `restart` and `gc_schedule`. The game session itself is in
`chabudai.session`. docs/protocol.md describes the protocol.
"""
