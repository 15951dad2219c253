"""The lobby: the games, tables to join or watch, and the visitor's own games."""

from collections.abc import Sequence

import msgspec

from chabudai.scene import game_info
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document, icon, visitor_controls
from chabudai.web.pages.list_rows import FinishedRow, TableRow, finished_rows, table_rows
from chabudai.web.pages.new_table_form import new_table_form
from chabudai.web.pages.pictures import cover, palettes
from chabudai.web.urls import static_url


class LobbyPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the lobby shows; `levels` are the bots to choose from.

    `running` and `finished` are the visitor's own games; `people` counts the connections to all tables.
    """

    visitor: Visitor
    games: Sequence[Game]
    levels: Sequence[str]
    tables: Sequence[TableRow] = ()
    running: Sequence[TableRow] = ()
    finished: Sequence[FinishedRow] = ()
    people: int = 0


def lobby_page(lobby: LobbyPage) -> str:
    """Draw the lobby."""
    visitor = lobby.visitor
    say = visitor.words
    folds = "".join(_fold(game, visitor) for game in lobby.games)
    forms = "".join(new_table_form(game, lobby.levels, visitor) for game in lobby.games)
    body = (
        f'<main class="wrap"><div class="hero"><h2>{say("lobby.welcome")}</h2><p>{say("lobby.what")}</p></div>'
        f"{_running(lobby)}"
        f'<section class="screen" aria-label="{say("lobby.games")}">{folds}</section>{forms}'
        f'<div class="rooms">{_open_tables(lobby)}{_finished_games(lobby)}</div></main>'
    )
    people = say("lobby.people", number=lobby.people) if lobby.people > 1 else ""
    bar = TopBar(say("lobby.title"), people, visitor_controls(visitor))
    return document(visitor, bar, body, kind="lobby", styles=palettes(lobby.games), scripts=[static_url("lobby.js")])


def _fold(game: Game, visitor: Visitor) -> str:
    """Draw a game as a fold: the lobby shows the games as a folding screen.

    A click on the fold opens the form for a new table, except on the links at its end.
    """
    say = visitor.words
    language = visitor.language
    second_title = game.title if language == "ja" else game.native_title
    second_language = "en" if language == "ja" else "ja"
    length = game_info.minutes(game, language)
    minutes = f"<span>{icon('clock')}<b>{escape(length)}</b> {say('lobby.minutes')}</span>" if length else ""
    return (
        f'<article class="fold" data-game="{game.name}">{cover(game.name)}'
        f'<span class="play" aria-hidden="true">{icon("play")}{say("set.play")}</span><div class="tx">'
        f'<h3><button type="button" popovertarget="set-{game.name}">{escape(title(game, language))}</button></h3>'
        f'<p class="other" lang="{second_language}">{escape(second_title)}</p>'
        f"<p>{escape(game_info.tagline(game, language))}</p>"
        f'<p class="meta"><span>{icon("person")}<b>{game_info.player_counts(game)}</b>'
        f'<span class="sr"> {say("lobby.players")}</span></span>{minutes}</p>'
        f'<div class="links">{_first_game(game, visitor)}'
        f'<a class="quiet" href="/rules/{game.name}">{say("lobby.rules")}'
        f'<span class="sr">: {escape(title(game, language))}</span></a></div></div></article>'
    )


def _first_game(game: Game, visitor: Visitor) -> str:
    """Draw the button for the guided first game, if the game has one."""
    if game.first_game is None:
        return ""
    return (
        f'<form method="post" action="/tables"><input type="hidden" name="game" value="{game.name}">'
        f'<button class="quiet" name="first_game" value="on">{visitor.words("lobby.first_game")}'
        f'<span class="sr">: {escape(title(game, visitor.language))}</span></button></form>'
    )


def _running(lobby: LobbyPage) -> str:
    """Draw the visitor's games in progress, first on the page: somebody may be waiting."""
    if not lobby.running:
        return ""
    say = lobby.visitor.words
    return f'<section class="panel"><h2>{say("lobby.running")}</h2>{table_rows(lobby.running, lobby.visitor)}</section>'


def _open_tables(lobby: LobbyPage) -> str:
    say = lobby.visitor.words
    if lobby.tables:
        tables = table_rows(lobby.tables, lobby.visitor)
    else:
        tables = f'<p class="none">{say("lobby.no_tables")}</p>'
    return f'<section class="panel"><h2>{say("lobby.open_tables")}</h2>{tables}</section>'


def _finished_games(lobby: LobbyPage) -> str:
    say = lobby.visitor.words
    if lobby.finished:
        games = finished_rows(lobby.finished, lobby.visitor)
    else:
        games = f'<p class="none">{say("lobby.no_games")}</p>'
    return (
        f'<section class="panel"><h2>{say("lobby.last_games")}'
        f'<small><a href="/mine">{say("lobby.all_games")}</a></small></h2>'
        f'{games}<p class="aside"><a href="/mine#upload">{icon("upload")}{say("upload.title")}</a></p></section>'
    )
