"""What each command of the command line does: a module a command, fetched only when it is called."""
