"""Base classes of the application and of its screens, in a module that imports neither, so that both can import it."""

from textual.app import App
from textual.screen import Screen

from chabudai.scene.words import LANGUAGES
from chabudai.terminal.app.screen_words import ScreenWords, screen_words


class BaseApp(App[None]):
    """The part of the application that screens use."""

    language = LANGUAGES[0]

    def leave_table(self) -> None:
        """Return to the screen below; if there is none, to the menu."""
        raise NotImplementedError


class BaseScreen(Screen[None]):
    """A screen in the language of the application."""

    @property
    def application(self) -> BaseApp:
        """The application."""
        assert isinstance(self.app, BaseApp)
        return self.app

    @property
    def words(self) -> ScreenWords:
        """The texts of the application in its language."""
        return screen_words(self.application.language)

    def set_language(self, language: str) -> None:
        """Redraw everything in `language`, to which the application has just switched."""
        raise NotImplementedError
