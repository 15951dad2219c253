"""Sections in pieces, of which none is sent twice."""

import pytest

from chabudai.web import pieces as sharing
from chabudai.web.pieces import KEPT, Pieces
from server.served import Joiner


def test_what_was_sent_before_is_sent_as_its_number() -> None:
    pieces = Pieces()
    assert pieces.of("log", "<ol><li>one</li><li>two</li></ol>") == ["<ol>", "<li>one</li>", "<li>two</li></ol>"]
    assert pieces.of("log", "<ol><li>one</li><li>three</li></ol>") == [0, 1, "<li>three</li></ol>"]


def test_a_piece_that_comes_twice_in_a_section_is_sent_once() -> None:
    assert Pieces().of("facts", "<tr>a<tr>a<tr>a") == ["", "<tr>a", 1, 1]


def test_a_page_makes_the_same_sections_of_them() -> None:
    pieces, page = Pieces(), Joiner()
    for number in range(KEPT):
        html = f"<p>{number % 7}</p><ol><li>{number}</li><li>{number // 2}</li></ol>"
        assert page.join(pieces.of("log", html)) == html


def test_only_the_latest_pieces_are_kept_on_both_sides() -> None:
    pieces, page = Pieces(), Joiner()
    first = "<li>first</li>"
    page.join(pieces.of("log", first))
    for number in range(KEPT - 3):
        page.join(pieces.of("log", f"<li>{number}</li>"))
    assert pieces.of("log", first) == [0, 1]
    page.join(pieces.of("log", "<li>one more</li>"))
    page.join(pieces.of("log", "<li>and another</li>"))
    again = pieces.of("log", first)
    assert again == ["", first]
    assert page.join(again) == first


def test_pages_share_their_pieces_but_none_is_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: dict[str, str] = {}
    monkeypatch.setattr(sharing, "_SHARED", shared)
    monkeypatch.setattr(sharing, "_MOST_SHARED", 3)
    for number in range(10):
        for page in (Pieces(), Pieces()):
            page.of("log", f"<li>{number}</li>")
        assert f"<li>{number}</li>" in shared
        assert len(shared) <= 3
