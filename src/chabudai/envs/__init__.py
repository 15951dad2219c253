"""Environments for research: the games as PettingZoo, Gymnasium and OpenSpiel know them, and thousands at a time."""
