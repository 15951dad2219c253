"""Bots and hints in processes of their own: the pool that the server asks, and the worker that answers."""
