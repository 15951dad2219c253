"""A table is what its log makes of it: the same live and restored, whatever happened there."""

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.chance import bring, source_for
from chabudai.session.log import Entry, Row
from chabudai.session.opening import first_opening
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import CannotRestore, Table, restored
from session.tables import begun, choose_any, do, go_on, opened, people


class Logged:
    """A session whose entries are also written down."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rows = [self._row(0, 0.0, session.table.opened)]
        self._apply = session.apply
        session.apply = self.apply  # type: ignore[method-assign]

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        self._apply(entry, at, command)
        self.rows.append(self._row(self.session.table.seq, at, entry, command))

    def _row(self, seq: int, at: float, entry: Entry, command: str = "") -> Row:
        return Row(seq, at, command, log.written(entry, self.session.table.game))


def same(one: Table, other: Table) -> bool:
    """Whether two tables have everything in common that a log tells."""
    fields = [name for name in vars(one) if name not in ("_play",)]
    return (
        [getattr(one, name) for name in fields] == [getattr(other, name) for name in fields]
        and one.state == other.state
        and one.play.moves == other.play.moves
        and one.play.events == other.play.events
        and one.record().as_line() == other.record().as_line()
    )


@pytest.mark.parametrize("game", games())
def test_a_table_is_restored_as_it_was_after_every_entry(game: str) -> None:
    players = max(find_game(game).players)
    session = opened(game=game, players=players, pace="at_once")
    logged, rng, now = Logged(session), Rng(3), 0.0
    for entry in people(*"abcd"[: players - 1]):
        session.apply(entry, now)
    session.apply(log.Bot(players - 1, "club"), now, command="a begin")
    while session.table.status != "over":
        now += 1.0
        go_on(session, now)
        if session.table.waiting():
            choose_any(session, now, rng)
        match rng.below(12):
            case 0:
                session.apply(log.Said("a", "a", 0, "hm"), now)
            case 1:
                session.apply(log.Changed(pace="fast" if rng.below(2) else "at_once"), now)
            case 2:
                try:
                    do(session, "a", commands.Undo("u"), now)
                except Refused:
                    continue
        if session.table.seq % 7 == 0:
            assert same(restored("t", logged.rows), session.table)
    assert same(restored("t", logged.rows), session.table)


def test_an_entry_is_written_in_words_of_the_record_and_read_back_as_numbers() -> None:
    game = find_game("ameno_kirifuda")
    chose = log.Chose(1, game.action("play-1" if "play-1" in game.action_numbers else game.actions[5]), "bot")
    line = log.written(chose, game)
    assert game.actions[chose.action].encode() in line
    assert log.read(line, game) == chose
    event = next(number for number, chance in enumerate(game.chances) if len(chance.outcomes) > 1)
    came = log.Came([(event, 1)])
    assert game.chances[event].name.encode() in log.written(came, game)
    assert log.read(log.written(came, game), game) == came


def test_chance_is_an_entry_and_changes_nothing_before_it_is_applied() -> None:
    session = opened([*people("a", "b", "c"), log.Began()])
    before = session.table.state.clone()
    came = bring(session.table, Seeded(Rng(5)))
    assert session.table.state == before
    assert came == bring(session.table, Seeded(Rng(5)))
    session.apply(came, 0.0)
    assert session.table.state != before


def test_chance_that_is_not_due_is_refused() -> None:
    session = begun(*people("a", "b", "c"))
    with pytest.raises(BadChance, match="not due"):
        session.apply(log.Came([(0, 0)]), 0.0)


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.first_game])
def test_a_guided_game_that_was_restored_goes_on_with_the_chance_that_it_would_have_had(game: str) -> None:
    found = find_game(game)
    first = found.first_game
    assert first is not None
    settings = Settings(
        game=game,
        players=first.players,
        options=found.setup(first.players, first.options).options,
        first_game=True,
        pace="at_once",
    )
    opening = log.Opened(settings, found.rules_version, "a", list(first.chance), first.seed)

    def play(restore_every: int) -> bytes:
        table = Table("t", opening, 0.0)
        session = Session(table, source_for(table, 1), 0.0)
        logged = Logged(session)
        for entry in [*people("a"), *(log.Bot(seat, "club") for seat in range(1, first.players))]:
            session.apply(entry, 0.0)
        rng = Rng(8)
        while session.table.status != "over":
            go_on(session, 0.0)
            if session.table.waiting():
                choose_any(session, 0.0, rng)
            if session.table.turned % restore_every == 0:
                again = restored("t", logged.rows)
                rows, session = logged.rows, Session(again, source_for(again, 2), 0.0)
                logged = Logged(session)
                logged.rows = rows
        return session.table.record().as_line()

    assert play(restore_every=10**9) == play(restore_every=3)


@pytest.mark.parametrize("change", ["another seed", "another deal"])
def test_a_guided_game_whose_chance_would_differ_is_not_restored(change: str) -> None:
    game = next(game for game in games().values() if game.first_game)
    opened = first_opening(game, "a", pace="at_once")
    table = Table("t", opened, 0.0)
    session = Session(table, source_for(table, 1), 0.0)
    for entry in [*people("a"), *(log.Bot(seat, "club") for seat in range(1, opened.settings.players))]:
        session.apply(entry, 0.0)
    go_on(session, 0.0)
    assert opened.seed is not None
    changes = {"seed": opened.seed + 1, "fixed": []} if change == "another seed" else {"fixed": ["nothing=1"]}
    table.opened = msgspec.structs.replace(opened, **changes)
    with pytest.raises(CannotRestore, match="guided game"):
        source_for(table, 2)


def test_a_bot_that_takes_a_seat_is_asked_since_the_person_was() -> None:
    session = begun(*people("a", "b", "c"))
    (seat,) = session.table.waiting()
    before = session.table.places[seat]
    session.apply(log.Bot(seat, "club"), 50.0)
    after = session.table.places[seat]
    assert (after.since, after.asked) == (before.since, before.asked)
