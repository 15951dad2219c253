"""Blocks of code in the form that the manual understands.

In the repository an excerpt names its file after the language (```` ```python path/of/the/file ````), and examples that
are run as tests are Python. In the manual the file becomes the title of the block, and examples are coloured as a
session with the interpreter.
"""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

EXCERPT = re.compile(r"^( *```\w+) ([^\s=]+)$", re.MULTILINE)
SESSION = re.compile(r"^( *```)python(\n *>>> )", re.MULTILINE)


def rewritten(markdown: str) -> str:
    """The page with fences for the manual."""
    return SESSION.sub(r"\1pycon\2", EXCERPT.sub(r'\1 title="\2"', markdown))


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the fences of a page."""
    return rewritten(markdown)
