"""Load tests of our server and boardgame.io's: `make bench-server` measures both and writes docs/benchmarks-server.md.

The clients run on one core, and the server on another, or at a human pace on all. They play real games over real
sockets, four people per table. `clients.py` defines what counts as a move. Three modules are no part of
`make bench-server`: `kills` and `attack` are commands of their own, and `counting` belongs to `benchmarks.against`.
"""
