"""The pages round the table: pure functions from typed values to whole HTML documents.

Each module holds what its page is about as structs, and `page`, which draws it. The server fills the structs; nothing
here reads a request, a file of the server or a clock. Pages hold no script and no style of their own, as the server's
Content-Security-Policy demands.
"""
