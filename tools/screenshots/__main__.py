"""Take all pictures into build/screens, and those that the docs show into docs/pictures/screens.

make screenshots
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from chabudai.games.registry import games
from chabudai.scene.words import LANGUAGES
from chabudai.web.pages.document import Visitor
from tools.screenshots.camera import SIZES, camera
from tools.screenshots.moments import moments
from tools.screenshots.pages import lobby_page, table_of

ALL = Path("build/screens")
DOCS = Path("docs/pictures/screens")
THEMES = ("light", "dark")
NAMES = {"en": "Aoi", "ja": "あおい"}


class Picture(NamedTuple):
    """What is taken, and how."""

    what: str
    size: str
    theme: str
    language: str

    @property
    def visitor(self) -> Visitor:
        """Who looks at the page."""
        return Visitor(NAMES[self.language], self.language, "dark" if self.theme == "dark" else "light")

    @property
    def file(self) -> str:
        """The name of its file."""
        return "-".join(self)


def ways() -> Iterator[tuple[str, str, str]]:
    """Every size, theme and language."""
    return product(SIZES, THEMES, LANGUAGES)


def for_docs() -> set[Picture]:
    """Pictures that show each game and the lobby twice, and every size, theme and language often enough."""
    chosen = {Picture("lobby", "desktop", "light", "en"), Picture("lobby", "phone", "dark", "ja")}
    for number, game in enumerate(games()):
        here, there = THEMES[number % 2], THEMES[(number + 1) % 2]
        chosen |= {Picture(game, "desktop", here, "en"), Picture(f"{game}-scoring", "phone", there, "ja")}
    return chosen


def main() -> None:
    """Take the pictures."""
    kept = for_docs()
    for folder in (ALL, DOCS):
        folder.mkdir(parents=True, exist_ok=True)
    with camera() as taking:

        def take(picture: Picture, html: str, step: str = "") -> None:
            png = taking.take(html, picture.size, picture.theme, step)
            (ALL / f"{picture.file}.png").write_bytes(png)
            if picture in kept:
                taking.develop(png, DOCS / f"{picture.file}.webp")

        for way in ways():
            picture = Picture("lobby", *way)
            take(picture, lobby_page(picture.visitor))
        for game in games().values():
            middle, end = moments(game)
            for way in ways():
                picture, last = Picture(game.name, *way), Picture(f"{game.name}-scoring", *way)
                take(picture, table_of(game, middle, picture.visitor))
                take(last, table_of(game, end, last.visitor), "step-1")
    print(f"{len(list(ALL.glob('*.png')))} pictures are in {ALL}, {len(kept)} of them for the docs in {DOCS}")


if __name__ == "__main__":
    main()
