"""Fill in the pages of the API reference, so that no public name is missing.

A page in docs/reference ends with a comment that is replaced by docstrings: those of all names in `chabudai.__all__`,
or of the modules in the page's table.
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
    """Replace the comment with instructions for mkdocstrings."""
    if mark := MARK.search(markdown):
        entries = name_entries() if mark[1] == "names" else module_entries(MODULE.findall(markdown))
        return MARK.sub(lambda _: entries, markdown)
    return markdown


def name_entries() -> str:
    """Return the entries of all public names, by kind."""
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Constants": [], "Errors": []}
    for name in chabudai.__all__:
        groups[heading_of(getattr(chabudai, name))].append(name)
    return "\n\n".join(
        "\n\n".join([f"## {title}", *map(name_entry, members)]) for title, members in groups.items() if members
    )


def name_entry(name: str) -> str:
    """Return the entry of a public name. A callable package is documented as the function that it calls."""
    if not isinstance(getattr(chabudai, name), ModuleType):
        return f"::: chabudai.{name}"
    (module,) = (module for module, exported in chabudai._MODULES.items() if name in exported)
    options = f"    options:\n      heading: chabudai.{name}\n      toc_label: {name}"
    return f"[](){{#chabudai.{name}}}\n\n::: {module}.{name}\n{options}"


def heading_of(thing: object) -> str:
    """Return the heading under which an object is listed."""
    if isinstance(thing, type):
        return "Errors" if issubclass(thing, BaseException) else "Classes"
    return "Functions" if callable(thing) else "Constants"


def module_entries(paths: list[str]) -> str:
    """Return the entries of these modules, without the names that `chabudai` exports."""
    return "\n\n".join(module_entry(path) for path in paths)


def module_entry(path: str) -> str:
    """Return the entry of a module."""
    exported = chabudai._MODULES.get(path, [])
    filters = ["!^_", "!^[a-z]$", *(f"!^{name}$" for name in exported)]
    lines = [f"::: {path}", "    options:", "      heading_level: 2", f"      filters: {filters}"]
    if exported:
        lines += ["", f"Also here: {', '.join(f'[`{name}`][chabudai.{name}]' for name in exported)}."]
    return "\n".join(lines)
