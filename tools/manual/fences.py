"""Convert code fences for the manual.

In the repository, an excerpt names its file after the language (```` ```python path/of/the/file ````), and examples
that run as tests are marked as Python. In the manual, the file becomes the title of the block, and examples are
highlighted as an interpreter session.
"""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

EXCERPT = re.compile(r"^( *```\w+) ([^\s=]+)$", re.MULTILINE)
SESSION = re.compile(r"^( *```)python(\n *>>> )", re.MULTILINE)


def rewritten(markdown: str) -> str:
    """Return a page with its fences converted."""
    return SESSION.sub(r"\1pycon\2", EXCERPT.sub(r'\1 title="\2"', markdown))


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Convert the fences of a page."""
    return rewritten(markdown)
