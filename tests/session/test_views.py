"""Views: the log with and without memory aids, the guide, the scoring, moments, hints, and shared devices."""

from typing import Any

import pytest

from chabudai.bots.hint import hint
from chabudai.games.registry import games
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.builder import log_line
from chabudai.scene.vocabulary import LogLine
from chabudai.scene.words import LANGUAGES
from chabudai.session import commands, log, views
from chabudai.session.chance import source_for
from chabudai.session.opening import open_guided_table
from chabudai.session.session import Session
from chabudai.session.settings import MOMENT_SECONDS
from chabudai.session.table import Table
from chabudai.session.views import SENT_LOG_LINES, Viewer, ViewerUpdate, Views
from session.tables import begin_session, choose_any, do, open_session, people, run_autoplay

every_game = pytest.mark.parametrize("game", games())


def view_of(session: Session, guest: str = "a", now: float = 0.0, language: str = "en") -> ViewerUpdate:
    return session.view(Viewer(guest, language), now)


def begin_game(game: str, **settings: object) -> Session:
    """Start a game with the most players, at a pace without any pauses."""
    players = games()[game].players[-1]
    return begin_session(*people(*"abcd"[:players]), game=game, players=players, pace="at_once", **settings)


def play_on(session: Session, choices: int, seed: int = 1) -> None:
    """Make this many random choices, unless the game ends first."""
    rng = Rng(seed)
    for _ in range(choices):
        if session.table.status == "playing":
            choose_any(session, 0.0, rng)
            run_autoplay(session, 0.0)


# ---- The log --------------------------------------------------------------------------------------------------------


@every_game
def test_without_aids_the_log_has_only_the_events_since_the_last_choice(game: str) -> None:
    session, lines = begin_game(game, aids=False), 0
    for _ in range(12):
        play_on(session, 1)
        recent = session.table.play.events[session.table.recent_from :]
        lines += len(recent)
        for seat in (SPECTATOR, 0, 1):
            assert session.views.log(seat, "en") == session.views.describe(recent, seat, "en")
    assert 0 < lines <= len(session.table.play.events)


@every_game
def test_with_aids_the_log_has_everything_except_fleeting_events(game: str) -> None:
    session = begin_game(game)
    fleeting = games()[game].fleeting_events
    for _ in range(12):
        play_on(session, 1)
        table = session.table
        past = [event for event in table.play.events[: table.recent_from] if event.name not in fleeting]
        lines = session.views.describe(past + table.play.events[table.recent_from :], 0, "en")
        assert session.views.log(0, "en") == lines[-SENT_LOG_LINES:]


@pytest.mark.parametrize("aids", [True, False])
def test_a_fleeting_event_stays_in_the_log_until_the_next_choice(aids: bool) -> None:
    session = begin_game("kasane", aids=aids)
    while not any(event.name == "took" for event in session.table.play.events):
        choose_any(session, 0.0)
    took = [event for event in session.table.play.events if event.name == "took"]
    (line,) = session.views.describe(took, 0, "en")
    assert line in session.views.log(0, "en")
    run_autoplay(session, 0.0)
    choose_any(session, 0.0)
    assert line not in session.views.log(0, "en")


