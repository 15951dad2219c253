"""What a viewer is shown: the log with and without memory aids, the guide, the scoring, moments, hints, the curtain."""

import pytest

from chabudai.bots.hint import hint
from chabudai.games.registry import games
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.words import LANGUAGES
from chabudai.session import commands, log
from chabudai.session.chance import source_for
from chabudai.session.opening import first_opening
from chabudai.session.session import Session
from chabudai.session.settings import MOMENTS
from chabudai.session.table import Table
from chabudai.session.views import LINES, Shown, Viewpoint, Views
from session.tables import begun, choose_any, do, go_on, opened, people

every_game = pytest.mark.parametrize("game", games())


def shown(session: Session, guest: str = "a", now: float = 0.0, language: str = "en") -> Shown:
    return session.view(Viewpoint(guest, language), now)


def table_of(game: str, **settings: object) -> Session:
    """As many people as can play, at a table that waits for nothing."""
    players = games()[game].players[-1]
    return begun(*people(*"abcd"[:players]), game=game, players=players, pace="at_once", **settings)


def play_on(session: Session, choices: int, seed: int = 1) -> None:
    """Let people make this many choices, if the game lasts that long."""
    rng = Rng(seed)
    for _ in range(choices):
        if session.table.status == "playing":
            choose_any(session, 0.0, rng)
            go_on(session, 0.0)


# ---- The log --------------------------------------------------------------------------------------------------------


@every_game
def test_without_aids_the_log_tells_what_the_last_choice_brought_about(game: str) -> None:
    session, told = table_of(game, aids=False), 0
    for _ in range(12):
        play_on(session, 1)
        recent = session.table.play.events[session.table.recent :]
        told += len(recent)
        for seat in (SPECTATOR, 0, 1):
            assert session.views.log(seat, "en") == session.views.tell(recent, seat, "en")
    assert 0 < told <= len(session.table.play.events)


@every_game
def test_with_aids_the_log_tells_everything_that_is_not_fleeting(game: str) -> None:
    session = table_of(game)
    fleeting = games()[game].fleeting_events
    for _ in range(12):
        play_on(session, 1)
        table = session.table
        past = [event for event in table.play.events[: table.recent] if event.name not in fleeting]
        told = session.views.tell(past + table.play.events[table.recent :], 0, "en")
        assert session.views.log(0, "en") == told[-LINES:]


@pytest.mark.parametrize("aids", [True, False])
def test_a_fleeting_event_is_told_until_the_next_choice(aids: bool) -> None:
    session = table_of("kasane", aids=aids)
    while not any(event.name == "took" for event in session.table.play.events):
        choose_any(session, 0.0)
    took = [event for event in session.table.play.events if event.name == "took"]
    (line,) = session.views.tell(took, 0, "en")
    assert line in session.views.log(0, "en")
    go_on(session, 0.0)
    choose_any(session, 0.0)
    assert line not in session.views.log(0, "en")


