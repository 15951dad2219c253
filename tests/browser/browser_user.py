"""Drives a browser as a person would: opens pages, and plays by mouse or touch."""

from contextlib import closing
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from chabudai.games.registry import game as find_game
from chabudai.kernel.rng import Rng
from server.running_server import connect_with_cookies

WAIT = 60_000
"""Timeout in milliseconds for anything that a page should show."""

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)

TRACK = """
    // Track whether everything sent was answered and shown: a click before that would hit an old table.
    window.sent = new Set();
    window.due = 0;
    window.shown = 0;
    let received = 0;
    window.WebSocket = class extends WebSocket {
        constructor(address) {
            super(address);
            window.socket = this;
            this.addEventListener("message", (event) => {
                const message = JSON.parse(event.data);
                if (message.t === "done") window.due = Math.max(window.due, message.seq);
                if (message.t === "sections") received = message.seq;
                window.sent.delete(message.id);
            });
        }
        send(text) {
            window.sent.add(JSON.parse(text).id);
            super.send(text);
        }
    };
    document.addEventListener("shown", () => (window.shown = received));
"""
SETTLED = "() => window.shown && !window.sent.size && window.shown >= window.due"
ASKED = f"""() => {{
    const table = document.getElementById("table");
    return ({SETTLED})() && (table.dataset.status === "over" ? "over" : table.hasAttribute("data-turn") && "asked");
}}"""

VISIBLE_POINTS = """(element, steps) => {
    // All points where a click would hit this element, from the first grid that has any.
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [];
    for (const step of steps) {
        for (let x = left + 2; x < left + width; x += step)
            for (let y = top + 2; y < top + height; y += step)
                if (element.contains(document.elementFromPoint(x, y))) points.push([x, y]);
        if (points.length) break;
    }
    return points;
}"""
COARSE, FINE = 12, 4
"""Pixels between the points of a grid."""

LEGAL = "[data-action]:not([aria-disabled='true'])"


class BrowserUser:
    """A person with their own browser context (cookies, language, device). Motion is reduced unless `motion` is set."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        language: str = "en",
        theme: str = "light",
        phone: bool = False,
        motion: bool = False,
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            base_url=address,
            locale=language,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
        )
        self.context.set_default_timeout(WAIT)
        self.context.add_init_script(TRACK)
        self.phone = phone
        self.errors: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open a tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._collect_error)
        return page

    def _collect_error(self, message: ConsoleMessage) -> None:
        # Network errors while the server is down are not the page's fault.
        if message.type == "error" and "ERR_" not in message.text:
            self.errors.append(message.text)

    # ---- Opening a table ---------------------------------------------------------------------------------------------

    def make_table(self, game: str, **fields: Any) -> str:
        """Post the form of the lobby to make a table, and open its page."""
        response = self.context.request.post(
            "/tables", data={"game": game, "pace": "at_once", **fields}, headers={"Accept": "application/json"}
        )
        assert response.ok, response.text()
        address = str(response.json()["address"])
        self.page.goto(address)
        return address

    def play_against_bots(self, game: str, **fields: Any) -> str:
        """Make a table against random bots, and open it."""
        bots = max(find_game(game).players) - 1
        return self.make_table(game, seats=["me", *["random"] * bots], **fields)

    # ---- Playing -----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.page.locator("#table").get_attribute("data-status") == "over"

    def wait_for_turn(self, timeout: float = WAIT) -> bool:
        """Return True once this person must choose; False if the game is over.

        With a `timeout` other than the default, also return False when the time (in milliseconds) runs out.
        """
        try:
            result = self.page.wait_for_function(ASKED, polling=20, timeout=timeout)
        except PlaywrightTimeout:
            if timeout == WAIT:
                raise
            return self._is_asked_now()
        return bool(result.json_value() == "asked")

    def _is_asked_now(self) -> bool:
        """Check once more: on a slow machine the page may not have been polled at all."""
        try:
            return bool(self.page.evaluate(ASKED) == "asked")
        except PlaywrightError:  # the page is being loaded
            return False

    def choices(self) -> list[Locator]:
        """Return everything that can be chosen now."""
        return self.page.locator(LEGAL).all()

    def press(self, element: Locator, *, at_bottom: bool = False) -> None:
        """Click or tap a visible point of an element: in a fan, the next card covers most of a card."""
        self.page.mouse.move(0, 0)
        element.scroll_into_view_if_needed()
        points = element.evaluate(VISIBLE_POINTS, [FINE] if at_bottom else [COARSE, FINE])
        assert points, f"nothing is visible of {element.get_attribute('aria-label') or element.inner_text()}"
        point = max(points, key=lambda point: point[1]) if at_bottom else points[len(points) // 2]
        if self.phone:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def choose(self, rng: Rng) -> None:
        """Make a random choice."""
        choices = self.choices()
        self.press(choices[rng.below(len(choices))])

    def play_on(self, rng: Rng, max_choices: int = 500) -> None:
        """Make random choices until the game is over, but at most `max_choices`."""
        for _ in range(max_choices):
            if not self.wait_for_turn():
                return
            self.choose(rng)

    def play_by_websocket(self, rng: Rng, max_choices: int = 500) -> None:
        """Make random choices over a second connection, which is fast; the page follows."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        table = self.page.url.split("?")[0].rpartition("/")[2]
        with closing(connect_with_cookies(self.address, table, cookies)) as connection:
            for _ in range(max_choices):
                if not connection.wait_for_turn():
                    break
                connection.choose(rng.below(1000))
            connection.wait_for_turn()
            self.page.wait_for_function("seq => window.shown >= seq", arg=connection.now["seq"], polling=20)

    # ---- Measuring ---------------------------------------------------------------------------------------------------

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return width
