"""The pages that are taken: the lobby with a few tables, and a table as the person at seat 0 sees it."""

from chabudai.games.registry import games
from chabudai.kernel.bits import has
from chabudai.scene.game import Game
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.words import title, words
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.web.pages import lobby, table_page
from chabudai.web.pages.document import Visitor
from chabudai.web.pages.lobby import Lobby
from chabudai.web.pages.rows import FinishedRow, TableRow
from chabudai.web.pages.table_page import TablePage
from chabudai.web.table import frame, sections
from tools.screenshots.moments import Moment

LEVELS = ("novice", "casual", "club", "expert")
LINES = 40


def lobby_page(visitor: Visitor) -> str:
    """The lobby on an evening when somebody else is there too."""
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
    return lobby.page(
        Lobby(
            visitor=visitor,
            games=list(games().values()),
            levels=LEVELS,
            tables=[listed, watched],
            finished=[finished],
            people=5,
        )
    )


def table_of(game: Game, moment: Moment, visitor: Visitor) -> str:
    """A table against bots, with memory aids."""
    said = words(game, visitor.language)
    names = _names(game, visitor)[: moment.state.setup.players]
    scene = make_scene(game, moment.state.seen_by(0, True), said, names)
    people = People(said, 0, names)
    told = [event.seen_by(0) for event in moment.events[-LINES:] if event.name not in game.fleeting_events]
    notes = TableNotes(
        log=[log_line(game, event, people) for event in told],
        seats=[SeatNote(kind="person"), *[SeatNote(kind="bot", level=level) for level in LEVELS[: len(names) - 1]]],
        can_hint=True,
        can_undo=True,
    )
    over = moment.state.over()
    page = table_page.page(
        TablePage(
            visitor=visitor,
            id="a",
            game=game,
            frame=frame(sections(scene, notes)),
            status="over" if over else "playing",
            seat=0,
        )
    )
    # What the client would set: whose turn it is.
    return page.replace(' id="table"', ' id="table" data-turn') if has(moment.state.waiting, 0) else page


def _names(game: Game, visitor: Visitor) -> list[str]:
    said = words(game, visitor.language)
    return [visitor.name, *(said.name(f"bot{seat}") for seat in range(1, 4))]
