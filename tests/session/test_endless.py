"""Games without people, and games without end: neither goes on forever."""

from collections.abc import Mapping

import pytest

from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Rows
from chabudai.scene.words import LANGUAGES
from chabudai.session import autoplay as autoplay_module
from chabudai.session import log
from chabudai.session.opening import open_table
from chabudai.session.session import Session
from chabudai.session.settings import MAX_MOVES, UNWATCHED_SECONDS
from chabudai.session.table import Table
from session.tables import begin_session, choose_any, people, run_autoplay


def test_bots_alone_stop_when_nobody_has_looked_for_a_while_and_play_on_when_somebody_does() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)))
    autoplay, presence = session.autoplay, session.presence
    assert autoplay.bot_turns(UNWATCHED_SECONDS - 1.0)
    assert not autoplay.bot_turns(UNWATCHED_SECONDS)
    assert session.seconds_to_alarm(UNWATCHED_SECONDS) is None
    presence.connect("spectator")
    presence.connect("other")
    assert autoplay.bot_turns(1000.0)
    presence.disconnect("spectator", 1000.0)
    assert autoplay.bot_turns(5000.0)
    presence.disconnect("other", 5000.0)
    assert autoplay.bot_turns(5000.0 + UNWATCHED_SECONDS - 1.0)
    assert not autoplay.bot_turns(5000.0 + UNWATCHED_SECONDS)


def test_bots_never_stop_while_somebody_has_a_seat() -> None:
    session = begin_session(*people("a"), log.BotSeated(1, "club"), log.BotSeated(2, "club"), pace="at_once")
    while session.table.holders[session.table.waiting()[0]].guest:
        choose_any(session, 0.0)
    assert session.autoplay.bot_turns(100 * UNWATCHED_SECONDS)


ONLY_LOSSES = {name: [-1, -1, -1, -1] for name in find_game("thousand_cats").setup(4).tables["multipliers"]}
"""Multiplier cards with which nobody ever reaches the target."""


def play_without_end(data: Mapping[str, Rows] | None, moves: int) -> Session:
    game = find_game("thousand_cats")
    setup = game.setup(4, {"rules": "experienced", "target": 200}, data)
    session = Session(Table("t", open_table(game, setup, "a"), 0.0), Seeded(Rng(1)), 0.0)
    for entry in people("a", "b", "c", "d"):
        session.apply(entry, 0.0)
    run_autoplay(session, 0.0)
    rng = Rng(2)
    for _ in range(moves):
        if session.table.status == "playing":
            choose_any(session, 0.0, rng)
            run_autoplay(session, 0.0)
    return session


def test_a_game_that_never_ends_is_closed_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay_module, "MAX_MOVES", 300)
    session = play_without_end({"multipliers": ONLY_LOSSES}, 400)
    table = session.table
    assert (table.status, len(table.play.moves)) == ("closed", 300)
    for language in LANGUAGES:
        assert f"{MAX_MOVES}" in table.closed_refusal().text(language)
    row = log.encode_entry(log.TableClosed("too_long"), table.game)
    assert log.decode_entry(row, table.game) == log.TableClosed("too_long")
    assert log.encode_entry(log.TableClosed(), table.game) == b'{"what":"closed"}'  # as before


def test_a_game_with_its_own_cards_is_never_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay_module, "MAX_MOVES", 300)
    session = play_without_end(None, 320)
    assert (session.table.status, len(session.table.play.moves)) == ("playing", 320)


def test_a_table_that_somebody_closed_says_nothing_about_its_length() -> None:
    session = begin_session(*people("a", "b", "c"))
    session.apply(log.TableClosed(), 0.0)
    assert session.table.closed_refusal().message_id == "closed"
