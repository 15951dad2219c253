"""The game record: written, read, replayed and judged. docs/record.md is its format."""
