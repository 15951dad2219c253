"""The pages in the screenshots: the lobby with a few tables, and a table from the view of seat 0."""

from collections.abc import Sequence

from chabudai.games.registry import games
from chabudai.kernel.bits import has
from chabudai.kernel.first_game import LEARNER
from chabudai.scene.builder import People, log_line, make_scene
from chabudai.scene.game import Game
from chabudai.scene.words import title, words
from chabudai.session.notes import Guide, SeatNote, TableNotes
from chabudai.web.pages.document import Visitor
from chabudai.web.pages.list_rows import FinishedRow, TableRow
from chabudai.web.pages.lobby_page import LobbyPage, lobby_page
from chabudai.web.pages.table_page import TablePage, table_page
from chabudai.web.sections import table_frame, table_sections
from tools.screenshots.snapshots import Snapshot

LEVELS = ("novice", "casual", "club", "expert")
LINES = 40
"""The number of log lines shown."""


def sample_lobby(visitor: Visitor) -> str:
    """Draw the lobby with other people's tables."""
    first, second, third = list(games().values())[:3]
    names = _names(first, visitor)
    listed = TableRow(
        id="a",
        game=second.name,
        title=title(second, visitor.language),
        host=names[1],
        seats=[names[1], names[2], None],
        playing=False,
    )
    watched = TableRow(
        id="b",
        game=third.name,
        title=title(third, visitor.language),
        host=names[3],
        seats=names,
        playing=True,
        can_sit=False,
    )
    finished = FinishedRow(
        id="c",
        game=first.name,
        title=title(first, visitor.language),
        names=names,
        scores=[31, 28, 17, 12],
        winners=[0],
        ended="11/15",
        seat=0,
    )
    return lobby_page(
        LobbyPage(
            visitor=visitor,
            games=list(games().values()),
            levels=LEVELS,
            tables=[listed, watched],
            finished=[finished],
            people=5,
        )
    )


def sample_table(
    game: Game, snapshot: Snapshot, visitor: Visitor, names: Sequence[str] = (), *, with_advice: bool = True
) -> str:
    """Draw a table against bots, with memory aids.

    `names` are those of the players, if not the usual ones. Without advice, a guided game looks as on others' turns.
    """
    game_words = words(game, visitor.language)
    names = [*(names or _names(game, visitor))][: snapshot.state.setup.players]
    before = None if snapshot.before is None else snapshot.before.seen_by(0, True)
    scene = make_scene(game, snapshot.state.seen_by(0, True), game_words, names, before=before)
    people = People(game_words, 0, names)
    events = [event.seen_by(0) for event in snapshot.events[-LINES:] if event.name not in game.fleeting_events]
    notes = TableNotes(
        log=[log_line(game, event, people) for event in events],
        seats=[SeatNote(kind="person"), *[SeatNote(kind="bot", level=level) for level in LEVELS[: len(names) - 1]]],
        can_hint=True,
        can_undo=True,
        moment=before is not None,
        guided=snapshot.guided,
        guide=_guide(game, snapshot, visitor) if snapshot.guided and with_advice else None,
    )
    over = snapshot.state.over()
    page = table_page(
        TablePage(
            visitor=visitor,
            id="a",
            game=game,
            frame=table_frame(table_sections(scene, notes)),
            status="over" if over and before is None else "playing",
            seat=0,
        )
    )
    # The client would mark that it is the viewer's turn.
    return page.replace(' id="table"', ' id="table" data-turn') if has(snapshot.state.waiting, 0) else page


def _guide(game: Game, snapshot: Snapshot, visitor: Visitor) -> Guide:
    """Return the lesson at this decision."""
    assert game.first_game is not None
    lesson = game.first_game.teach(snapshot.state.seen_by(LEARNER, True))
    return Guide(words(game, visitor.language).say("lesson", lesson.message), lesson.chapter)


def _names(game: Game, visitor: Visitor) -> list[str]:
    game_words = words(game, visitor.language)
    return [visitor.name, *(game_words.name(f"bot{seat}") for seat in range(1, 4))]
