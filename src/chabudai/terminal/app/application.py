"""The Textual application: opens the menu, or the table or record that the command line names."""

from typing import ClassVar

from textual.binding import Binding
from textual.screen import Screen

from chabudai.scene.words import LANGUAGES
from chabudai.terminal.app.base_screen import BaseApp, BaseScreen
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.theme import CSS, DARK, LIGHT


class Chabudai(BaseApp):
    """The full-screen application, with one language and one theme for all screens.

    `first` is the first screen, or a table to open; without it, the menu opens.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("n", "next_language", show=False),
        Binding("t", "toggle_theme", show=False),
        Binding("ctrl+c", "exit", show=False, priority=True),
    ]

    def __init__(
        self, first: Screen[None] | TableClient | None = None, *, language: str = "en", theme: str = "dark"
    ) -> None:
        super().__init__()
        self.language = language
        self._first_screen_or_table = first
        self._theme = theme

    def on_mount(self) -> None:
        """Register the themes, and open the first screen."""
        for theme in (LIGHT, DARK):
            self.register_theme(theme)
        self.theme = self._theme
        self.push_screen(self._first_screen())

    def _first_screen(self) -> Screen[None]:
        """Return the first screen. Other screens are imported when opened, so that this one appears quickly."""
        if isinstance(self._first_screen_or_table, Screen):
            return self._first_screen_or_table
        if self._first_screen_or_table is not None:
            from chabudai.terminal.app.table_screen import TableScreen

            return TableScreen(self._first_screen_or_table)
        from chabudai.terminal.app.menu import Menu

        return Menu()

    def leave_table(self) -> None:
        """Return to the screen below; if there is none, to the menu."""
        if len(self.screen_stack) > 2:  # at the bottom is an empty screen of Textual's own
            self.pop_screen()
        else:
            from chabudai.terminal.app.menu import Menu

            self.switch_screen(Menu())

    def action_next_language(self) -> None:
        """Switch to the next language."""
        index = LANGUAGES.index(self.language)
        self.language = LANGUAGES[(index + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.set_language(self.language)

    def action_toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_exit(self) -> None:
        """Exit."""
        self.exit()
