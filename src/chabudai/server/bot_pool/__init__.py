"""Bots, hints and reviews in worker processes: the pool that the server calls, its fair queues, and the worker."""
