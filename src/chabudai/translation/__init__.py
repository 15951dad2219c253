"""The command line in each language: the language to use, and the Japanese of its messages, errors and help.

It loads nothing but the standard library, so that `--help` and the start of every command stay fast.
"""
