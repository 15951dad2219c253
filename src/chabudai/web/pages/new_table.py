"""The form that sets a table: who sits there, by which rules, at what pace.

Its defaults are a game against bots, so that two clicks suffice. The names of its fields are those of `POST /tables`
(docs/protocol.md).
"""

from collections.abc import Sequence

from chabudai.kernel.options import Option, written
from chabudai.scene import about
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.markup import escape
from chabudai.web.pages.document import Visitor, icon
from chabudai.web.pages.fields import bots, segment, segments, select, times
from chabudai.web.pages.sheet import sheet_head
from chabudai.web.pages.words import PageWords

PACES = ("slow", "normal", "fast", "at_once")
LIMITS = (0, 30, 120, 600, 86_400, 604_800)
"""Seconds for a move: none, some for a sitting, and days for a game by the way."""
TAKEOVERS = (30, 120, 600, 86_400, 0)
"""Seconds until a bot takes over for somebody who is away; 0: never."""
LEVEL = "casual"
"""The bots that a new table has, unless others are chosen."""


def form(game: Game, levels: Sequence[str], visitor: Visitor) -> str:
    """The form for a game, as a sheet that the button of that game opens."""
    say = visitor.words
    name = title(game, visitor.language)
    options = "".join(_option(game, option, visitor) for option in game.options)
    return (
        f'<div popover id="set-{game.name}" class="sheet set" role="dialog" aria-label="{escape(name)}">'
        f'<form method="post" action="/tables"><input type="hidden" name="game" value="{game.name}">'
        f"{sheet_head(f'set-{game.name}', escape(name), say)}"
        f"{_players(game, visitor)}{_seats(game, levels, visitor)}{options}{_manners(visitor)}"
        f'<p class="go"><button class="btn main" autofocus>{say("set.play")}</button>{guided(game, say)}</p>'
        f"</form></div>"
    )


def guided(game: Game, say: PageWords) -> str:
    """The button of a form that makes it a guided first game, if the game has one.

    It never comes first in a form: Enter in a field presses the first button.
    """
    if game.first_game is None:
        return ""
    return f'<button class="btn" name="first_game" value="on">{icon("guide")}{say("set.first_game")}</button>'


def _players(game: Game, visitor: Visitor) -> str:
    say = visitor.words
    choices = [(str(count), say("set.count", count=count)) for count in game.players]
    return segments(say("set.players"), "players", choices, str(max(game.players)))


def _seats(game: Game, levels: Sequence[str], visitor: Visitor) -> str:
    """A line for each seat. Whoever sets the table may leave it to the others and watch."""
    say = visitor.words
    first = LEVEL if LEVEL in levels else levels[0]
    lines = []
    for seat in range(max(game.players)):
        mine = ("me", say("set.me") if seat == 0 else say("set.same_device"))
        sitters = [mine, ("open", say("set.open")), *bots(levels, say)]
        chosen = "me" if seat == 0 else first
        called = _name(seat, say) if seat else ""
        within = " ".join(str(count) for count in game.players if count > seat)
        lines.append(
            f'<fieldset class="seat-line" data-seat="{seat}" data-players="{within}">'
            f"{select(f'seat.{seat}', say('set.seat', seat=seat + 1), sitters, chosen)}{called}</fieldset>"
        )
    return f'<section class="seat-lines" aria-label="{say("set.seats")}">{"".join(lines)}</section>'


def _name(seat: int, say: PageWords) -> str:
    """The name of somebody who plays at the same device; shown once such a seat is chosen."""
    label = say("set.their_name")
    return f'<input class="their-name" name="name.{seat}" maxlength="24" aria-label="{label}" placeholder="{label}">'


def _option(game: Game, option: Option, visitor: Visitor) -> str:
    """An option with its meaning. With other player counts than its own it stays as it is, and is not shown."""
    language = visitor.language
    legend = escape(about.option_title(game, option, language))
    meaning = escape(about.option_meaning(game, option, language))
    name = f"option.{option.name}"
    players = " ".join(str(count) for count in option.players or game.players)
    if option.range is not None:
        low, high = option.range
        number = f'type="number" min="{low}" max="{high}" value="{option.default}"'
        field = f'<input {number} name="{name}" aria-label="{legend}">'
    else:
        say = visitor.words
        choices = [
            (written(value), say(f"set.{written(value)}") if isinstance(value, bool) else escape(called))
            for value in option.values
            for called in [about.option_value(game, option, value, language)]
        ]
        field = segment(name, choices, written(option.default))
    return (
        f'<fieldset class="option" data-players="{players}"><legend>{legend}</legend>{field}'
        f'<p class="meaning">{meaning}</p></fieldset>'
    )


def _manners(visitor: Visitor) -> str:
    """What concerns the evening rather than the game."""
    say = visitor.words
    pace = segments(say("set.pace"), "pace", [(pace, say(f"pace.{pace}")) for pace in PACES], "normal")
    aids = segments(
        say("set.aids"), "aids", [("on", say("set.true")), ("off", say("set.false"))], "on", say("set.aids_meaning")
    )
    listed = segments(say("set.listed"), "listed", [("off", say("set.private")), ("on", say("set.for_all"))], "off")
    limit = select("limit", say("set.limit"), times(LIMITS, say("set.no_limit"), say), "0")
    takeover = select("takeover", say("set.takeover"), times(TAKEOVERS, say("set.never"), say), "120")
    return f'<details class="more"><summary>{say("set.more")}</summary>{pace}{aids}{listed}{limit}{takeover}</details>'
