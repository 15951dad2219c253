"""The application: the menu, and what is opened from it or from the command line."""

from typing import ClassVar

from textual.binding import Binding
from textual.screen import Screen

from chabudai.scene.words import LANGUAGES
from chabudai.terminal.app.base_screen import BaseApp, BaseScreen
from chabudai.terminal.app.looks import CSS, DARK, LIGHT
from chabudai.terminal.app.table_client import TableClient


class Chabudai(BaseApp):
    """Full screen: one language and one look for all screens."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("n", "next_language", show=False),
        Binding("t", "other_look", show=False),
        Binding("ctrl+c", "exit", show=False, priority=True),
    ]

    def __init__(
        self, opened: Screen[None] | TableClient | None = None, *, language: str = "en", theme: str = "dark"
    ) -> None:
        super().__init__()
        self.language = language
        self._opened = opened
        self._look = theme

    def on_mount(self) -> None:
        """Open the table that was asked for, or the menu."""
        for look in (LIGHT, DARK):
            self.register_theme(look)
        self.theme = self._look
        self.push_screen(self._first())

    def _first(self) -> Screen[None]:
        """The first screen. The other ones are fetched when they are opened, so that this one comes fast."""
        if isinstance(self._opened, Screen):
            return self._opened
        if self._opened is not None:
            from chabudai.terminal.app.table_screen import TableScreen

            return TableScreen(self._opened)
        from chabudai.terminal.app.menu import Menu

        return Menu()

    def leave_table(self) -> None:
        """Go back to what lies below; from what the command line opened, to the menu."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            from chabudai.terminal.app.menu import Menu

            self.switch_screen(Menu())

    def action_next_language(self) -> None:
        """Speak another language."""
        place = LANGUAGES.index(self.language)
        self.language = LANGUAGES[(place + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.speak(self.language)

    def action_other_look(self) -> None:
        """Light or dark."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_exit(self) -> None:
        """End."""
        self.exit()
