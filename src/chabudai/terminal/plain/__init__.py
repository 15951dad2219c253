"""Everything of the terminal as plain sentences, without boxes or columns: for screen readers and pipes."""
