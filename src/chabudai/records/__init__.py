"""Game records: writing, reading, replaying and checking them. docs/record.md specifies the format."""
