"""Write all screenshots to build/screens, and those that the docs show to docs/pictures/screens: `make screenshots`.

With words, like `kasane` or `lobby`, it takes only those whose subject contains one of them; with `--docs`, only those
for the docs.
"""

import sys
from collections.abc import Iterator, Sequence
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
SCORING_STEP = "step-1"
"""The first step of a final scoring."""


class Screenshot(NamedTuple):
    """The subject of a screenshot, and how it is taken."""

    subject: str
    size: str
    theme: str
    language: str

    @property
    def file(self) -> str:
        """The file name, without a suffix."""
        return "-".join(self)


FOR_DOCS = frozenset(
    {
        Screenshot("lobby", "1440x900", "light", "en"),
        Screenshot("ameno_kirifuda", "1440x900", "light", "en"),
        Screenshot("fine_weather", "1280x720", "dark", "en"),
        Screenshot("kasane", "1180x820", "light", "en"),
        Screenshot("only_one", "1280x720", "dark", "en"),
        Screenshot("thousand_cats", "1440x900", "light", "en"),
        Screenshot("ameno_kirifuda-guided", "844x390", "light", "en"),
        Screenshot("thousand_cats", "910x512", "dark", "ja"),
        Screenshot("kasane", "820x1180", "dark", "ja"),
        Screenshot("lobby", "390x844", "dark", "ja"),
        Screenshot("fine_weather", "390x664", "light", "ja"),
        Screenshot("only_one", "360x640", "dark", "ja"),
    }
)
"""The screenshots for the docs; docs/screens.md has their captions."""


def pages(words: Sequence[str], language: str) -> Iterator[tuple[str, str, str]]:
    """Draw the subjects that contain one of the words, all without words: name, page, and the step to show."""
    visitor = Visitor(NAMES[language], language)
    if _is_wanted("lobby", words):
        yield "lobby", sample_lobby(visitor), ""
    for game in games().values():
        if _is_wanted(game.name, [word.partition("-")[0] for word in words]):
            for ending, snapshot in snapshots(game):
                subject = f"{game.name}{ending}"
                if _is_wanted(subject, words):
                    yield subject, sample_table(game, snapshot, visitor), SCORING_STEP * (ending == "-scoring")


def _is_wanted(subject: str, words: Sequence[str]) -> bool:
    return not words or any(word in subject for word in words)


def main(words: Sequence[str]) -> None:
    """Take the screenshots of the subjects that contain one of the words, or those for the docs."""
    only_docs = "--docs" in words
    words = [screenshot.subject for screenshot in FOR_DOCS] if only_docs else words
    for folder in (ALL, DOCS):
        folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with open_camera() as camera:
        for language in LANGUAGES:
            for subject, html, step in pages(words, language):
                camera.show(html, step)
                for size, theme in product(SIZES, THEMES):
                    screenshot = Screenshot(subject, size, theme, language)
                    if only_docs and screenshot not in FOR_DOCS:
                        continue
                    png = camera.take(size, theme)
                    (ALL / f"{screenshot.file}.png").write_bytes(png)
                    count += 1
                    if screenshot in FOR_DOCS:
                        camera.save_webp(png, DOCS / f"{screenshot.file}.webp")
    print(f"{count} screenshots are in {ALL}, those for the docs in {DOCS}")


if __name__ == "__main__":
    main(sys.argv[1:])
