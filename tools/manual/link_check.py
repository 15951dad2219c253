"""Looks over the built manual: every address leads to something in it, and nothing is loaded from another host.

MkDocs checks the links of Markdown; this also finds those in HTML that a page, a docstring or the theme writes.
"""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

log = get_plugin_logger("manual")


class Addresses(HTMLParser):
    """What a page links to, what it loads, and the anchors that it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of an element."""
        found = {name: value for name, value in attrs if value}
        if "id" in found:
            self.anchors.add(found["id"])
        if "src" in found:
            self.loads.add(found["src"])
        if "href" in found:
            (self.loads if tag == "link" else self.links).add(found["href"])


def faults(site: Path) -> list[str]:
    """What is wrong with the manual in this folder."""
    pages = {path: Addresses(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for page, found in pages.items():
        if page.name == "404.html":  # its addresses begin at the root of the host
            continue
        for address in sorted(found.links | found.loads):
            url = urlsplit(address)
            if url.scheme or url.netloc:
                if address in found.loads and url.scheme != "data":
                    wrong.append(f"{page.relative_to(site)} loads {address}")
                continue
            target = (page.parent / unquote(url.path)).resolve() if url.path else page
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(url.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                wrong.append(f"{page.relative_to(site)} links to {address}, which is not in the manual")
    return wrong


def on_post_build(*, config: MkDocsConfig) -> None:
    """Warn of what is wrong."""
    for fault in faults(Path(config.site_dir).resolve()):
        log.warning(fault)
