"""The pages are whole documents, safe for any name, small, and without inline scripts or styles."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.options import option_text
from chabudai.scene.words import LANGUAGES
from chabudai.web import art, urls
from chabudai.web.pages import document
from chabudai.web.pages.admin_page import AdminGuest, AdminPage, AdminReport, AdminTable, admin_page
from chabudai.web.pages.document import Visitor
from chabudai.web.pages.error_page import ErrorKind, ErrorPage, error_page
from chabudai.web.pages.invitation_page import InvitationPage, SeatTransferPage, invitation_page, seat_transfer_page
from chabudai.web.pages.list_rows import FinishedRow, TableRow
from chabudai.web.pages.lobby_page import LobbyPage, lobby_page
from chabudai.web.pages.my_games_page import MyGamesPage, my_games_page
from chabudai.web.pages.page_words import page_words
from chabudai.web.pages.replay_page import ReplayPage, replay_page
from chabudai.web.pages.review_panel import ReviewRemark
from chabudai.web.pages.rules_page import RulesPage, rules_page
from chabudai.web.pages.table_dialogs import HostSeat, HostSettings, menu_buttons, table_dialogs
from chabudai.web.pages.table_page import TablePage, table_page
from example_game import GAME as FOREIGN

HOSTILE = "<img src=x onerror=alert(1)>\"'&"
LEVELS = ("novice", "casual", "club", "expert", "master")
GAMES = list(games().values())
KASANE = find_game("kasane")

MAX_BYTES = 150_000
"""The limit for the lobby and the files that its HTML names, compressed, but not for the files that those name."""


def table_row(name: str = "Mika") -> TableRow:
    return TableRow(id="t1", game="kasane", title=name, host=name, seats=[name, None, name], playing=False)


def finished_row(name: str = "Mika") -> FinishedRow:
    return FinishedRow(
        id="g1", game="gone", title=name, names=[name] * 3, scores=[9, -1, 9], winners=[0, 2], ended=name, seat=0
    )


def the_lobby(visitor: Visitor, name: str = "Mika") -> str:
    return lobby_page(
        LobbyPage(
            visitor=visitor,
            games=GAMES,
            levels=LEVELS,
            tables=[table_row(name)],
            running=[table_row(name)],
            finished=[finished_row(name)],
            people=3,
        )
    )


def the_table(visitor: Visitor, name: str = "Mika") -> str:
    seats = [HostSeat(number=1, name=name, level="club"), HostSeat(number=2, name=name)]
    host_settings = HostSettings(
        pace="normal", limit=0, takeover=120, listed=False, begun=True, seats=seats, levels=LEVELS
    )
    return table_page(
        TablePage(
            visitor=visitor,
            id="t1",
            game=KASANE,
            frame="<main></main>",
            status="playing",
            seat=0,
            host_settings=host_settings,
        )
    )


def the_replay(visitor: Visitor, name: str = "Mika") -> str:
    remark = ReviewRemark(step=3, seat=1, made=name, better=name, win_lost=0.123, points_lost=1.5, reason=name)
    return replay_page(
        ReplayPage(
            visitor=visitor,
            id="g1",
            game=KASANE,
            frame="<main></main>",
            names=[name] * 3,
            step=2,
            last=9,
            view="1",
            bots=[2],
            levels=LEVELS,
            text=name,
            remarks=[remark],
        )
    )


def all_pages(language: str = "en", name: str = "Mika") -> Iterator[tuple[str, str]]:
    """Yield every page except the gallery, with this name wherever text comes from people."""
    visitor = Visitor(name, language, "dark")
    yield "lobby", the_lobby(visitor, name)
    yield "table", the_table(visitor, name)
    yield "replay", the_replay(visitor, name)
    yield "rules", rules_page(RulesPage(visitor=visitor, game=KASANE))
    yield (
        "mine",
        my_games_page(
            MyGamesPage(
                visitor=visitor,
                games=GAMES,
                running=[table_row(name)],
                finished=[finished_row(name)],
                older=f"/mine?{name}",
                refused=name,
            )
        ),
    )
    yield (
        "join",
        invitation_page(
            InvitationPage(visitor=visitor, address=f"/join/{name}", game=KASANE, host=name, seats=[name, None, None])
        ),
    )
    yield "seat", seat_transfer_page(SeatTransferPage(visitor=visitor, address="/seat/x", game=KASANE, name=name))
    for kind in ErrorKind.__args__:  # type: ignore[attr-defined]
        yield f"error {kind}", error_page(ErrorPage(visitor=visitor, kind=kind, why=name, record="g1"))
    tables = [
        AdminTable(id=name, game=name, status="playing", seats=[name], moves=3, last_move=name),
        AdminTable(id="t2", game=name, status="closed", seats=[name], moves=3, last_move=name),
    ]
    guests = [AdminGuest(id=name, name=name, tables=1, last_seen=name, banned=banned) for banned in (True, False)]
    report = AdminReport(
        id=name,
        at=name,
        table=name,
        reporter=name,
        reporter_name=name,
        guest=name,
        name=name,
        seat=1,
        text=name,
        lines=[name, name],
    )
    admin = AdminPage(visitor=visitor, reports=[report], tables=tables, guests=guests, figures=[(name, name)])
    yield "admin", admin_page(admin)


class Reader(HTMLParser):
    """An HTML parser that collects elements and text, and checks that elements are closed in order."""

    VOID = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> Iterator[str]:
        """Return the values of an attribute on all elements."""
        return (attributes[name] for _, attributes in self.elements if name in attributes)


@cache
def pages(language: str = "en", name: str = "Mika") -> dict[str, str]:
    return dict(all_pages(language, name))


every_page = pytest.mark.parametrize("name", pages())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@every_page
@both_languages
def test_a_page_is_a_whole_document_in_its_language(name: str, language: str) -> None:
    html = pages(language)[name]
    page = Reader(html)
    assert html.startswith("<!doctype html>")
    assert page.open == []
    assert page.elements[0] == ("html", {"lang": language, "data-theme": "dark"})
    assert sum(tag == "h1" for tag, _ in page.elements) == 1


@every_page
def test_ids_are_unique_and_references_to_them_resolve(name: str) -> None:
    page = Reader(pages()[name])
    ids = Counter(page.all("id"))
    assert [element_id for element_id, number in ids.items() if number > 1] == []
    for attribute in ("popovertarget", "for", "list", "aria-labelledby"):
        assert set(page.all(attribute)) <= set(ids), attribute
    assert {link[1:] for link in page.all("href") if link.startswith("#")} <= set(ids)


@every_page
def test_a_page_has_no_inline_script_or_style(name: str) -> None:
    html = pages()[name]
    page = Reader(html)
    for tag, attributes in page.elements:
        assert tag != "style"
        assert tag != "script" or attributes.get("src", "").startswith("/static/")
        assert not any(attribute == "style" or attribute.startswith("on") for attribute in attributes)
    assert re.search(r"<script[^>]*>[^<]", html) is None


@every_page
def test_names_cannot_inject_markup(name: str) -> None:
    hostile = Reader(pages(name=HOSTILE)[name])
    harmless = Reader(pages()[name])
    assert [tag for tag, _ in hostile.elements] == [tag for tag, _ in harmless.elements]
    assert [set(attributes) for _, attributes in hostile.elements] == [set(each) for _, each in harmless.elements]


def test_a_hostile_name_is_shown_unchanged() -> None:
    assert HOSTILE in Reader(the_lobby(Visitor("Aoi"), HOSTILE)).text


@every_page
def test_every_button_and_link_has_a_label(name: str) -> None:
    html = pages()[name]
    for button in re.findall(r"<(?:button|a)\b[^>]*>.*?</(?:button|a)>", html, re.DOTALL):
        words = re.sub(r"<[^>]+>", "", button).strip()
        assert words or "aria-label=" in button, button


def test_the_first_page_is_small() -> None:
    html = the_lobby(Visitor("Aoi"))
    loaded = [html.encode()]
    files = set()
    for address in {*Reader(html).all("src"), *(link.partition("#")[0] for link in Reader(html).all("href"))}:
        match = re.fullmatch(r"/(static|art)/(\w+)/([\w.-]+)", address)
        if match is None:
            continue
        files.add(address)
        folder, _, file = match.groups()
        if folder == "static":
            loaded.append(urls.STATIC.joinpath(file).read_bytes())
        else:
            draw = art.symbols if file.endswith("svg") else art.stylesheet
            loaded.append(draw(find_game(file.rpartition(".")[0])).encode())
    assert len(files) > len(GAMES)
    assert sum(len(gzip.compress(content)) for content in loaded) < MAX_BYTES


def test_all_pictures_are_valid_xml() -> None:
    for file in urls.STATIC.iterdir():
        if file.name.endswith(".svg"):
            ElementTree.fromstring(file.read_bytes())
    for game in GAMES:
        ElementTree.fromstring(art.symbols(game))


def test_every_icon_exists_and_none_is_unused() -> None:
    sheet = ElementTree.fromstring(urls.STATIC.joinpath("icons.svg").read_bytes())
    drawn = {symbol.attrib["id"] for symbol in sheet}
    links = {link for html in pages().values() for link in Reader(html).all("href")}
    assert {link.partition("#")[2] for link in links if "/icons.svg#" in link} <= drawn
    source = "".join(path.read_text(encoding="utf-8") for path in Path(document.__file__).parent.glob("*.py"))
    assert [name for name in drawn if not re.search(rf"""["'#]{name}["']""", source)] == []


def test_two_clicks_start_a_game_against_bots() -> None:
    """The button of a game opens its form, which is already filled in."""
    page = Reader(the_lobby(Visitor("Aoi")))
    for game in GAMES:
        assert f"set-{game.name}" in set(page.all("popovertarget"))
        form = the_lobby(Visitor("Aoi")).split(f'id="set-{game.name}"')[1].split("</form>")[0]
        assert re.findall(r'name="players" value="(\d)" checked', form) == [str(max(game.players))]
        seats = [form.split(f'name="seat.{seat}"')[1].split("</select>")[0] for seat in range(max(game.players))]
        assert [re.findall(r'value="(\w+)" selected', seat) for seat in seats] == [["me"]] + [["casual"]] * (
            max(game.players) - 1
        )
        first = form.split("<button", 2)[2]
        assert "Play" in first.split("</button>")[0]


def test_the_form_offers_all_options_with_their_defaults() -> None:
    html = the_lobby(Visitor("Aoi"))
    for game in GAMES:
        form = html.split(f'id="set-{game.name}"')[1].split("</form>")[0]
        for option in game.options:
            default = rf'name="option\.{option.name}" value="{option_text(option.default)}" checked'
            assert re.search(default, form) or f'value="{option.default}" name="option.{option.name}"' in form


def test_a_game_of_another_package_is_in_the_lobby() -> None:
    html = lobby_page(LobbyPage(visitor=Visitor("Aoi"), games=[*GAMES, FOREIGN], levels=["my-bot"]))
    assert f'popovertarget="set-{FOREIGN.name}"' in html
    assert FOREIGN.title in Reader(html).text
    assert "my-bot" in Reader(html).text


def test_a_game_that_is_no_longer_installed_is_still_listed() -> None:
    html = my_games_page(
        MyGamesPage(visitor=Visitor("Aoi"), games=GAMES, running=[], finished=[finished_row("Old game")])
    )
    assert "Old game" in Reader(html).text


def test_only_the_host_has_the_host_dialog() -> None:
    assert 'id="host"' in the_table(Visitor("Aoi"))
    page = TablePage(visitor=Visitor("Aoi"), id="t1", game=KASANE, frame="", status="playing", seat=None)
    assert 'id="host"' not in table_page(page)
    assert "/table/t1/move" not in table_page(page)


def test_a_full_table_can_only_be_watched() -> None:
    full = InvitationPage(
        visitor=Visitor("Aoi"), address="/join/x", game=KASANE, host="Mika", seats=["Mika", "Ken", "Yui"]
    )
    form = invitation_page(full).partition('action="/join/x"')[2].partition("</form>")[0]
    assert 'name="watch"' in form
    assert 'name="name"' not in form


def test_an_invitation_to_a_game_in_progress_says_that_the_guest_can_ask_for_a_seat() -> None:
    invitation = InvitationPage(
        visitor=Visitor("Aoi"), address="/join/x", game=KASANE, host="Mika", seats=["Mika", "Aki", "Yui"], can_ask=True
    )
    form = invitation_page(invitation).partition('action="/join/x"')[2].partition("</form>")[0]
    assert "ask for a bot’s seat" in form
    assert 'name="name"' in form
    assert 'name="seat"' not in form


@pytest.mark.parametrize("name", ["lobby", "join", "mine", "rules"])
def test_every_form_with_a_name_has_a_place_for_its_refusal(name: str) -> None:
    html = pages()[name]
    forms = [form for form in re.findall(r"<form.*?</form>", html, re.DOTALL) if re.search(r'name="name[".]', form)]
    assert forms
    assert all("data-inline" in form and 'class="refused"' in form for form in forms)


def test_a_replay_works_without_a_script() -> None:
    page = Reader(the_replay(Visitor("Aoi")))
    assert "/replay/g1?step=3&seat=1" in set(page.all("href"))
    assert "/record/g1.json" in set(page.all("href"))


def test_the_hash_in_a_url_depends_on_all_contents_and_is_common_to_all_static_files() -> None:
    assert urls.content_hash([b"a", b"b"]) != urls.content_hash([b"a", b"c"])
    assert urls.content_hash([b"a", b"b"]) != urls.content_hash([b"ab"])
    assert urls.static_url("client.js").rpartition("/")[0] == urls.static_url("pages.css").rpartition("/")[0]


def test_a_missing_file_has_no_url() -> None:
    with pytest.raises(FileNotFoundError, match=r"no file nothing\.js"):
        urls.static_url("nothing.js")


@pytest.mark.parametrize("begun", [True, False])
def test_the_host_can_open_a_seat_only_before_the_game(begun: bool) -> None:
    seats = [HostSeat(number=1, name="Natsu", level="random"), HostSeat(number=2, name="Ben")]
    host_settings = HostSettings(
        pace="normal", limit=0, takeover=120, listed=False, begun=begun, seats=seats, levels=["casual", "club"]
    )
    html = table_dialogs("t1", Visitor("Aoi"), seated=True, host_settings=host_settings)
    assert html.count('value="open"') == (0 if begun else 2)
    assert '<option value="random" selected>' in html


def test_only_the_host_can_revoke_invitations() -> None:
    host_settings = HostSettings(pace="normal", limit=0, takeover=120, listed=False, begun=False, seats=[], levels=[])
    assert 'data-do="revoke"' in table_dialogs("t1", Visitor("Aoi"), seated=True, host_settings=host_settings)
    assert 'data-do="revoke"' not in table_dialogs("t1", Visitor("Aoi"), seated=True, host_settings=None)


@both_languages
def test_forms_say_what_forced_moves_give_away_at_the_pace_at_once(language: str) -> None:
    meaning = page_words(language)("set.at_once_meaning")
    assert the_lobby(Visitor("Aoi", language)).count(meaning) == len(GAMES)
    assert the_table(Visitor("Aoi", language)).count(meaning) == 1


def test_a_spectator_cannot_invite() -> None:
    say = page_words("en")
    assert 'popovertarget="invite"' not in menu_buttons(say, seated=False, host=False)
    assert 'popovertarget="invite"' in menu_buttons(say, seated=True, host=False)
    assert 'popovertarget="invite"' in menu_buttons(say, seated=False, host=True)


def mine(row: FinishedRow, language: str = "en") -> str:
    return my_games_page(MyGamesPage(visitor=Visitor("Aoi", language), games=GAMES, running=[], finished=[row]))


@pytest.mark.parametrize(
    ("seat", "winners", "shared", "said"),
    [
        (0, [0], False, "You won"),
        (1, [0], False, "You lost"),
        (0, [0, 1], False, "You won together"),
        (0, [1], True, "Won by Ken"),
        (None, [1], False, "Watched"),
    ],
)
def test_a_finished_game_says_who_played_when_and_who_won(
    seat: int | None, winners: list[int], shared: bool, said: str
) -> None:
    row = FinishedRow(
        id="g1",
        game="kasane",
        title="Kasane",
        names=["Aoi", "Ken", "Haru"],
        bots=[2],
        scores=[9, 9, 3],
        winners=winners,
        ended="2026-11-18",
        at=0.0,
        seat=seat,
        shared=shared,
    )
    page = Reader(mine(row))
    assert f"{said} ·" in page.text
    assert {"Aoi", "Ken", "Haru (bot)"} <= set(page.all("title"))
    assert ("time", {"datetime": "1970-01-01T00:00:00+00:00", "data-local": ""}) in page.elements


def test_staying_is_the_main_button_of_leaving() -> None:
    html = table_dialogs("t1", Visitor("Aoi"), seated=True, host_settings=None)
    leave = html[html.index('id="leave"') : html.index('id="keys"')]
    [main] = re.findall(r'<(?:a|button)[^>]*class="btn main"[^>]*>', leave)
    assert 'href="/"' in main
    assert 'data-do="leave"' in leave
    assert 'data-do="leave"' not in main


def test_light_and_dark_can_be_chosen_at_the_table() -> None:
    page = Reader(the_table(Visitor("Aoi", theme="dark")))
    themes = {
        attributes["value"]: attributes["aria-pressed"]
        for _, attributes in page.elements
        if attributes.get("name") == "theme"
    }
    assert themes == {"auto": "false", "light": "false", "dark": "true"}
