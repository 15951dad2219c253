"""Compares our speed with other libraries: `make bench` measures all in one run and writes docs/benchmarks.md."""
