"""Measures the strength of the bots: `make strength` plays what plan.toml lists and writes docs/strength.md."""
