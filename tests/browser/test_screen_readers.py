"""Tables for people who cannot see them: what is announced, where the focus is, and what has which role and name."""

import re
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from browser.listener import Listener
from browser.test_reconnecting import lose_network
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.builder import People, is_hidden, log_line
from chabudai.scene.words import words
from chabudai.session.table import Table
from chabudai.web.markup import format_number, typeset
from server.running_server import RunningServer, SocketClient, wait_until

CASES = [(game, "ja" if number % 3 == 1 else "en") for number, game in enumerate(games())]
"""Each game in one language."""


BEN = ("Ben", "Bea")
"""What the other person is called, before and after a change of their name."""


def table_of(server: RunningServer, address: str) -> Table:
    return server.context.tables.tasks[address.rpartition("/")[2]].table


def public_lines(table: Table, since: int, language: str) -> list[str]:
    """Return the lines for seat 0 of everything after an entry, except for points and for cards dealt to others."""
    people = People(words(table.game, language), 0, table.names(language))
    events = [event for event, seq in zip(table.play.events, table.event_seqs, strict=True) if seq > since]
    return [
        log_line(table.game, event.seen_by(0), people).text
        for event in events
        if event.name not in table.game.scoring_events and not is_hidden(table.game, event.seen_by(0))
    ]


def drawn_seq(page: Page) -> int:
    """Return the last log entry that the page showed when it was opened."""
    return int(page.get_by_role("main").locator("xpath=..").get_attribute("data-seq") or -1)


@pytest.mark.parametrize(("game", "language"), CASES)
def test_a_whole_game_is_played_by_roles_and_names(
    open_browser: OpenBrowser, server: RunningServer, game: str, language: str
) -> None:
    user = open_browser(language=language)
    table = table_of(server, user.play_against_bots(game))
    listener = Listener(user.page, language)
    since, rng = drawn_seq(user.page), Rng(1)
    while user.wait_for_turn():
        listener.choose(rng)
    lines = public_lines(table, since, language)
    known = set(lines)
    assert [line for line in listener.heard() if line in known] == lines
    assert len(lines) > 40
    assert listener.over
    listener.check_focus()


