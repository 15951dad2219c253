"""Load tests of our server and boardgame.io's: `make bench-server` measures both and writes docs/benchmarks-server.md.

The server runs on one core and the clients on another. They play real games over real sockets, four people per table.
`clients.py` defines what counts as a move.
"""
