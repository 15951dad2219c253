"""Tables on the network.

- `storage` keeps logs, guests and finished games.
- `bot_pool` lets bots think in processes of their own.
- `socket` receives commands and sends each viewer what they are shown.
- `http` has the pages around it.

At the top is what ties them together: `tables` (all tables of a server), `table_task` (the one task that owns a table),
`context` (what all addresses share), `telemetry`, `limits`, and `serve` with `app`, `bind`, `restart` and
`gc_schedule`. A game in progress itself is in `chabudai.session`. docs/protocol.md describes what goes over the wire.
"""
