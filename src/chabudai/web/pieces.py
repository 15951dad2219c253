"""Sections cut into pieces, so that nothing is sent twice: of what a page has, it is only reminded.

After a move most of a section is as it was, and a hand that can be chosen from again looks as it did a turn ago. So a
section is sent as a list of pieces that make up its HTML: a text is a new one, and a number one that was sent before,
counted from the first that this page was sent. A page keeps the latest `KEPT`.
"""

KEPT = 512

_BEGINS = {"facts": "<tr"}
"""How pieces of a section begin if not with `<li`: with what is there several times, and changes by itself."""

_CUT = "\0"
"""No HTML holds it."""

Piece = str | int

_SHARED: dict[str, str] = {}
"""Pieces that pages have in common. Not by `sys.intern`: early Python 3.12 keeps for ever what that was given."""

_MOST_SHARED = 16_384
"""So many, and sharing begins anew."""


class Pieces:
    """The pieces that one page has been sent, as it numbers them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = 0

    def of(self, section: str, html: str) -> list[Piece]:
        """A section as it is to be sent; it counts as sent."""
        begin = _BEGINS.get(section, "<li")
        return [self._sent(piece) for piece in html.replace(begin, f"{_CUT}{begin}").split(_CUT)]

    def _sent(self, piece: str) -> Piece:
        number = self._numbers.get(piece)
        if number is not None:
            return number
        if self._next >= KEPT:
            # What the page forgets first was put here first.
            del self._numbers[next(iter(self._numbers))]
        # Many pages have the same pieces: they share them.
        if len(_SHARED) >= _MOST_SHARED:
            _SHARED.clear()
        self._numbers[_SHARED.setdefault(piece, piece)] = self._next
        self._next += 1
        return piece
