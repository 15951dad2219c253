"""Sections are sent as fragments. A fragment that the page still has is not sent again."""

import pytest

from chabudai.web import fragments as module
from chabudai.web.fragments import FRAGMENTS_KEPT, Fragments
from server.running_server import FragmentReader


def test_a_fragment_that_was_sent_before_is_sent_as_its_number() -> None:
    fragments = Fragments()
    assert fragments.encode("log", "<ol><li>one</li><li>two</li></ol>") == ["<ol>", "<li>one</li>", "<li>two</li></ol>"]
    assert fragments.encode("log", "<ol><li>one</li><li>three</li></ol>") == [0, 1, "<li>three</li></ol>"]


def test_a_fragment_that_occurs_twice_in_a_section_is_sent_once() -> None:
    assert Fragments().encode("facts", "<tr>a<tr>a<tr>a") == ["", "<tr>a", 1, 1]


def test_a_page_restores_the_sections_from_their_fragments() -> None:
    fragments, page = Fragments(), FragmentReader()
    for number in range(FRAGMENTS_KEPT):
        html = f"<p>{number % 7}</p><ol><li>{number}</li><li>{number // 2}</li></ol>"
        assert page.section(fragments.encode("log", html)) == html


def test_server_and_page_keep_only_the_latest_fragments() -> None:
    fragments, page = Fragments(), FragmentReader()
    first = "<li>first</li>"
    page.section(fragments.encode("log", first))
    for number in range(FRAGMENTS_KEPT - 3):
        page.section(fragments.encode("log", f"<li>{number}</li>"))
    assert fragments.encode("log", first) == [0, 1]
    page.section(fragments.encode("log", "<li>one more</li>"))
    page.section(fragments.encode("log", "<li>and another</li>"))
    again = fragments.encode("log", first)
    assert again == ["", first]
    assert page.section(again) == first


def test_pages_share_fragments_but_keep_none_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: dict[str, str] = {}
    monkeypatch.setattr(module, "_SHARED", shared)
    monkeypatch.setattr(module, "_MAX_SHARED", 3)
    for number in range(10):
        for page in (Fragments(), Fragments()):
            page.encode("log", f"<li>{number}</li>")
        assert f"<li>{number}</li>" in shared
        assert len(shared) <= 3
