"""The tables on the network: who sits where, what is on disk, who may see what, and the messages between.

From the bottom up: `entries` (what a table's log says), `store` and `sqlite_store` (logs on disk), `table` (a table as
its log tells it), `acts` (what people may do there), `thinking` (bots in processes of their own), `room` (the one task
that owns a table), `showing` and `frames` (what a viewer is sent), `house` (all tables), and the addresses of the web
server (`app`, `live`, `…_pages`). docs/protocol.md tells what goes over the wire.
"""