def test_the_scoring_is_spoken_step_by_step(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    table = table_of(server, user.play_against_bots("kasane"))
    user.play_by_websocket(Rng(1))
    page, listener = user.page, Listener(user.page)
    scene = server.context.tables.tasks[table.id].session.views.scene(0, "en")
    steps = page.get_by_role("radio", name=re.compile("^Step "))
    expect(steps).to_have_count(len(scene.scoring))
    assert len(scene.scoring) > 2
    steps.first.focus()
    for number in range(1, len(scene.scoring)):
        page.keyboard.press("ArrowRight")
        expect(steps.nth(number)).to_be_focused()
    page.keyboard.press(" ")
    result = page.get_by_role("radio", name="Result")
    expect(result).to_be_focused()
    expect(result).to_be_checked()
    spoken = [unescape(f"{typeset(step.text)} {format_number(step.points, signed=True)}") for step in scene.scoring]
    heard = listener.heard()
    assert [line for line in heard if line in spoken] == spoken
    assert scene.prompt in heard[-1 - len(scene.seats)]
    assert [line.split()[0] for line in heard[-len(scene.seats) :]] == [
        seat.name for seat in sorted(scene.seats, key=lambda seat: (seat.number not in scene.winners, -seat.score))
    ]


def play_with_ben(user: BrowserUser, server: RunningServer, game: str = "only_one") -> tuple[Table, SocketClient]:
    """Open a table for two people: the user and Ben, who moves only when told to."""
    address = user.make_table(game, players=2, seats=["me", "open"], listed=True)
    ben = server.guest("Ben")
    client = ben.connect(address.rpartition("/")[2]).ready()
    assert client.do("sit", name="Ben")["t"] == "done"
    return table_of(server, address), client


def let_ben_play(ben: SocketClient, table: Table) -> None:
    """Let Ben choose until it is not his turn."""
    while 1 in table.waiting():
        ben.read_until(lambda: ben.now["turn"] and ben.now["seq"] == table.seq)
        ben.choose()


def test_the_focus_goes_to_the_prompt_and_back_to_the_hand(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    page = user.page
    table, ben = play_with_ben(user, server)
    let_ben_play(ben, table)
    assert user.wait_for_turn()
    listener = Listener(page, people=BEN)
    for _ in range(3):
        listener.play_on(lambda: 0 in table.waiting())
        prompt = page.get_by_role("group", name="Waiting for Ben")
        expect(prompt).to_be_focused()
        let_ben_play(ben, table)
        expect(listener.choices.and_(page.locator(":focus"))).to_be_visible()
        listener.check_focus()


def test_the_focus_stays_where_the_person_has_put_it(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    page = user.page
    table, ben = play_with_ben(user, server)
    let_ben_play(ben, table)
    assert user.wait_for_turn()
    listener = Listener(page, people=BEN)
    listener.play_on(lambda: 0 in table.waiting())
    chat = page.get_by_role("button", name="Chat")
    chat.focus()
    page.keyboard.press("Enter")
    line = page.get_by_role("textbox", name="Say something")
    line.focus()
    let_ben_play(ben, table)
    assert user.wait_for_turn()
    expect(line).to_be_focused()
    page.keyboard.press("Escape")
    expect(chat).to_be_focused()
    listener.check_focus()


def test_lines_wait_while_a_dialog_covers_the_table(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    page = user.page
    table, ben = play_with_ben(user, server)
    while not any(seat == 1 for seat, _ in table.play.moves) or 0 not in table.waiting():
        if user.wait_for_turn(timeout=100):
            user.choose(Rng(3))
        let_ben_play(ben, table)
    assert user.wait_for_turn()
    listener = Listener(page, people=BEN)
    listener.choices.first.focus()
    ben.send("undo")
    question = page.get_by_role("dialog", name="would like to take back a move")
    expect(question).to_be_visible()
    ben.do("set", name="Bea")
    page.wait_for_function("seq => window.shown >= seq", arg=table.seq, polling=20)
    assert "Ben is now called Bea." not in listener.heard()
    question.get_by_role("button", name="No").press("Enter")
    listener.wait_to_hear("Ben is now called Bea.")
    expect(question).to_be_hidden()
    expect(listener.choices.and_(page.locator(":focus"))).to_be_visible()
    listener.check_focus()


def test_a_lost_connection_loses_and_repeats_nothing(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    table, ben = play_with_ben(user, server)
    let_ben_play(ben, table)
    assert user.wait_for_turn()
    listener, since = Listener(user.page, people=BEN), drawn_seq(user.page)
    listener.play_on(lambda: 0 in table.waiting())
    for _ in range(2):
        lose_network(user)
        listener.wait_to_hear("Connection lost")
        let_ben_play(ben, table)
        ben.do("set", name="Bea")
        user.context.set_offline(False)
        assert user.wait_for_turn()
        user.page.wait_for_function("seq => window.shown >= seq", arg=table.seq, polling=20)
    lines = public_lines(table, since, "en")
    assert [line for line in listener.heard() if line in set(lines)] == lines
    assert listener.heard().count("Ben is now called Bea.") == 1
    assert len(lines) > 3


def test_a_person_who_sits_down_keeps_the_focus_in_the_game(open_browser: OpenBrowser, server: RunningServer) -> None:
    host, guest = open_browser(), open_browser()
    address = host.make_table("only_one", players=2, seats=["me", "open"], listed=True)
    guest.page.goto(address)
    sit = guest.page.get_by_role("button", name="Sit down")
    sit.focus()
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_function("() => document.activeElement?.closest('#s-prompt, #s-hand, #s-mid')", polling=20)
    assert table_of(server, address).status == "playing"


@pytest.mark.parametrize(("language", "bot"), [("en", "Natsu, bot, Casual"), ("ja", "ナツ, ボット, 初級")])
def test_seats_are_groups_with_names(open_browser: OpenBrowser, language: str, bot: str) -> None:
    user = open_browser(language=language, phone=True)
    user.make_table("fine_weather", seats=["me", "casual", "casual", "casual"])
    page = user.page
    expect(page.get_by_role("group", name=bot).first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    for group in page.get_by_role("group", name="bot" if language == "en" else "ボット").all():
        expect(group).to_contain_text("score 0" if language == "en" else "0点")


def test_a_replay_announces_its_steps(open_browser: OpenBrowser) -> None:
    user = open_browser()
    address = user.make_table("only_one", players=2, seats=["me", "random"])
    user.play_by_websocket(Rng(1))
    page = user.page
    page.goto(address.replace("/table/", "/replay/"))
    listener, last = Listener(page), ""
    following = page.get_by_role("link", name="Next step")
    following.focus()
    for step in range(1, 9):
        heard = len(listener.heard())
        page.keyboard.press("Enter")
        expect(page.get_by_role("slider", name="Step")).to_have_value(str(step))
        told = page.locator("#told").inner_text()
        assert " ".join(listener.heard()[heard:]) == ("" if told == last else told)
        last = told
    assert len(listener.heard()) > 8
    expect(following).to_be_focused()


def test_a_hint_is_spoken_once(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    table = table_of(server, user.play_against_bots("kasane"))
    assert user.wait_for_turn()
    wait_until(lambda: table.waiting() == [0])  # otherwise a bot's choice might make the hint obsolete
    listener = Listener(user.page)
    user.page.get_by_role("button", name="Hint").press("Enter")
    listener.wait_to_hear("Hint: ")
    assert len([line for line in listener.heard() if line.startswith("Hint: ")]) == 1
    listener.check_focus()
