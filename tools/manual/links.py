"""Add README, CONTRIBUTING and CHANGELOG to the manual, and convert links to files outside docs.

Pages are written with links that work in the repository. A link to a file outside docs becomes a link to the hosted
source if the environment says where that is, as in GitHub workflows; otherwise it becomes the name of the file. A link
to a missing file logs a warning, which fails a strict build.
"""

import os
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

log = get_plugin_logger("manual")

PAGES = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
}
"""Files in the root folder that become pages of the manual, and their paths there."""

ICON = "src/chabudai/web/static/icon.svg"

LINK = re.compile(
    r"^ *(`{3,})[^\n]*\n.*?^ *\1$"  # a code block
    r"|!?\[(?P<text>(?:`[^`]*`|[^\[\]`])*)\]\((?P<target>[^()\s]+)\)"
    r"|`+[^`]+`+",
    re.MULTILINE | re.DOTALL,
)
"""A link or an image; or code, which is left alone."""

ELSEWHERE = re.compile(r"[a-z]+:|#|/")
"""The start of a target that is not relative to the page."""


class PagePaths(NamedTuple):
    """The paths of a page in the repository (`source`) and in the manual (`uri`), and where the repository is.

    `root` is its folder here, and `host` its URL, as the function `host` returns it.
    """

    root: Path
    source: str
    uri: str
    host: str | None

    def link(self, match: re.Match[str]) -> str:
        """Convert a link for the manual."""
        target = match["target"]
        if target is None or ELSEWHERE.match(target):
            return match[0]
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path))
        if uri := self.in_manual(path):
            relative = posixpath.relpath(uri, posixpath.dirname(self.uri) or ".")
            return match[0].replace(f"]({target})", f"]({relative}{'#' * bool(anchor)}{anchor})")
        if path.startswith("../") or not (self.root / path).exists():
            log.warning(f"{self.source} links to {target}, which does not exist in the repository")
            return match[0]
        if self.host:
            form = "tree" if (self.root / path).is_dir() else "blob"
            return f"[{match['text']}]({self.host.format(form)}/{path})"
        text = match["text"].strip("`")
        return f"`{text}`" if text in path else f"{match['text']} (`{path}`)"

    def in_manual(self, path: str) -> str | None:
        """Return the path in the manual of a file in the repository, or None."""
        if path in PAGES:
            return PAGES[path]
        if not path.startswith("docs/"):
            return None
        uri = path.removeprefix("docs/")
        return f"{uri}/index.md" if (self.root / path).is_dir() else uri


def host(environment: Mapping[str, str]) -> str | None:
    """Return the URL of the hosted source, with a placeholder for `blob` or `tree`; None if unknown."""
    server, repository = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    if not server or not repository:
        return None
    return f"{server}/{repository}/{{}}/{environment.get('GITHUB_SHA', 'HEAD')}"


def root(config: MkDocsConfig) -> Path:
    """Return the root of the repository."""
    return Path(config.config_file_path).parent


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages and the icon."""
    for path, uri in {**PAGES, ICON: "icon.svg"}.items():
        files.append(File.generated(config, uri, abs_src_path=str(root(config) / path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Convert the links of a page."""
    uri = page.file.src_uri
    sources = {page_uri: path for path, page_uri in PAGES.items()}
    paths = PagePaths(root(config), sources.get(uri, f"docs/{uri}"), uri, host(os.environ))
    return LINK.sub(paths.link, markdown)
