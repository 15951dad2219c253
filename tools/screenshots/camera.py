"""The browser that takes screenshots. Every request is answered here, so no server is needed."""

import base64
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route, sync_playwright

from chabudai.games.registry import game
from chabudai.web import art, urls
from tools.chromium import FLAGS, MISSING, chromium

SIZES = {"desktop": (1280, 800, 1.0), "phone": (390, 844, 2.0)}
"""Width, height, and device pixels per CSS pixel."""

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
    """Takes screenshots of pages as the server sends them, with scripts disabled."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._converter = browser.new_page()

    def take(self, html: str, size: str, theme: str, step: str = "") -> bytes:
        """Return a screenshot of a page as PNG; `step` is the id of a radio button to check first."""
        width, height, density = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=density,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            java_script_enabled=False,
        )
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        page.route("**/*", lambda route: _answer(route, html))
        page.goto(ADDRESS)
        if step:
            page.locator(f"#{step}").evaluate("field => (field.checked = true)")
        png = page.screenshot()
        context.close()
        return png

    def save_webp(self, png: bytes, path: Path) -> None:
        """Save a screenshot as WebP, which the browser itself encodes."""
        encoded: str = self._converter.evaluate(AS_WEBP, f"data:image/png;base64,{base64.b64encode(png).decode()}")
        path.write_bytes(base64.b64decode(encoded))


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
