"""Bots and hints in worker processes: the pool that the server calls, and the worker."""
