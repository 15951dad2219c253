"""The commands of `chabudai`: one module each, imported only when the command runs."""
