"""Splits the HTML of a section into fragments, so that a page is not sent a fragment that it still has.

After a move, most of a section is unchanged, and a hand often looks as it did a turn ago. A section is therefore sent
as a list of fragments that make up its HTML: a string is a new fragment, a number refers to one sent earlier. Fragments
are numbered from 0 in the order in which they are sent over a connection. A page keeps the latest `FRAGMENTS_KEPT`.
"""

FRAGMENTS_KEPT = 512

_STARTS = {"facts": "<tr"}
"""The tag at which a section is split, if not `<li`: an element that occurs often and changes on its own."""

_SEPARATOR = "\0"
"""Never occurs in HTML."""

Fragment = str | int
"""A new fragment of HTML, or the number of one sent earlier."""

_SHARED: dict[str, str] = {}
"""One copy of each fragment for all pages. `sys.intern` would leak: early Python 3.12 makes its strings immortal."""

_MAX_SHARED = 16_384
"""At this size the shared copies are dropped, and sharing starts over."""


class Fragments:
    """The fragments sent to a page over one connection, with their numbers. The page counts them in the same way."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = 0

    def encode(self, section: str, html: str) -> list[Fragment]:
        """Return a section as it must be sent, and count its fragments as sent."""
        start = _STARTS.get(section, "<li")
        return [
            self._encode_fragment(fragment)
            for fragment in html.replace(start, f"{_SEPARATOR}{start}").split(_SEPARATOR)
        ]

    def _encode_fragment(self, fragment: str) -> Fragment:
        number = self._numbers.get(fragment)
        if number is not None:
            return number
        if self._next >= FRAGMENTS_KEPT:
            # The oldest entry is the one that the page drops next.
            del self._numbers[next(iter(self._numbers))]
        if len(_SHARED) >= _MAX_SHARED:
            _SHARED.clear()
        self._numbers[_SHARED.setdefault(fragment, fragment)] = self._next
        self._next += 1
        return fragment
