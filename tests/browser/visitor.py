"""A person at a browser: opens pages, and plays by mouse, finger or keyboard."""

from contextlib import closing
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from chabudai.games.registry import game as find_game
from chabudai.kernel.rng import Rng
from server.served import connected

WAIT = 60_000
"""Milliseconds after which something that should have come is missed."""

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)

LISTEN = """
    // Whether all that was sent has been answered and shown: a click before that would meet an old table.
    window.sent = new Set();
    window.due = 0;
    window.shown = 0;
    let come = 0;
    window.WebSocket = class extends WebSocket {
        constructor(address) {
            super(address);
            window.line = this;
            this.addEventListener("message", (event) => {
                const message = JSON.parse(event.data);
                if (message.t === "done") window.due = Math.max(window.due, message.seq);
                if (message.t === "sections") come = message.seq;
                window.sent.delete(message.id);
            });
        }
        send(text) {
            window.sent.add(JSON.parse(text).id);
            super.send(text);
        }
    };
    document.addEventListener("shown", () => (window.shown = come));
"""
SETTLED = "() => window.shown && !window.sent.size && window.shown >= window.due"
ASKED = f"""() => {{
    const table = document.getElementById("table");
    return ({SETTLED})() && (table.dataset.status === "over" ? "over" : table.hasAttribute("data-turn") && "asked");
}}"""

IN_SIGHT = """(thing, steps) => {
    // All places where a click would meet this thing: of the first of these grids that has any.
    const { left, top, width, height } = thing.getBoundingClientRect();
    const places = [];
    for (const step of steps) {
        for (let x = left + 2; x < left + width; x += step)
            for (let y = top + 2; y < top + height; y += step)
                if (thing.contains(document.elementFromPoint(x, y))) places.push([x, y]);
        if (places.length) break;
    }
    return places;
}"""
COARSE, FINE = 12, 4
"""Pixels from one place to the next."""

LEGAL = "[data-action]:not([aria-disabled='true'])"


class Visitor:
    """A browser of their own, with its own cookies. Nothing moves on the page unless `motion` is wanted."""

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
        self.context.add_init_script(LISTEN)
        self.phone = phone
        self.complaints: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open a tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # A server that is gone for a while is no fault of the page.
        if message.type == "error" and "ERR_" not in message.text:
            self.complaints.append(message.text)

    # ---- Coming to a table ------------------------------------------------------------------------------------------

    def set_table(self, game: str, **fields: Any) -> str:
        """Set a table as the form of the lobby would, and go there."""
        answer = self.context.request.post(
            "/tables", data={"game": game, "pace": "at_once", **fields}, headers={"Accept": "application/json"}
        )
        assert answer.ok, answer.text()
        address = str(answer.json()["address"])
        self.page.goto(address)
        return address

    def play_bots(self, game: str, **fields: Any) -> str:
        """Set a table against bots that choose at random, and go there."""
        bots = max(find_game(game).players) - 1
        return self.set_table(game, seats=["me", *["random"] * bots], **fields)

    # ---- Playing ----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.page.locator("#table").get_attribute("data-status") == "over"

    def asked(self, patience: float = WAIT) -> bool:
        """Wait until this person is asked for something; whether it is so: after the end it is not."""
        try:
            asked = self.page.wait_for_function(ASKED, polling=20, timeout=patience)
        except PlaywrightTimeout:
            if patience == WAIT:
                raise
            return self._asked_now()
        return bool(asked.json_value() == "asked")

    def _asked_now(self) -> bool:
        """One more look: on a slow machine there may have been none in all that time."""
        try:
            return bool(self.page.evaluate(ASKED) == "asked")
        except PlaywrightError:  # the page is being loaded
            return False

    def choices(self) -> list[Locator]:
        """What can be chosen now."""
        return self.page.locator(LEGAL).all()

    def press(self, thing: Locator, *, at_its_foot: bool = False) -> None:
        """Click or tap a thing where it can be seen: in a fan the next card lies over most of it."""
        self.page.mouse.move(0, 0)
        thing.scroll_into_view_if_needed()
        seen = thing.evaluate(IN_SIGHT, [FINE] if at_its_foot else [COARSE, FINE])
        assert seen, f"nothing is to be seen of {thing.get_attribute('aria-label') or thing.inner_text()}"
        place = max(seen, key=lambda point: point[1]) if at_its_foot else seen[len(seen) // 2]
        if self.phone:
            self.page.touchscreen.tap(*place)
        else:
            self.page.mouse.click(*place)

    def choose(self, rng: Rng) -> None:
        """Choose one of what can be chosen, at random."""
        choices = self.choices()
        self.press(choices[rng.below(len(choices))])

    def play_on(self, rng: Rng, most: int = 500) -> None:
        """Choose at random until the game is over, or so many times."""
        for _ in range(most):
            if not self.asked():
                return
            self.choose(rng)

    def play_by_websocket(self, rng: Rng, most: int = 500) -> None:
        """Come quickly to where a test begins: choose at random beside the page, which shows what comes of it."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        table = self.page.url.split("?")[0].rpartition("/")[2]
        with closing(connected(self.address, table, cookies)) as line:
            for _ in range(most):
                if not line.turn():
                    break
                line.choose(rng.below(1000))
            line.turn()
            self.page.wait_for_function("seq => window.shown >= seq", arg=line.now["seq"], polling=20)

    # ---- Looking ----------------------------------------------------------------------------------------------------

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return width
