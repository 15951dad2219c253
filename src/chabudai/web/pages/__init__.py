"""Whole HTML documents, drawn from plain structs.

Each module `*_page` declares a struct with everything its page shows, and a function of the same name that draws it.
The server fills the structs. Nothing here reads a request or a file of the server. Pages contain no inline script or
style, as the Content-Security-Policy demands.
"""
