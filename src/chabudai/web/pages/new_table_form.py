"""The form that sets up a table: players, options and pace.

Its defaults are a game against bots, so that two clicks suffice. Its fields have the names of `POST /tables`
(docs/protocol.md).
"""

from collections.abc import Sequence

from chabudai.kernel.options import Option, option_text
from chabudai.scene import game_info
from chabudai.scene.game import Game
from chabudai.scene.words import title, words
from chabudai.web.markup import escape
from chabudai.web.pages.dialog import dialog_head
from chabudai.web.pages.document import Visitor, icon
from chabudai.web.pages.fields import (
    REFUSAL,
    bot_choices,
    duration_choices,
    segmented,
    segmented_fieldset,
    select_field,
)
from chabudai.web.pages.page_words import PageWords

PACES = ("slow", "normal", "fast", "at_once")
LIMITS = (0, 30, 120, 600, 86_400, 604_800)
"""Seconds for a move: no limit, short ones for a live game, and days for a slow game."""
TAKEOVERS = (30, 120, 600, 86_400, 0)
"""Seconds until a bot takes over for a player who is away; 0 means never."""
DEFAULT_LEVEL = "casual"
"""The level of the bots at a new table, unless another is chosen."""


def new_table_form(game: Game, levels: Sequence[str], visitor: Visitor) -> str:
    """Draw the form for a game, as a dialog that the game's button opens."""
    say = visitor.words
    game_title = title(game, visitor.language)
    options = "".join(_option(game, option, visitor) for option in game.options)
    return (
        f'<div popover id="set-{game.name}" class="dialog set" role="dialog" aria-label="{escape(game_title)}">'
        f'<form method="post" action="/tables" data-inline><input type="hidden" name="game" value="{game.name}">'
        f"{dialog_head(f'set-{game.name}', escape(game_title), say)}"
        f"{_players(game, visitor)}{_seats(game, levels, visitor)}{REFUSAL}{options}{_opening(game, visitor)}"
        f"{_card_data(game, say)}{_table_settings(visitor)}"
        f'<p class="go"><button class="btn main" autofocus>{say("set.play")}</button>'
        f"{guided_game_button(game, say)}</p></form></div>"
    )


def guided_game_button(game: Game, say: PageWords) -> str:
    """Draw the submit button for a guided first game, if the game has one.

    It must not be the first button of a form: Enter in a field presses the first one.
    """
    if game.first_game is None:
        return ""
    return f'<button class="btn" name="first_game" value="on">{icon("guide")}{say("set.first_game")}</button>'


def _players(game: Game, visitor: Visitor) -> str:
    say = visitor.words
    choices = [(str(count), say("set.count", count=count)) for count in game.players]
    return segmented_fieldset(say("set.players"), "players", choices, str(max(game.players)))


def _seats(game: Game, levels: Sequence[str], visitor: Visitor) -> str:
    """Draw a line for each seat. The host may leave all seats to others and watch."""
    say = visitor.words
    default_level = DEFAULT_LEVEL if DEFAULT_LEVEL in levels else levels[0]
    lines = []
    for seat in range(max(game.players)):
        mine = ("me", say("set.me") if seat == 0 else say("set.same_device"))
        choices = [mine, ("open", say("set.open")), *bot_choices(levels, say)]
        chosen = "me" if seat == 0 else default_level
        name = _name(seat, say) if seat else ""
        counts = " ".join(str(count) for count in game.players if count > seat)
        lines.append(
            f'<fieldset class="seat-line" data-seat="{seat}" data-players="{counts}">'
            f"{select_field(f'seat.{seat}', say('set.seat', seat=seat + 1), choices, chosen)}{name}</fieldset>"
        )
    return f'<section class="seat-lines" aria-label="{say("set.seats")}">{"".join(lines)}</section>'


def _name(seat: int, say: PageWords) -> str:
    """Draw the name field for a person at the same device; it is visible only while that is chosen for the seat."""
    label = say("set.their_name")
    return f'<input class="their-name" name="name.{seat}" maxlength="24" aria-label="{label}" placeholder="{label}">'


