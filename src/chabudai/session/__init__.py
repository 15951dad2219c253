"""A game in progress, played by people and bots: pure code, shared by the server and the terminal.

It uses no sockets, files, threads, event loop or HTML, and has no clock: time, random numbers and ids are arguments.

`log` defines the entries of a table's log, and `table` applies them. New entries come from `decide` (commands of
people), `chance` (resolved chance events) and `autoplay` (whatever is due at a given time). `session` holds a table in
use together with its transient state, which is never logged: who is present, who has confirmed a moment, a vote on an
undo. `views` builds what each viewer is shown.
"""
