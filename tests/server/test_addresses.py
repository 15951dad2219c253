"""The pages over HTTP: each is there in both languages, and so is everything that it refers to."""

import gzip
import re

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.words import LANGUAGES
from server.served import Person, Served, play_on

REFERENCE = re.compile(r'(?:href|src|data-icon|data-icon-turn)="(/[^"#]*)')


@pytest.fixture(scope="module")
def host(served: Served) -> Person:
    return served.guest("Aoi")


@pytest.fixture(scope="module")
def addresses(served: Served, host: Person) -> list[str]:
    """The address of a page of each kind."""
    running = host.make(game="kasane", players=3, seats=["me", "open", "random"])
    over = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    play_on([host.connect(over)], Rng(1))
    rules = [f"/rules/{game}" for game in games()]
    admin = f"/admin?token={served.context.admin_token}"
    return ["/", "/mine", *rules, f"/table/{running}", f"/table/{over}", f"/replay/{over}", host.invite(running), admin]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_with_all_that_it_refers_to(
    served: Served, host: Person, addresses: list[str], language: str
) -> None:
    browser = served.browser(cookies={**host.http.cookies, "lang": language})
    found: set[str] = set()
    for address in addresses:
        page = browser.get(address)
        assert page.status_code == 200, address
        assert f'<html lang="{language}"' in page.text
        found |= set(REFERENCE.findall(page.text))
    running = next(address for address in addresses if address.startswith("/table/")).split("/")[-1]
    for reference in found:
        answer = browser.get(reference.replace("&amp;", "&"), follow_redirects=True)
        # The page of a running game leads to its replay too, once it is over.
        assert answer.status_code == (409 if reference == f"/replay/{running}" else 200), reference
        if reference.startswith(("/static/", "/art/")):
            assert "immutable" in answer.headers["cache-control"]
            assert "set-cookie" not in answer.headers


def test_pages_are_compressed_and_never_kept(served: Served) -> None:
    answer = served.get("/", Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-store"
    assert len(gzip.compress(answer.content)) < 20_000


def test_a_file_under_an_older_mark_is_there_but_not_kept(served: Served) -> None:
    answer = served.get("/static/older/client.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_language_and_theme_are_kept_by_cookie(served: Served) -> None:
    browser = served.browser(headers={"Accept-Language": "fr, ja;q=0.5"})
    assert '<html lang="ja"' in browser.get("/").text
    headers = {"Origin": served.address, "Referer": f"{served.address}/mine?before=1"}
    answer = browser.post("/me", data={"lang": "en", "theme": "dark"}, headers=headers)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/mine?before=1"
    assert '<html lang="en" data-theme="dark"' in browser.get("/").text
    for referer in ("https://evil.example//x", f"{served.address}/tables", f"{served.address}/nowhere"):
        elsewhere = browser.post("/me", data={"lang": "en"}, headers={"Referer": referer})
        assert elsewhere.headers["location"] == "/"
    assert browser.post("/me", data={"lang": "fr"}).status_code == 400


def test_the_socket_sends_a_page_only_what_has_changed(served: Served, host: Person) -> None:
    table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    page, watched = host.connect(table, "html"), host.connect(table, "json")
    page.ready()
    first = page.frames[0]["sections"]
    assert watched.turn()
    watched.choose()
    page.until(lambda: page.now["seq"] >= watched.now["seq"])
    later = [frame["sections"] for frame in page.frames[1:] if frame["t"] == "sections"]
    assert later
    assert all(set(sections) < set(first) for sections in later)
