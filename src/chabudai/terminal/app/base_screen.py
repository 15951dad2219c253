"""What all screens have in common: they speak the language of the application, and can be left."""

from textual.app import App
from textual.screen import Screen

from chabudai.scene.words import LANGUAGES
from chabudai.terminal.app.words import ScreenWords, screen_words


class BaseApp(App[None]):
    """What a screen knows of the application."""

    language = LANGUAGES[0]

    def leave_table(self) -> None:
        """Go back to what lies below this screen."""
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
        """What the screen says."""
        return screen_words(self.application.language)

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        raise NotImplementedError
