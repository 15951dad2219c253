"""News: every step is in it exactly once, whatever states are skipped, and only as far as the viewer may know it."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.words import LANGUAGES
from chabudai.session import commands, log
from chabudai.session.notes import NewsLine
from chabudai.session.session import Session
from chabudai.session.views import GAP, MAX_MISSED_LINES
from session.tables import begin_session, choose_any, do, open_session, people, run_autoplay

every_game = pytest.mark.parametrize("game", games())


def begin_game(game: str, **settings: object) -> Session:
    """Start a game of people with the most players, at a pace without any pauses."""
    players = games()[game].players[-1]
    return begin_session(*people(*"abcd"[:players]), game=game, players=players, pace="at_once", **settings)


def play_on(session: Session, rng: Rng) -> None:
    """Make a random choice, and carry out what follows."""
    if session.table.status == "playing":
        choose_any(session, 0.0, rng)
        run_autoplay(session, 0.0)


def news_for(session: Session, seat: int, since: int, connected: int = 0, language: str = "en") -> list[NewsLine]:
    return session.views.news(seat, language, since, connected)


class Listener:
    """A connected client that is brought up to date now and then."""

    def __init__(self, session: Session, seat: int, language: str) -> None:
        self.session, self.seat, self.language = session, seat, language
        self.connected = self.told = session.table.seq
        self.lines: list[NewsLine] = []

    def update(self) -> None:
        self.lines += news_for(self.session, self.seat, self.told, self.connected, self.language)
        self.told = self.session.table.seq


@pytest.mark.parametrize("aids", [True, False])
@every_game
def test_skipped_updates_lose_and_repeat_nothing(game: str, aids: bool) -> None:
    session = open_session(game=game, players=(players := games()[game].players[-1]), pace="at_once", aids=aids)
    seats = [SPECTATOR, *range(players)]
    always, rarely = ([Listener(session, seat, LANGUAGES[seat % 2]) for seat in seats] for _ in range(2))
    for entry in people(*"abcd"[:players]):
        session.apply(entry, 0.0)
    run_autoplay(session, 0.0)
    rng = Rng(5)
    while session.table.status == "playing":
        for listener in [*always, *(slow for slow in rarely if rng.below(9) == 0)]:
            listener.update()
        play_on(session, rng)
    for listener in [*always, *rarely]:
        listener.update()
    assert [listener.lines for listener in rarely] == [listener.lines for listener in always]
    assert all([line.seq for line in heard.lines] == sorted(line.seq for line in heard.lines) for heard in always)


@every_game
def test_the_news_of_a_step_are_its_lines_in_the_log(game: str) -> None:
    session, rng, checked = begin_game(game), Rng(2), 0
    while session.table.status == "playing":
        since = session.table.seq
        choose_any(session, 0.0, rng)
        table = session.table
        if table.status == "over":
            continue
        step = table.play.events[table.recent_from :]
        for seat in (SPECTATOR, 0, 1):
            expected = [(line.text, line.seat) for line in session.views.describe(step, seat, "en")]
            assert [(line.text, line.seat) for line in news_for(session, seat, since)] == expected
            checked += len(expected)
        run_autoplay(session, 0.0)
    assert checked > 50


def test_hidden_cards_of_several_others_are_one_line() -> None:
    session = begin_game("ameno_kirifuda")
    for_seat = [[line.text for line in news_for(session, seat, 0)] for seat in (SPECTATOR, 1)]
    assert [text for text in for_seat[0] if "face down" in text] == ["a, b, c, d got cards, face down"]
    assert [text for text in for_seat[1] if "face down" in text] == ["a, c, d got cards, face down"]
    assert sum(text.startswith("You were dealt") for text in for_seat[1]) == 1
    assert not any("eight cards" in text for text in for_seat[0] + for_seat[1])
    japanese = [line.text for line in news_for(session, 1, 0, language="ja")]
    assert "a、c、dに札が伏せて配られました" in japanese


def test_points_that_are_counted_step_by_step_are_not_in_the_news() -> None:
    session, rng = begin_game("only_one"), Rng(1)
    while session.table.status == "playing":
        since = session.table.seq
        play_on(session, rng)
    scoring = games()["only_one"].scoring_events
    last = session.table.play.events[session.table.recent_from :]
    counted = session.views.describe([event for event in last if event.name in scoring], 0, "en")
    texts = [line.text for line in news_for(session, 0, since)]
    assert counted
    assert texts
    assert not {line.text for line in counted} & set(texts)


@pytest.mark.parametrize("aids", [True, False])
def test_a_client_that_connects_again_hears_the_last_entries_and_what_the_log_has(aids: bool) -> None:
    session, rng = begin_game("kasane", aids=aids), Rng(3)
    for _ in range(40):
        play_on(session, rng)
    table, everything = session.table, news_for(session, 0, 0)
    heard = news_for(session, 0, 0, connected=table.seq)
    lately = [line for line in everything if line.seq > table.seq - GAP]
    assert heard[-len(lately) :] == lately
    earlier = [event for event, seq in zip(table.play.events, table.event_seqs, strict=True) if seq <= table.seq - GAP]
    logged = [event for event in earlier if aids and event.name != "took"]
    assert [line.text for line in heard[: -len(lately)]] == [
        line.text for line in session.views.describe(logged, 0, "en")
    ]
    assert len(logged) < len(earlier)
    assert news_for(session, 0, table.seq - 5, connected=table.seq) == [
        line for line in everything if line.seq > table.seq - 5
    ]


def test_after_a_long_absence_the_last_lines_are_announced() -> None:
    session, rng = begin_game("thousand_cats"), Rng(3)
    while len(session.table.play.events) < 2 * MAX_MISSED_LINES:
        play_on(session, rng)
    lines = news_for(session, 0, 0, connected=session.table.seq)
    assert len(lines) == MAX_MISSED_LINES + 1
    left_out = len(news_for(session, 0, 0)) - MAX_MISSED_LINES
    assert lines[0].text == f"For {left_out} earlier lines, see the log"
    assert left_out > 10
    assert lines[-1].text == session.views.log(0, "en")[-1].text


def test_changes_of_seats_and_choices_taken_back_are_in_the_news() -> None:
    session = begin_session(*people("a"), log.BotSeated(1, "club"), log.BotSeated(2, "club"), pace="at_once")
    while session.table.play.moves == [] or session.table.play.moves[-1][0] != 0:
        choose_any(session, 0.0)
        run_autoplay(session, 0.0)
    since, made = session.table.seq, session.table.play.events[-1]
    do(session, "a", commands.UndoCommand("u"))
    do(session, "a", commands.SetCommand("n", name="Mei"))
    assert made not in session.table.play.events
    choose_any(session, 0.0)
    lines = news_for(session, 1, since)
    assert [line.text for line in lines[:2]] == ["a took back a choice.", "a is now called Mei."]
    assert [line.seat for line in lines[:2]] == [0, 0]
    assert [line.text for line in lines[2:]] == [
        line.text for line in session.views.describe(session.table.play.events[session.table.recent_from :], 1, "en")
    ]
    assert lines[2:]
    assert len(session.table.event_seqs) == len(session.table.play.events)
