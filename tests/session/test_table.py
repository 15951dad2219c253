"""A table restored from its log equals the live one, whatever happened there."""

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.chance import resolve_chance, source_for
from chabudai.session.log import Entry, LogRow
from chabudai.session.opening import open_guided_table
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import CannotRestore, Table, restore_table
from session.tables import begin_session, choose_any, do, open_session, people, run_autoplay


class Logged:
    """Records the log of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rows = [self._row(0, 0.0, session.table.opened)]
        self._apply = session.apply
        session.apply = self.apply  # type: ignore[method-assign]

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        self._apply(entry, at, command)
        self.rows.append(self._row(self.session.table.seq, at, entry, command))

    def _row(self, seq: int, at: float, entry: Entry, command: str = "") -> LogRow:
        return LogRow(seq, at, command, log.encode_entry(entry, self.session.table.game))


def same(restored: Table, live: Table) -> bool:
    """Check that two tables agree in everything that a log determines."""
    fields = [name for name in vars(restored) if name not in ("_play",)]
    return (
        [getattr(restored, name) for name in fields] == [getattr(live, name) for name in fields]
        and restored.state == live.state
        and restored.play.moves == live.play.moves
        and restored.play.events == live.play.events
        and restored.record().as_line() == live.record().as_line()
    )


@pytest.mark.parametrize("game", games())
def test_a_table_is_restored_as_it_was_after_every_entry(game: str) -> None:
    players = max(find_game(game).players)
    session = open_session(game=game, players=players, pace="at_once")
    logged, rng, now = Logged(session), Rng(3), 0.0
    for entry in people(*"abcd"[: players - 1]):
        session.apply(entry, now)
    session.apply(log.BotSeated(players - 1, "club"), now, command="a begin")
    while session.table.status != "over":
        now += 1.0
        run_autoplay(session, now)
        if session.table.waiting():
            choose_any(session, now, rng)
        match rng.below(12):
            case 0:
                session.apply(log.Chatted("a", "a", 0, "hm"), now)
            case 1:
                session.apply(log.SettingsChanged(pace="fast" if rng.below(2) else "at_once"), now)
            case 2:
                try:
                    do(session, "a", commands.UndoCommand("u"), now)
                except Refused:
                    continue
        if session.table.seq % 7 == 0:
            assert same(restore_table("t", logged.rows), session.table)
    assert same(restore_table("t", logged.rows), session.table)


def test_an_entry_on_disk_has_words_of_the_record_and_is_decoded_to_numbers() -> None:
    game = find_game("ameno_kirifuda")
    chose = log.Chose(1, game.action("play-1" if "play-1" in game.action_numbers else game.actions[5]), "bot")
    line = log.encode_entry(chose, game)
    assert game.actions[chose.action].encode() in line
    assert log.decode_entry(line, game) == chose
    event = next(number for number, chance in enumerate(game.chances) if len(chance.outcomes) > 1)
    resolved = log.ChanceResolved([(event, 1)])
    assert game.chances[event].name.encode() in log.encode_entry(resolved, game)
    assert log.decode_entry(log.encode_entry(resolved, game), game) == resolved


def test_resolving_chance_changes_nothing_until_the_entry_is_applied() -> None:
    session = open_session([*people("a", "b", "c"), log.Began()])
    before = session.table.state.clone()
    resolved = resolve_chance(session.table, Seeded(Rng(5)))
    assert session.table.state == before
    assert resolved == resolve_chance(session.table, Seeded(Rng(5)))
    session.apply(resolved, 0.0)
    assert session.table.state != before


def test_chance_that_is_not_due_is_refused() -> None:
    session = begin_session(*people("a", "b", "c"))
    with pytest.raises(BadChance, match="not due"):
        session.apply(log.ChanceResolved([(0, 0)]), 0.0)


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.first_game])
def test_a_restored_guided_game_continues_with_the_same_chance(game: str) -> None:
    installed = find_game(game)
    first = installed.first_game
    assert first is not None
    settings = Settings(
        game=game,
        players=first.players,
        options=installed.setup(first.players, first.options).options,
        first_game=True,
        pace="at_once",
    )
    opening = log.Opened(settings, installed.rules_version, "a", list(first.chance), first.seed)

    def play(restore_every: int) -> bytes:
        table = Table("t", opening, 0.0)
        session = Session(table, source_for(table, 1), 0.0)
        logged = Logged(session)
        for entry in [*people("a"), *(log.BotSeated(seat, "club") for seat in range(1, first.players))]:
            session.apply(entry, 0.0)
        rng = Rng(8)
        while session.table.status != "over":
            run_autoplay(session, 0.0)
            if session.table.waiting():
                choose_any(session, 0.0, rng)
            if session.table.position_id % restore_every == 0:
                again = restore_table("t", logged.rows)
                rows, session = logged.rows, Session(again, source_for(again, 2), 0.0)
                logged = Logged(session)
                logged.rows = rows
        return session.table.record().as_line()

    assert play(restore_every=10**9) == play(restore_every=3)


@pytest.mark.parametrize("change", ["another seed", "another deal"])
def test_a_guided_game_whose_chance_would_differ_is_not_restored(change: str) -> None:
    game = next(game for game in games().values() if game.first_game)
    opening = open_guided_table(game, "a", pace="at_once")
    table = Table("t", opening, 0.0)
    session = Session(table, source_for(table, 1), 0.0)
    for entry in [*people("a"), *(log.BotSeated(seat, "club") for seat in range(1, opening.settings.players))]:
        session.apply(entry, 0.0)
    run_autoplay(session, 0.0)
    assert opening.seed is not None
    changes = {"seed": opening.seed + 1, "fixed": []} if change == "another seed" else {"fixed": ["nothing=1"]}
    table.opened = msgspec.structs.replace(opening, **changes)
    with pytest.raises(CannotRestore, match="guided game"):
        source_for(table, 2)


def test_a_bot_that_replaces_a_person_inherits_the_time_of_the_pending_choice() -> None:
    session = begin_session(*people("a", "b", "c"))
    (seat,) = session.table.waiting()
    before = session.table.holders[seat]
    session.apply(log.BotSeated(seat, "club"), 50.0)
    after = session.table.holders[seat]
    assert (after.asked_at, after.asked_seq) == (before.asked_at, before.asked_seq)
