"""Pages over HTTP: each exists in both languages, and so does everything it links to."""

import gzip
import re

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.words import LANGUAGES
from server.running_server import GuestClient, RunningServer, play_to_end

REFERENCE = re.compile(r'(?:href|src|data-icon|data-icon-turn)="(/[^"#]*)')


@pytest.fixture(scope="module")
def host(server: RunningServer) -> GuestClient:
    return server.guest("Aoi")


@pytest.fixture(scope="module")
def addresses(server: RunningServer, host: GuestClient) -> list[str]:
    """Return the address of one page of each kind."""
    running = host.make_table(game="kasane", players=3, seats=["me", "open", "random"])
    over = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    play_to_end([host.connect(over)], Rng(1))
    rules = [f"/rules/{game}" for game in games()]
    return [
        "/",
        "/mine",
        *rules,
        f"/table/{running}",
        f"/table/{over}",
        f"/replay/{over}",
        host.invitation(running),
        "/admin",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_everything_it_links_to_exists(
    server: RunningServer, host: GuestClient, addresses: list[str], language: str
) -> None:
    browser = server.browser(cookies={**host.http.cookies, "lang": language})
    browser.get(f"/admin?token={server.context.admin_token}")
    references: set[str] = set()
    for address in addresses:
        page = browser.get(address)
        assert page.status_code == 200, address
        assert f'<html lang="{language}"' in page.text
        references |= set(REFERENCE.findall(page.text))
    running = next(address for address in addresses if address.startswith("/table/")).split("/")[-1]
    for reference in references:
        response = browser.get(reference.replace("&amp;", "&"), follow_redirects=True)
        # The page of a running game links to its replay, which opens when the game is over.
        assert response.status_code == (409 if reference == f"/replay/{running}" else 200), reference
        if reference.startswith(("/static/", "/art/")):
            assert "immutable" in response.headers["cache-control"]
            assert "set-cookie" not in response.headers


def test_pages_are_compressed_and_never_cached(server: RunningServer) -> None:
    response = server.get("/", Accept_Encoding="gzip")
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["cache-control"] == "no-store"
    assert len(gzip.compress(response.content)) < 20_000


def test_a_file_with_an_outdated_hash_is_served_but_not_cached(server: RunningServer) -> None:
    response = server.get("/static/older/client.js")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-cache"


def test_language_and_theme_are_stored_in_cookies(server: RunningServer) -> None:
    browser = server.browser(headers={"Accept-Language": "fr, ja;q=0.5"})
    assert '<html lang="ja"' in browser.get("/").text
    headers = {"Origin": server.address, "Referer": f"{server.address}/mine?before=1"}
    response = browser.post("/me", data={"lang": "en", "theme": "dark"}, headers=headers)
    assert response.status_code == 303
    assert response.headers["location"] == "/mine?before=1"
    assert '<html lang="en" data-theme="dark"' in browser.get("/").text
    for referer in ("https://evil.example//x", f"{server.address}/tables", f"{server.address}/nowhere"):
        elsewhere = browser.post("/me", data={"lang": "en"}, headers={"Referer": referer})
        assert elsewhere.headers["location"] == "/"
    assert browser.post("/me", data={"lang": "fr"}).status_code == 400


def test_a_page_receives_only_sections_that_have_changed(server: RunningServer, host: GuestClient) -> None:
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    page, watched = host.connect(table, "html"), host.connect(table, "json")
    page.ready()
    first = page.messages[0]["sections"]
    assert watched.wait_for_turn()
    watched.choose()
    page.read_until(lambda: page.now["seq"] >= watched.now["seq"])
    later = [frame["sections"] for frame in page.messages[1:] if frame["t"] == "sections"]
    assert later
    assert all(set(sections) < set(first) for sections in later)


@pytest.mark.parametrize(
    ("fields", "english", "japanese"),
    [
        ({"limit": "soon"}, "“Time per move” is missing", "「一手の時間」"),
        ({"limit": 9_999_999_999}, "no limit, or 5 seconds to 30 days", "5秒から30日"),
        ({"pace": "hasty"}, "“Bot speed”", "「ボットの速さ」"),
        ({"aids": "maybe"}, "“Memory aids”", "「記憶の助け」"),
        ({"seats": "all"}, "“Seats”", "「席」"),
        ({"players": 9}, "cannot be played with 9 players. Allowed: 3, 4.", "9人では遊べません"),
        ({"game": "go"}, "There is no game called “go”", "「go」というゲームはここにはありません"),
        ({"options": {"open_hands": "perhaps"}}, "cannot be “perhaps”. Allowed: ", "「perhaps」にはできません"),
    ],
)
def test_a_bad_field_is_refused_in_the_words_of_the_form(
    server: RunningServer, fields: dict[str, object], english: str, japanese: str
) -> None:
    guest = server.guest()
    for language, said in (("en", english), ("ja", japanese)):
        response = guest.http.post("/tables", json={"game": "kasane"} | fields, headers={"Accept-Language": language})
        assert response.status_code == 400
        assert said in response.json()["why"]
        assert "Expected" not in response.json()["why"]
