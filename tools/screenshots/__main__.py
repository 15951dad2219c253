"""Write all screenshots to build/screens, and those that the docs show to docs/pictures/screens: `make screenshots`."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from chabudai.games.registry import games
from chabudai.scene.words import LANGUAGES
from chabudai.web.pages.document import Visitor
from tools.screenshots.camera import SIZES, open_camera
from tools.screenshots.pages import sample_lobby, sample_table
from tools.screenshots.snapshots import snapshots

ALL = Path("build/screens")
DOCS = Path("docs/pictures/screens")
THEMES = ("light", "dark")
NAMES = {"en": "Aoi", "ja": "あおい"}


class Screenshot(NamedTuple):
    """The subject of a screenshot, and how it is taken."""

    subject: str
    size: str
    theme: str
    language: str

    @property
    def visitor(self) -> Visitor:
        """The person for whom the page is drawn."""
        return Visitor(NAMES[self.language], self.language, "dark" if self.theme == "dark" else "light")

    @property
    def file(self) -> str:
        """The file name, without a suffix."""
        return "-".join(self)


def variants() -> Iterator[tuple[str, str, str]]:
    """Return every combination of size, theme and language."""
    return product(SIZES, THEMES, LANGUAGES)


def for_docs() -> set[Screenshot]:
    """Return the screenshots for the docs.

    They show the lobby and each game on a desktop in English, and the lobby and each scoring on a phone in Japanese.
    """
    chosen = {Screenshot("lobby", "desktop", "light", "en"), Screenshot("lobby", "phone", "dark", "ja")}
    for number, game in enumerate(games()):
        theme, other_theme = THEMES[number % 2], THEMES[(number + 1) % 2]
        chosen |= {Screenshot(game, "desktop", theme, "en"), Screenshot(f"{game}-scoring", "phone", other_theme, "ja")}
    return chosen


def main() -> None:
    """Take all screenshots."""
    kept = for_docs()
    for folder in (ALL, DOCS):
        folder.mkdir(parents=True, exist_ok=True)
    with open_camera() as camera:

        def take(screenshot: Screenshot, html: str, step: str = "") -> None:
            png = camera.take(html, screenshot.size, screenshot.theme, step)
            (ALL / f"{screenshot.file}.png").write_bytes(png)
            if screenshot in kept:
                camera.save_webp(png, DOCS / f"{screenshot.file}.webp")

        for variant in variants():
            screenshot = Screenshot("lobby", *variant)
            take(screenshot, sample_lobby(screenshot.visitor))
        for game in games().values():
            middle, end = snapshots(game)
            for variant in variants():
                screenshot, scoring = Screenshot(game.name, *variant), Screenshot(f"{game.name}-scoring", *variant)
                take(screenshot, sample_table(game, middle, screenshot.visitor))
                take(scoring, sample_table(game, end, scoring.visitor), "step-1")
    print(f"{len(list(ALL.glob('*.png')))} screenshots are in {ALL}, {len(kept)} of them for the docs in {DOCS}")


if __name__ == "__main__":
    main()
