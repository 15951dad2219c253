"""The overlays of a table: hint, log, facts, reasons, rules, and a choice of seats."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from chabudai.bots.hint import Hint
from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.setup import Setup
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import title
from chabudai.scene.words import words as find_words
from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.screen_words import ScreenWords
from chabudai.terminal.draw import draw_facts, draw_log, renderable
from chabudai.terminal.hints import hint_lines
from chabudai.terminal.seat_panels import Absences
from chabudai.terminal.styles import BOLD, number_tag, seat_name
from chabudai.terminal.text_block import TextBlock, hanging_indent


def hint_overlay(scene: Scene, hint: Hint, words: ScreenWords) -> Overlay | None:
    """Return an overlay with a hint, or None if the game is not installed: the texts of hints come with it."""
    try:
        game_words = find_words(find_game(scene.game), scene.language)
    except UnknownGame:
        return None

    def draw(width: int) -> RenderableType:
        return renderable(TextBlock(hint_lines(scene, hint, game_words, width)), width)

    return Overlay(game_words.text("hint", "title"), draw, words("foot.sheet"))


def log_overlay(log: Sequence[LogLine], words: ScreenWords) -> Overlay:
    """Return an overlay with the whole log, scrolled to its end."""
    return Overlay(words("foot.log"), lambda width: draw_log(log, width), words("foot.sheet"), at_end=True)


def facts_overlay(scene: Scene, words: ScreenWords) -> Overlay:
    """Return an overlay with the facts."""
    return Overlay(words("foot.facts"), lambda width: draw_facts(scene, width), words("foot.sheet"))


def reasons_overlay(scene: Scene, words: ScreenWords) -> Overlay:
    """Return an overlay with the reasons why choices are illegal."""
    illegal = [choice for choice in scene.choices if choice.why is not None]

    def draw(width: int) -> RenderableType:
        reasons = [(Text(f"{choice.text}: ", BOLD), Text(choice.why or "")) for choice in illegal]
        lines = [line for name, why in reasons for line in hanging_indent(name, why, width)]
        return renderable(TextBlock(lines), width)

    return Overlay(words("foot.reasons"), draw, words("foot.sheet"))


def rules_overlay(game: str, words: ScreenWords, chapter: str = "", setup: Setup | None = None) -> Overlay | None:
    """Return an overlay with the rules, or with one chapter; None if the game is not installed."""
    from chabudai.terminal.rules_markdown import RulesMarkdown  # Markdown is slow to import

    try:
        installed = find_game(game)
    except UnknownGame:
        return None
    text = RulesMarkdown(installed, words.language, chapter or None, setup)
    return Overlay(title(installed, words.language), lambda width: text, words("foot.sheet"))


def seats_overlay(
    update: ViewerUpdate, seats: Sequence[int], title: str, absences: Absences, words: ScreenWords
) -> Overlay:
    """Return an overlay in which the player chooses one of these seats by its number, from 1."""

    def draw(width: int) -> RenderableType:
        lines = []
        for number, seat in enumerate(seats, 1):
            level = update.notes.seats[seat].level
            note = words.text_or_name("level", level) if level else absences.get(seat, "")
            lines.append(Text.assemble(number_tag(number), " ", seat_name(update.scene, seat), f"  {note}"))
        return renderable(TextBlock(lines), width)

    numbers = tuple(str(number) for number in range(1, len(seats) + 1))
    return Overlay(title, draw, words("foot.choose"), answers=numbers)
