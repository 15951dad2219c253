"""Our speed side by side with the peers: `make bench` measures both in one run and writes docs/benchmarks.md."""