def test_no_more_than_some_lines_are_told_during_a_game() -> None:
    session = table_of("thousand_cats")
    while len(session.table.play.events) < 2 * LINES:
        play_on(session, 1)
    lines = session.views.log(0, "en")
    assert len(lines) == LINES
    assert lines[-1:] == session.views.tell(session.table.play.events[-1:], 0, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_is_the_same_however_often_it_was_looked_at(language: str) -> None:
    session = begun(*people("a"), log.Bot(1, "club"), log.Bot(2, "club"), pace="at_once")
    rng, undone = Rng(3), False
    for number in range(30):
        choose_any(session, 0.0, rng)
        if not undone and session.table.play.moves[-1][0] == 0:
            do(session, "a", commands.Undo("u"))
            undone = True
        go_on(session, 0.0)
        if number % 7 == 3:
            do(session, "a", commands.Set("n", name=f"Mei {number}"))
        for seat in (SPECTATOR, 0, 2):
            assert session.views.log(seat, language) == Views(session.table).log(seat, language)
    assert undone


def test_a_new_name_is_told_from_the_beginning() -> None:
    session = table_of("ameno_kirifuda")
    play_on(session, 6)
    before = [line.text for line in session.views.log(0, "en")]
    do(session, "b", commands.Set("n", name="Mei"))
    after = [line.text for line in session.views.log(0, "en")]
    assert after != before
    assert not any(text.startswith("b ") for text in after)


# ---- The guide ------------------------------------------------------------------------------------------------------


def guided(game: str) -> Session:
    """A guided game that has just begun, without any pause."""
    opening = first_opening(games()[game], "a", aids=True, pace="at_once")
    table = Table("t", opening, 0.0)
    for seat in range(opening.settings.players):
        table.apply(log.Sat(seat, "a", "a") if seat == LEARNER else log.Bot(seat, "club"), 0.0)
    session = Session(table, source_for(table, 0), 0.0)
    go_on(session, 0.0)
    return session


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_speaks_to_the_learner_at_each_of_their_choices(game: str, language: str) -> None:
    session, lessons = guided(game), set()
    for _ in range(16):
        asked = LEARNER in session.table.waiting()
        guide = shown(session, language=language).notes.guide
        assert (guide is not None) == asked
        if guide is not None:
            assert guide.text
            assert guide.chapter
            lessons.add(guide.text)
        assert shown(session, "watcher", language=language).notes.guide is None
        assert session.views.guide(1, language) is None
        play_on(session, 1)
    assert lessons


def test_no_other_game_has_a_guide() -> None:
    session = table_of("kasane")
    assert [session.views.guide(seat, "en") for seat in range(len(session.table.places))] == [None] * 4


# ---- The scoring ----------------------------------------------------------------------------------------------------


@every_game
def test_points_are_counted_step_by_step_for_everybody_after_the_end(game: str) -> None:
    session = table_of(game, options={"target": 5} if game == "thousand_cats" else None)
    assert shown(session).scene.scoring == []
    play_on(session, 10_000)
    assert session.table.status == "over"
    for guest in ("a", "b", "watcher"):
        seen = shown(session, guest)
        assert seen.standing.status == "over"
        assert seen.scene.scoring[-1].totals == session.table.state.scores()
        assert not seen.notes.can_undo
        assert not seen.notes.can_hint


# ---- Moments --------------------------------------------------------------------------------------------------------


def test_a_moment_is_shown_to_each_until_they_have_seen_it() -> None:
    session = begun(*people("a", "b", "c"))
    now = 0.0
    while session.table.moment < 0:
        now += 100.0
        if not go_on(session, now):
            choose_any(session, now)
    assert shown(session, "a", now).scene.moment
    assert shown(session, "a", now).standing.moment
    assert session.saw("a")
    assert not session.saw("a")
    assert not shown(session, "a", now).notes.moment
    assert shown(session, "a", now).scene.moment == ""
    # Play no longer waits for the others, but they may still look.
    assert shown(session, "b", now + MOMENTS["normal"]).notes.moment
    tab = Viewpoint("b", "en", seen=session.table.moment)
    assert not session.view(tab, now).notes.moment


# ---- Hints and other notes ------------------------------------------------------------------------------------------


def test_a_hint_is_shown_for_the_choice_that_it_was_asked_for() -> None:
    session = table_of("ameno_kirifuda")
    (seat,) = session.table.waiting()
    guest = session.table.places[seat].guest
    found = hint(session.table.game, session.views.state(seat), simulations=5)
    viewer = Viewpoint(guest, "en", hint=(session.table.turned, found))
    assert session.view(viewer, 0.0).notes.hint == found
    other = Viewpoint(next(name for name in "abcd" if name != guest), "en", hint=(session.table.turned, found))
    assert session.view(other, 0.0).notes.hint is None
    choose_any(session, 0.0)
    assert session.view(viewer, 0.0).notes.hint is None


def test_what_a_viewer_can_do_is_noted() -> None:
    waiting = opened(people("a"), players=3)
    notes = shown(waiting).notes
    assert (notes.awaited, notes.can_begin, notes.can_sit, notes.can_undo) == (2, True, "", False)
    assert [note.kind for note in notes.seats] == ["person", "free", "free"]
    playing = table_of("ameno_kirifuda")
    (seat,) = playing.table.waiting()
    guest = playing.table.places[seat].guest
    assert shown(playing, guest).notes.can_hint
    assert not shown(playing, guest).notes.can_undo
    choose_any(playing, 0.0)
    assert shown(playing, guest).notes.can_undo
    assert not shown(playing, "watcher").notes.can_undo
    playing.apply(log.Left(seat), 0.0)
    assert shown(playing, guest).notes.can_sit == "own"


# ---- A shared device ------------------------------------------------------------------------------------------------


def test_a_shared_device_shows_a_hand_only_to_whoever_says_that_they_hold_it() -> None:
    seats: list[log.Entry] = [log.Sat(seat, "a", name) for seat, name in enumerate(["Aoi", "Ben", "Chi"])]
    session = begun(*seats, pace="at_once")
    viewer = Viewpoint("a", "en")
    (first,) = session.table.waiting()
    before = session.view(viewer, 0.0)
    assert before.standing.curtain is not None
    assert (before.standing.curtain.seat, before.standing.curtain.name) == (first, ["Aoi", "Ben", "Chi"][first])
    assert before.scene.viewer == SPECTATOR
    viewer.revealed = first
    held = session.view(viewer, 0.0)
    assert held.standing.curtain is None
    assert held.scene.viewer == first
    choose_any(session, 0.0)
    go_on(session, 0.0)
    passed = session.view(viewer, 0.0)
    assert passed.standing.curtain is not None
    assert passed.standing.curtain.seat != first
    assert passed.scene.viewer == SPECTATOR
    assert viewer.revealed is None