def _option(game: Game, option: Option, visitor: Visitor) -> str:
    """Draw an option with its explanation. At player counts to which it does not apply, it is hidden."""
    language = visitor.language
    legend = escape(game_info.option_title(game, option, language))
    meaning = escape(game_info.option_meaning(game, option, language))
    name = f"option.{option.name}"
    players = " ".join(str(count) for count in option.players or game.players)
    if option.range is not None:
        low, high = option.range
        number = f'type="number" min="{low}" max="{high}" value="{option.default}"'
        field = f'<input {number} name="{name}" aria-label="{legend}">'
    else:
        say = visitor.words
        choices = [
            (option_text(value), say(f"set.{option_text(value)}") if isinstance(value, bool) else escape(label))
            for value in option.values
            for label in [game_info.option_value(game, option, value, language)]
        ]
        field = segmented(name, choices, option_text(option.default))
    return (
        f'<fieldset class="option" data-players="{players}"><legend>{legend}</legend>{field}'
        f'<p class="meaning">{meaning}</p></fieldset>'
    )


def pace_fieldset(chosen: str, say: PageWords) -> str:
    """Draw the choice of a pace. The style sheet shows the explanation only while "at once" is chosen."""
    choices = [(pace, say(f"pace.{pace}")) for pace in PACES]
    return segmented_fieldset(say("set.pace"), "pace", choices, chosen, say("set.at_once_meaning"))


def _opening(game: Game, visitor: Visitor) -> str:
    """Draw what the players may decide before the game, each left to chance at first.

    At player counts, or without options, to which it does not apply, it is hidden.
    """
    say, game_words = visitor.words, words(game, visitor.language)
    fields = []
    for choice in game.opening_choices:
        outcomes = [
            (str(outcome), say("set.seat", seat=outcome + 1) if isinstance(outcome, int) else game_words.name(outcome))
            for outcome in game_info.opening_outcomes(game, choice)
        ]
        for place in range(choice.places(max(game.players))):
            heading = escape(game_info.opening_title(game, choice, place, visitor.language))
            players = " ".join(str(count) for count in game.players if place < choice.places(count))
            option = f' data-option="option.{choice.option}"' if choice.option else ""
            choices = [("", say("set.by_chance")), *((value, escape(text)) for value, text in outcomes)]
            field = select_field(f"chance.{choice.chance}.{place}", heading, choices, "")
            fields.append(f'<fieldset class="option" data-players="{players}"{option}>{field}</fieldset>')
    return "".join(fields)


def _card_data(game: Game, say: PageWords) -> str:
    """Draw the choice of card data that the player corrected; a script shows it if this browser has kept some."""
    if not game.tables:
        return ""
    return (
        f'<p class="own-data"><label hidden><input type="checkbox" name="data"> {say("data.use")}</label> '
        f'<a href="/rules/{game.name}#assumed">{say("data.some_assumed")}</a> '
        f'<a href="/data/{game.name}">{say("data.title")}</a></p>'
    )


def _table_settings(visitor: Visitor) -> str:
    """Draw the settings of the table rather than the game: pace, memory aids, who may join, time limits."""
    say = visitor.words
    pace = pace_fieldset("normal", say)
    aids = segmented_fieldset(
        say("set.aids"), "aids", [("on", say("set.true")), ("off", say("set.false"))], "on", say("set.aids_meaning")
    )
    listed = segmented_fieldset(
        say("set.listed"), "listed", [("off", say("set.private")), ("on", say("set.for_all"))], "off"
    )
    limit = select_field("limit", say("set.limit"), duration_choices(LIMITS, say("set.no_limit"), say), "0")
    takeover = select_field("takeover", say("set.takeover"), duration_choices(TAKEOVERS, say("set.never"), say), "120")
    return f'<details class="more"><summary>{say("set.more")}</summary>{pace}{aids}{listed}{limit}{takeover}</details>'
