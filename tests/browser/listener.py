"""Reads a table as a screen reader does: by roles and names, and by what is added to live regions."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page

from browser.browser_user import ASKED, SETTLED, WAIT
from chabudai.kernel.rng import Rng
from chabudai.web.pages.page_words import page_words

LISTEN = """(region) => {
    // What is announced, in order; whether a line was changed, or removed before older ones.
    window.heard = [...region.children].map((line) => line.textContent);
    window.unheard = [];
    const changed = (record) => record.type !== "childList" || record.target !== region;
    const outOfOrder = (record) => record.removedNodes.length && (record.previousSibling || record.addedNodes.length);
    new MutationObserver((records) => {
        for (const record of records) {
            if (changed(record) || outOfOrder(record)) window.unheard.push(record.target.textContent);
            for (const line of record.addedNodes) {
                window.heard.push(line.textContent);
                if (region.closest("[inert], [aria-hidden], [hidden]") || document.querySelector("dialog:modal"))
                    window.unheard.push(line.textContent);
            }
        }
    }).observe(region, { childList: true, subtree: true, characterData: true });
    // Where the focus was, in order, and whether it was lost after an update.
    window.focused = [];
    document.addEventListener("focusin", ({ target }) => window.focused.push(target.id || target.dataset.action || ""));
    window.lost = [];
    document.addEventListener("shown", () =>
        queueMicrotask(() => document.activeElement === document.body && window.lost.push(document.title)),
    );
}"""


class Listener:
    """A person who finds everything by its role and name, acts by keyboard, and hears what is announced."""

    def __init__(self, page: Page, language: str = "en", people: Sequence[str] = ()) -> None:
        self.page = page
        say = page_words(language)
        # Buttons that are no choices: aids, and the names of other people, which open menus.
        others = "|".join(re.escape(name) for name in (say("drawing.hint"), say("drawing.undo"), *people))
        self._choice_name = re.compile(f"^(?!({others})$)")
        self.region.evaluate(LISTEN)

    @property
    def region(self) -> Locator:
        """The live region."""
        return self.page.get_by_role("log")

    @property
    def choices(self) -> Locator:
        """Everything that can be chosen now."""
        return self.page.get_by_role("main").get_by_role("button", disabled=False, name=self._choice_name)

    @property
    def over(self) -> bool:
        """Whether the final scoring has begun: on a large screen, nothing else at the table has radio buttons."""
        return self.page.get_by_role("main").get_by_role("radio", checked=True).count() == 1

    def heard(self) -> list[str]:
        """Return what has been announced, in order, and check that none of it was changed or could not be heard."""
        assert self.page.evaluate("window.unheard") == []
        lines: list[str] = self.page.evaluate("window.heard")
        return lines

    def wait_to_hear(self, text: str) -> None:
        """Wait until something was announced that contains this text."""
        self.page.wait_for_function(
            "text => window.heard.some((line) => line.includes(text))", arg=text, polling=20, timeout=WAIT
        )

    def check_focus(self) -> None:
        """Check that no update has lost the focus, and that it is somewhere now."""
        assert self.page.evaluate("window.lost") == []
        assert self.page.evaluate("document.activeElement !== document.body")

    def choose(self, rng: Rng) -> None:
        """Move the focus to a random choice, and choose it with Enter."""
        choice = self.choices.nth(rng.below(self.choices.count()))
        choice.focus()
        self.page.keyboard.press("Enter")
        self.check_focus()

    def play_on(self, asked: Callable[[], bool]) -> None:
        """Make random choices as long as this person is asked."""
        rng = Rng(3)
        while asked():
            self.page.wait_for_function(ASKED, polling=20)
            self.choose(rng)
            self.settle()

    def settle(self) -> None:
        """Wait until everything that was sent has been answered and shown."""
        self.page.wait_for_function(SETTLED, polling=20)
