"""The server under load, beside boardgame.io: `make bench-server` measures both and writes docs/benchmarks-server.md.

The server runs on one core, those who play on another: real games of all five kinds, over real sockets, four people
at a table. What a move is and when it counts is told in `playing.py`.
"""
