"""Fills the pages of the API reference, so that no name can be forgotten.

A page of docs/reference ends with a comment that stands for the docstrings: of all names in `chabudai.__all__`, or of
the modules that the page lists in its table.
"""

import re
from types import ModuleType

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

import chabudai

MARK = re.compile(r"^<!-- The manual continues with the docstrings of these (names|modules).*-->$", re.MULTILINE)
MODULE = re.compile(r"^\| `(chabudai\.[\w.]+)` \|", re.MULTILINE)


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the docstrings in their place."""
    if found := MARK.search(markdown):
        filled = names() if found[1] == "names" else modules(MODULE.findall(markdown))
        return MARK.sub(lambda _: filled, markdown)
    return markdown


def names() -> str:
    """All names of `chabudai`, by kind."""
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Constants": [], "Errors": []}
    for name in chabudai.__all__:
        groups[kind(getattr(chabudai, name))].append(name)
    return "\n\n".join(
        "\n\n".join([f"## {title}", *map(public, members)]) for title, members in groups.items() if members
    )


def public(name: str) -> str:
    """A name of `chabudai`. A package that can be called is told as the function that it calls."""
    if not isinstance(getattr(chabudai, name), ModuleType):
        return f"::: chabudai.{name}"
    (module,) = (module for module, there in chabudai._MODULES.items() if name in there)
    options = f"    options:\n      heading: chabudai.{name}\n      toc_label: {name}"
    return f"[](){{#chabudai.{name}}}\n\n::: {module}.{name}\n{options}"


def kind(thing: object) -> str:
    """Under which heading a thing stands."""
    if isinstance(thing, type):
        return "Errors" if issubclass(thing, BaseException) else "Classes"
    return "Functions" if callable(thing) else "Constants"


def modules(paths: list[str]) -> str:
    """All of these modules, but for the names that `chabudai` has too: those are told once, there."""
    return "\n\n".join(module(path) for path in paths)


def module(path: str) -> str:
    """A module, by an instruction for mkdocstrings."""
    shared = chabudai._MODULES.get(path, [])
    filters = ["!^_", "!^[a-z]$", *(f"!^{name}$" for name in shared)]
    lines = [f"::: {path}", "    options:", "      heading_level: 2", f"      filters: {filters}"]
    if shared:
        lines += ["", f"Here too: {', '.join(f'[`{name}`][chabudai.{name}]' for name in shared)}."]
    return "\n".join(lines)
