"""The browser that takes screenshots. Every request is answered here, so no server is needed."""

import base64
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route, sync_playwright

from chabudai.games.registry import game
from chabudai.web import art, urls
from tools.chromium import FLAGS, MISSING, chromium

SIZES = {
    size: tuple(map(int, size.split("x")))
    for size in (
        "1440x900",
        "1280x720",
        "910x512",
        "844x390",
        "390x844",
        "390x664",
        "360x640",
        "820x1180",
        "1180x820",
    )
}
"""Width and height in CSS pixels: two desktops, a laptop at 150 %, phones, and a tablet held both ways."""

TIMEOUT = 120_000
"""Milliseconds that a page may take to load, even on a busy machine."""

ADDRESS = "http://chabudai.test/"

AS_WEBP = """async (png) => {
    const image = await createImageBitmap(await (await fetch(png)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const bytes = await (await canvas.convertToBlob({ type: "image/webp", quality: 0.85 })).bytes();
    return bytes.toBase64();
}"""


class Camera:
    """Shows pages as the server sends them, with scripts disabled, and takes screenshots of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page: Page | None = None
        self._html = ""
        self._converter = browser.new_page()

    def show(self, html: str, step: str = "") -> Page:
        """Show a page; `step` is the id of a radio button to check first."""
        self._html = html
        page = self._page = self._page or self._open()
        page.goto(ADDRESS)
        if step:
            page.locator(f"#{step}").evaluate("field => (field.checked = true)")
        return page

    def take(self, size: str, theme: str) -> bytes:
        """Return a screenshot of the page shown, as PNG."""
        assert self._page is not None, "show a page first"
        resize(self._page, size)
        self._page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
        return self._page.screenshot()

    def save_webp(self, png: bytes, path: Path) -> None:
        """Save a screenshot as WebP, which the browser itself encodes."""
        encoded: str = self._converter.evaluate(AS_WEBP, f"data:image/png;base64,{base64.b64encode(png).decode()}")
        path.write_bytes(base64.b64decode(encoded))

    def _open(self) -> Page:
        context = self._browser.new_context(java_script_enabled=False, reduced_motion="reduce")
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.route("**/*", lambda route: _answer(route, self._html))
        return page


def resize(page: Page, size: str) -> None:
    """Change the size of the screen."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


@contextmanager
def open_camera() -> Iterator[Camera]:
    """Launch a browser, and close it afterwards."""
    path = chromium()
    if path is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, "--hide-scrollbars"])
        yield Camera(browser)
        browser.close()


def _answer(route: Route, html: str) -> None:
    """Answer a request as the server would."""
    path = urlsplit(route.request.url).path
    _, kind, *name = path.split("/")
    if not kind:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    elif kind == "static":
        file = urls.STATIC.joinpath(name[-1])
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(name[-1])[0])
    else:
        game_name, _, suffix = name[-1].rpartition(".")
        draw = art.symbols if suffix == "svg" else art.stylesheet
        route.fulfill(body=draw(game(game_name)), content_type="image/svg+xml" if suffix == "svg" else "text/css")
