"""The games: one folder each, and the registry that finds them and those of other packages."""
