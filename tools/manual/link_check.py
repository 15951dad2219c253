"""Check the built manual: every internal link has a target, and nothing is loaded from another host.

MkDocs checks the links in Markdown; this also checks those in HTML from pages, docstrings and the theme.
"""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

log = get_plugin_logger("manual")


class PageLinks(HTMLParser):
    """The links, loaded resources and anchors of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the link, the loaded resource and the anchor of an element."""
        attributes = {name: value for name, value in attrs if value}
        if "id" in attributes:
            self.anchors.add(attributes["id"])
        if "src" in attributes:
            self.loads.add(attributes["src"])
        if "href" in attributes:
            (self.loads if tag == "link" else self.links).add(attributes["href"])


def faults(site: Path) -> list[str]:
    """Return the errors in the manual that was built in this folder."""
    pages = {path: PageLinks(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for page, page_links in pages.items():
        if page.name == "404.html":  # its links start at the root of the host
            continue
        for address in sorted(page_links.links | page_links.loads):
            url = urlsplit(address)
            if url.scheme or url.netloc:
                if address in page_links.loads and url.scheme != "data":
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
    """Log each error as a warning, which fails a strict build."""
    for fault in faults(Path(config.site_dir).resolve()):
        log.warning(fault)
