"""The manual builds without warnings, its reference is complete, and broken links fail the build."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import griffe
import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

import chabudai
from tools.manual.docstrings import Attributes, fenced
from tools.manual.fences import rewritten
from tools.manual.links import ICON, LINK, PAGES, PagePaths, host

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools" / "manual"


class PageText(HTMLParser):
    """The text of a page, and the ids in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.pieces: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids |= {value for name, value in attrs if name == "id" and value}

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def __str__(self) -> str:
        return plain("".join(self.pieces))


def plain(text: str) -> str:
    """Remove Markdown code marks and line breaks from a text."""
    return " ".join(text.replace("`", "").split())


def docstring(name: str) -> str:
    """Return the docstring of a public name from the source."""
    module = next((module for module, names in chabudai._MODULES.items() if name in names), "chabudai/__init__")
    source = ROOT / "src" / f"{module.replace('.', '/')}.py"
    documented = griffe.visit(module, source, source.read_text(encoding="utf-8"))[name].docstring
    return documented.value if documented else ""


@pytest.mark.parametrize("name", chabudai.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert docstring(name)


def test_the_manual_builds_and_its_reference_has_every_public_name(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stdout + run.stderr
    page = PageText((tmp_path / "reference" / "chabudai.html").read_text(encoding="utf-8"))
    text = str(page)
    for name in chabudai.__all__:
        assert f"chabudai.{name}" in page.ids
        summary, _, _ = docstring(name).partition("\n")
        assert plain(summary) in text, name


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Make a small manual with our configuration and hooks."""
    for path in (*PAGES, ICON, "docs/index.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# A page\n\nSome text.\n")
    hooks = [str(TOOLS / hook) for hook in ("links.py", "fences.py", "link_check.py")]
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\n"
        f"site_dir: {tmp_path / 'site'}\n"
        f"nav: [index.md, {', '.join(PAGES.values())}]\n"
        f"hooks: {hooks}\n"
        "plugins: []\n"
        "extra_css: []\n"
    )
    return tmp_path


def build_page(site: Path, page: str) -> str:
    """Build a manual whose first page has this text, and return that page."""
    (site / "docs" / "index.md").write_text(f"# Begin\n\n{page}\n")
    build(load_config(str(site / "mkdocs.yml")))
    return (site / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [
        "[a page](nowhere.md)",
        "[an anchor](#nowhere)",
        "[an anchor of another page](project/readme.md#nowhere)",
        "![a picture](nowhere.png)",
        "[a file](../nowhere.py)",
        "[a file outside the repository](../../../etc)",
        "[an address](/nowhere)",
        '<img src="nowhere.png" alt="a picture in HTML">',
        '<a href="nowhere.html">a link in HTML</a>',
        '<script src="https://example.org/from-another-host.js"></script>',
    ],
)
def test_a_broken_link_or_a_script_of_another_host_fails_the_build(site: Path, page: str) -> None:
    with pytest.raises(Abort, match="strict mode"):
        build_page(site, page)


def test_a_page_missing_from_the_navigation_fails_the_build(site: Path) -> None:
    (site / "docs" / "forgotten.md").write_text("# Forgotten\n")
    with pytest.raises(Abort, match="strict mode"):
        build_page(site, "Some text.")


def test_valid_links_are_rewritten(site: Path) -> None:
    page = build_page(site, f"[Contributing](../CONTRIBUTING.md#a-page), [the icon](../{ICON}), [here](#begin).")
    assert '<a href="project/contributing.html#a-page">Contributing</a>' in page
    assert f"the icon (<code>{ICON}</code>)" in page


@pytest.mark.parametrize(
    ("source", "link", "in_manual"),
    [
        ("docs/bots.md", "[record](record.md)", "[record](record.md)"),
        ("docs/rules/kasane.md", "[record](../record.md#moves)", "[record](../record.md#moves)"),
        ("docs/index.md", "[rules](rules)", "[rules](rules/index.md)"),
        ("docs/api.md", "[changes](../CHANGELOG.md)", "[changes](project/changelog.md)"),
        ("docs/hosting.md", "[`deploy/nginx.conf`](../deploy/nginx.conf)", "`deploy/nginx.conf`"),
        ("docs/strength.md", "([how](../benchmarks/peer_bot.py))", "(how (`benchmarks/peer_bot.py`))"),
        ("docs/index.md", "`[code](../nowhere.py)`", "`[code](../nowhere.py)`"),
        ("docs/index.md", "```\n[code](../nowhere.py)\n```", "```\n[code](../nowhere.py)\n```"),
        ("README.md", "![a table](docs/pictures/kasane.svg)", "![a table](../pictures/kasane.svg)"),
        ("README.md", "[changes](CHANGELOG.md)", "[changes](changelog.md)"),
        ("README.md", "[far away](https://example.org)", "[far away](https://example.org)"),
    ],
)
def test_a_link_is_adapted_to_the_manual_where_needed(source: str, link: str, in_manual: str) -> None:
    paths = PagePaths(ROOT, source, PAGES.get(source, source.removeprefix("docs/")), None)
    assert LINK.sub(paths.link, link) == in_manual


def test_a_link_out_of_the_manual_points_to_the_hosted_source() -> None:
    known = {"GITHUB_SERVER_URL": "https://git.example.org", "GITHUB_REPOSITORY": "our/table", "GITHUB_SHA": "abc"}
    paths = PagePaths(ROOT, "docs/hosting.md", "hosting.md", host(known))
    page = LINK.sub(paths.link, "[a file](../deploy/nginx.conf), [a folder](../deploy)")
    at = "https://git.example.org/our/table"
    assert page == f"[a file]({at}/blob/abc/deploy/nginx.conf), [a folder]({at}/tree/abc/deploy)"
    assert host({}) is None


def test_an_excerpt_is_titled_with_its_file_and_an_example_becomes_a_session() -> None:
    assert rewritten("```toml cards.toml\n[moons]\n```") == '```toml title="cards.toml"\n[moons]\n```'
    assert rewritten("```python\n>>> 1\n1\n\n```") == "```pycon\n>>> 1\n1\n\n```"
    assert rewritten("```sh\nmake play\n```") == "```sh\nmake play\n```"


def test_an_example_in_a_docstring_is_fenced() -> None:
    text = "One.\n\n>>> 1 + 1\n2\n>>> 3\n3\n\nTwo."
    assert fenced(text) == "One.\n\n```pycon\n>>> 1 + 1\n2\n>>> 3\n3\n```\n\nTwo."
    assert re.search(r"```\Z", fenced("One.\n\n>>> 1\n1"))


def test_an_attribute_gets_the_type_of_its_argument() -> None:
    source = (
        "class Seat:\n    def __init__(self, name: str) -> None:\n        self.name = name\n        self.points = 0\n"
    )
    with griffe.temporary_visited_module(source, extensions=griffe.load_extensions(Attributes)) as module:
        assert str(module["Seat.name"].annotation) == "str"
        assert module["Seat.points"].annotation is None
