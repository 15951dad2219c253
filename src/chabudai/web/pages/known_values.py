"""What is known about the values on the cards, what is assumed, and why: a section of the rules, and a dialog."""

from chabudai.kernel.setup import Setup
from chabudai.scene.card_table_text import provenance
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.web.markup import escape
from chabudai.web.pages.dialog import dialog
from chabudai.web.pages.document import Visitor

ASSUMED = "assumed"
"""The chapter of the rules about assumed values, and the id of the dialog."""


def known_values(game: Game, setup: Setup | None, visitor: Visitor) -> str:
    """Draw for each card table what is known, what is assumed and why, with a link to correct it."""
    if not game.tables:
        return ""
    say = visitor.words
    game_words = words(game, visitor.language)
    parts = []
    for table in game.tables:
        facts = provenance(table, game_words)
        lines = [
            f"<dt>{say(f'data.{part}')}</dt><dd>{escape(text)}</dd>"
            for part, text in (("known", facts.known), ("assumed", facts.assumed), ("why", facts.why))
            if text
        ]
        if setup is not None and table.name in setup.overridden:
            rows = [name for name, row in setup.tables[table.name].items() if row != table.rows[name]]
            names = words(game, visitor.language, setup).list(rows).text
            lines.append(f"<dt>{say('data.changed')}</dt><dd>{escape(names)}</dd>")
        parts.append(f"<h3>{escape(facts.title)}</h3><dl>{''.join(lines)}</dl>")
    link = f'<p><a class="btn" href="/data/{game.name}">{say("data.title")}</a></p>'
    return f'<div class="known-values">{"".join(parts)}{link}</div>'


def known_values_dialog(game: Game, setup: Setup | None, visitor: Visitor) -> str:
    """Draw the dialog that a mark at an assumed value opens."""
    if not game.tables:
        return ""
    say = visitor.words
    return dialog("assumed", say("data.values"), known_values(game, setup, visitor), say)
