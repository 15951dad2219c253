"""The sheets that a table has to read."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from chabudai.bots.hint import Hint
from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.setup import Setup
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import title, words
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.words import ScreenWords
from chabudai.terminal.block import Block, led
from chabudai.terminal.draw import draw_facts, draw_log, printed
from chabudai.terminal.hints import hint_lines
from chabudai.terminal.ink import BOLD


def hint_sheet(scene: Scene, hint: Hint, said: ScreenWords) -> Sheet | None:
    """A hint; none if the game, which has the words for it, is not installed here."""
    try:
        speech = words(find_game(scene.game), scene.language)
    except UnknownGame:
        return None

    def draw(width: int) -> RenderableType:
        return printed(Block(hint_lines(scene, hint, speech, width)), width)

    return Sheet(speech.text("hint", "title"), draw, said("foot.sheet"))


def log_sheet(log: Sequence[LogLine], said: ScreenWords) -> Sheet:
    """All that has happened, the latest last."""
    return Sheet(said("foot.log"), lambda width: draw_log(log, width), said("foot.sheet"), at_end=True)


def facts_sheet(scene: Scene, said: ScreenWords) -> Sheet:
    """What one would reckon or remember."""
    return Sheet(said("foot.facts"), lambda width: draw_facts(scene, width), said("foot.sheet"))


def reasons_sheet(scene: Scene, said: ScreenWords) -> Sheet:
    """Why some choices are not allowed."""
    refused = [choice for choice in scene.choices if choice.why is not None]

    def draw(width: int) -> RenderableType:
        told = [(Text(f"{choice.text}: ", BOLD), Text(choice.why or "")) for choice in refused]
        return printed(Block([line for name, why in told for line in led(name, why, width)]), width)

    return Sheet(said("foot.reasons"), draw, said("foot.sheet"))


def rules_sheet(game: str, said: ScreenWords, chapter: str = "", setup: Setup | None = None) -> Sheet | None:
    """The rules or a chapter of them; none if the game is not installed here."""
    from chabudai.terminal.rules import Rules  # only who reads the rules needs Markdown

    try:
        found = find_game(game)
    except UnknownGame:
        return None
    text = Rules(found, said.language, chapter or None, setup)
    return Sheet(title(found, said.language), lambda width: text, said("foot.sheet"))
