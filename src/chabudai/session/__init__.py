"""A game in progress, played by people and bots: pure code, for the server and the terminal alike.

There is no socket, file, thread, event loop or HTML here, and no clock: time, random numbers and ids are arguments.

`log` has the entries that can be written down about a table, and `table` is what they make of it. New entries come from
`decide` (what people do), `chance` (what chance brings) and `autoplay` (what happens at a given time). `session` holds
a table in use together with what is not written down: who is present, a vote on an undo, what has been seen. `views`
makes what each viewer is shown.
"""