def test_the_log_has_a_maximum_length_during_a_game() -> None:
    session = begin_game("thousand_cats")
    while len(session.table.play.events) < 2 * SENT_LOG_LINES:
        play_on(session, 1)
    lines = session.views.log(0, "en")
    assert len(lines) == SENT_LOG_LINES
    assert lines[-1:] == session.views.describe(session.table.play.events[-1:], 0, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cached_log_equals_a_fresh_one(language: str) -> None:
    session = begin_session(*people("a"), log.BotSeated(1, "club"), log.BotSeated(2, "club"), pace="at_once")
    rng, undone = Rng(3), False
    for number in range(30):
        choose_any(session, 0.0, rng)
        if not undone and session.table.play.moves[-1][0] == 0:
            do(session, "a", commands.UndoCommand("u"))
            undone = True
        run_autoplay(session, 0.0)
        if number % 7 == 3:
            do(session, "a", commands.SetCommand("n", name=f"Mei {number}"))
        for seat in (SPECTATOR, 0, 2):
            assert session.views.log(seat, language) == Views(session.table).log(seat, language)
    assert undone


def test_after_a_new_name_only_the_lines_that_are_shown_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin_session(*people("a", "b", "c"), game="thousand_cats", pace="at_once")
    play_on(session, 120)
    session.apply(log.GuestNamed("a", "Aoi"), 0.0)
    whole = Views(session.table).log(0, "en", None)
    assert len(whole) > 2 * SENT_LOG_LINES
    made = 0

    def counting(*arguments: Any) -> LogLine:
        nonlocal made
        made += 1
        return log_line(*arguments)

    monkeypatch.setattr(views, "log_line", counting)
    assert session.views.log(0, "en") == whole[-SENT_LOG_LINES:]
    assert made <= SENT_LOG_LINES + len(session.table.play.events) - session.table.recent_from
    assert session.views.log(0, "en", None) == whole
    assert session.views.log(0, "en") == whole[-SENT_LOG_LINES:]
    made = 0
    assert session.views.log(0, "en", 10) == whole[-10:]
    assert made <= len(session.table.play.events) - session.table.recent_from


def test_a_new_name_appears_in_old_lines_too() -> None:
    session = begin_game("ameno_kirifuda")
    play_on(session, 6)
    before = [line.text for line in session.views.log(0, "en")]
    do(session, "b", commands.SetCommand("n", name="Mei"))
    after = [line.text for line in session.views.log(0, "en")]
    assert after.pop() == "b is now called Mei."
    assert after != before
    assert not any(text.startswith("b ") for text in after)


# ---- The guide ------------------------------------------------------------------------------------------------------


def guided(game: str) -> Session:
    """Start a guided game, without any pauses."""
    opening = open_guided_table(games()[game], "a", aids=True, pace="at_once")
    table = Table("t", opening, 0.0)
    for seat in range(opening.settings.players):
        table.apply(log.Sat(seat, "a", "a") if seat == LEARNER else log.BotSeated(seat, "club"), 0.0)
    session = Session(table, source_for(table, 0), 0.0)
    run_autoplay(session, 0.0)
    return session


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_comments_on_each_choice_of_the_learner(game: str, language: str) -> None:
    session, lessons = guided(game), set()
    for _ in range(16):
        must_choose = LEARNER in session.table.waiting()
        notes = view_of(session, language=language).notes
        guide = notes.guide
        assert notes.guided
        assert (guide is not None) == must_choose
        if guide is not None:
            assert guide.text
            assert guide.chapter
            lessons.add(guide.text)
        assert view_of(session, "spectator", language=language).notes.guide is None
        assert not view_of(session, "spectator", language=language).notes.guided
        assert session.views.guide(1, language) is None
        play_on(session, 1)
    assert lessons


def test_no_other_game_has_a_guide() -> None:
    session = begin_game("kasane")
    assert [session.views.guide(seat, "en") for seat in range(len(session.table.holders))] == [None] * 4


# ---- The scoring ----------------------------------------------------------------------------------------------------


@every_game
def test_after_the_game_everybody_sees_the_scoring_step_by_step(game: str) -> None:
    session = begin_game(game, options={"target": 5} if game == "thousand_cats" else None)
    assert view_of(session).scene.scoring == []
    play_on(session, 10_000)
    assert session.table.status == "over"
    for guest in ("a", "b", "spectator"):
        update = view_of(session, guest)
        assert update.header.status == "over"
        assert update.scene.scoring[-1].totals == session.table.state.scores()
        assert not update.notes.can_undo
        assert not update.notes.can_hint


# ---- Moments --------------------------------------------------------------------------------------------------------


def test_each_viewer_sees_a_moment_until_they_confirm_it() -> None:
    session = begin_session(*people("a", "b", "c"))
    now = 0.0
    while session.table.moment_seq < 0:
        now += 100.0
        if not run_autoplay(session, now):
            choose_any(session, now)
    assert view_of(session, "a", now).scene.moment
    assert view_of(session, "a", now).header.moment
    assert session.confirm_for("a")
    assert not session.confirm_for("a")
    assert not view_of(session, "a", now).notes.moment
    assert view_of(session, "a", now).scene.moment == ""
    # Play no longer waits for the others, but they still see the moment.
    assert view_of(session, "b", now + MOMENT_SECONDS["normal"]).notes.moment
    tab = Viewer("b", "en", confirmed_moment=session.table.moment_seq)
    assert not session.view(tab, now).notes.moment


@pytest.mark.parametrize("name", list(games()))
def test_every_game_pauses_on_its_moments_and_nothing_runs_ahead(name: str) -> None:
    players = max(games()[name].players)
    session = begin_session(*people(*"abcd"[:players]), game=name, players=players)
    session.presence.connect("a")
    now, status = 0.0, ""
    while session.table.moment_seq < 0:
        now += 100.0
        status = view_of(session, "a", now).scene.status
        if not run_autoplay(session, now):
            choose_any(session, now)
    assert session.autoplay.waits_for_moment(session.table.position_since)
    scene = view_of(session, "a", now).scene
    assert (scene.status, scene.prompt) == (status, "")
    assert scene.moment
    session.confirm_for("a")
    assert view_of(session, "a", now).scene.prompt


# ---- Hints and other notes ------------------------------------------------------------------------------------------


def test_a_hint_is_shown_only_for_the_position_it_was_made_for() -> None:
    session = begin_game("ameno_kirifuda")
    (seat,) = session.table.waiting()
    guest = session.table.holders[seat].guest
    own_hint = hint(session.table.game, session.views.state(seat), simulations=5)
    viewer = Viewer(guest, "en", hint=(session.table.position_id, own_hint))
    assert session.view(viewer, 0.0).notes.hint == own_hint
    other = Viewer(next(name for name in "abcd" if name != guest), "en", hint=(session.table.position_id, own_hint))
    assert session.view(other, 0.0).notes.hint is None
    choose_any(session, 0.0)
    assert session.view(viewer, 0.0).notes.hint is None


def test_the_notes_list_what_a_viewer_can_do() -> None:
    waiting = open_session(people("a"), players=3)
    notes = view_of(waiting).notes
    assert (notes.awaited, notes.can_begin, notes.can_sit, notes.can_undo) == (2, True, "", False)
    assert [note.kind for note in notes.seats] == ["person", "free", "free"]
    playing = begin_game("ameno_kirifuda")
    (seat,) = playing.table.waiting()
    guest = playing.table.holders[seat].guest
    assert view_of(playing, guest).notes.can_hint
    assert not view_of(playing, guest).notes.can_undo
    choose_any(playing, 0.0)
    assert view_of(playing, guest).notes.can_undo
    assert not view_of(playing, "spectator").notes.can_undo
    playing.apply(log.SeatLeft(seat), 0.0)
    assert view_of(playing, guest).notes.can_sit == "own"


# ---- A shared device ------------------------------------------------------------------------------------------------


def test_a_shared_device_shows_a_hand_only_after_the_player_confirms_holding_it() -> None:
    seats: list[log.Entry] = [log.Sat(seat, "a", name) for seat, name in enumerate(["Aoi", "Ben", "Chi"])]
    session = begin_session(*seats, pace="at_once")
    viewer = Viewer("a", "en")
    (first,) = session.table.waiting()
    before = session.view(viewer, 0.0)
    assert before.header.curtain is not None
    assert (before.header.curtain.seat, before.header.curtain.name) == (first, ["Aoi", "Ben", "Chi"][first])
    assert before.scene.viewer == SPECTATOR
    viewer.revealed_seat = first
    update = session.view(viewer, 0.0)
    assert update.header.curtain is None
    assert update.scene.viewer == first
    choose_any(session, 0.0)
    run_autoplay(session, 0.0)
    passed = session.view(viewer, 0.0)
    assert passed.header.curtain is not None
    assert passed.header.curtain.seat != first
    assert passed.scene.viewer == SPECTATOR
    assert viewer.revealed_seat is None
