"""The part of the table screen that is about people: seats, votes, news, chat, removing, reporting, and leaving."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.widgets import Input

from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.absences import absence_texts
from chabudai.terminal.app.open_questions import OpenQuestions
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.table_overlays import seats_overlay
from chabudai.terminal.app.table_view import BlockWidget, TableView
from chabudai.terminal.seat_panels import Absences

NEWS_SECONDS = 8.0
"""How long news stays on the screen, even if the game goes on."""

_NEWS_LINES = 2
"""How much news is on the screen at a time."""

_TICK = 1.0
"""Seconds after which times on the screen are updated."""

_MAX_TEXT = 300
"""Characters in a chat message or a report."""


class PeopleView(TableView):
    """A table together with the people at it."""

    BINDINGS: ClassVar = [
        Binding("c", "chat", show=False),
        Binding("j", "sit", show=False),
        Binding("o", "people", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client
        self.update: ViewerUpdate | None = None
        self.message = ""
        self.news: list[str] = []
        """What people at the table did, and how votes ended."""
        self.questions = OpenQuestions(self, client)
        self._use_text: Callable[[str], None] = client.chat
        """What to do with the text in the input."""

    def on_mount(self) -> None:
        """Start to count the time."""
        self.set_interval(_TICK, self._update_times)

    # ---- Messages and seats ------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message until the cursor moves or the scene changes."""
        self.message = text
        if self.update is None:
            self.query_one("#prompt", BlockWidget).update(Text(text))  # there is no table on the screen yet
        self.redraw()

    def announce(self, text: str) -> None:
        """Show news for a while, together with the message."""
        self.news = [*self.news, text][-_NEWS_LINES:]
        self.set_timer(NEWS_SECONDS, lambda: self._forget(text))
        self.redraw()

    def _forget(self, text: str) -> None:
        self.news = [line for line in self.news if line is not text]
        self.redraw()

    def absences(self) -> Absences:
        """Return what to show at the seats whose players are not there."""
        return {} if self.update is None else absence_texts(self.update.notes.seats, self.client.now(), self.words)

    def _update_times(self) -> None:
        if self.absences():
            self.redraw()

    @property
    def other_people(self) -> list[int]:
        """The seats of all other people."""
        return [] if self.update is None else self.update.notes.can_report

    # ---- Sitting down ------------------------------------------------------------------------------------------------

    def action_sit(self) -> None:
        """Sit down; if several bots' seats can be taken over, ask for which."""
        if self.update is None:
            return
        notes = self.update.notes
        bots = notes.can_take_over
        if notes.asking:
            self.say(self.words("join.asking"))
        elif not notes.can_sit:
            self.say(self.words("join.cannot_sit"))
        elif len(bots) > 1:
            self._choose_seat(self.words("people.whose_seat"), bots, self.client.sit)
        else:
            self.client.sit(bots[0] if bots else None)

    def _choose_seat(self, title: str, seats: Sequence[int], use: Callable[[int], None]) -> None:
        """Let the player choose one of these seats."""
        assert self.update is not None

        def on_answer(answer: str | None) -> None:
            if answer:
                use(seats[int(answer) - 1])

        self.app.push_screen(seats_overlay(self.update, seats, title, self.absences(), self.words), on_answer)

    # ---- Removing and reporting --------------------------------------------------------------------------------------

    def action_people(self) -> None:
        """Show the other people, to remove or report one of them."""
        if self.other_people and self.client.has_chat:
            self._choose_seat(self.words("people.whom"), self.other_people, self._choose_measure)
        else:
            self.say(self.words("people.nobody"))

    def _choose_measure(self, seat: int) -> None:
        """Ask what to do about the player at a seat."""
        assert self.update is not None
        name, status = self.update.scene.seats[seat].name, self.update.header.status
        may_remove = seat in self.update.notes.can_remove
        remove_text = "people.ask_to_remove" if status == "playing" else "people.remove"
        lines = [self.words(remove_text, name=name)] if may_remove else []
        lines += [self.words("people.report", name=name), self.words("people.back")]

        def on_answer(answer: str | None) -> None:
            if answer == "r":
                self.call_later(
                    self.open_input,
                    self.words("people.why", name=name),
                    lambda text: self._if_still(seat, name, lambda: self.client.report(seat, text)),
                )
            elif answer:
                sure = self.words("people.sure", name=name)
                self.ask(sure, ("y",), lambda yes: self._remove(seat, name) if yes else None)

        self.ask("\n".join(lines), ("x", "r") if may_remove else ("r",), on_answer)

    def _remove(self, seat: int, name: str) -> None:
        self._if_still(seat, name, lambda: self.client.remove(seat))

    def _if_still(self, seat: int, name: str, do: Callable[[], None]) -> None:
        """Do something about a player, unless somebody else has taken the seat meanwhile."""
        if seat in self.other_people and self.update is not None and self.update.scene.seats[seat].name == name:
            do()
        else:
            self.say(self.words("people.gone", name=name))

    # ---- Text input --------------------------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether the player is writing a text."""
        return bool(self.query("#text-input"))

    async def open_input(self, placeholder: str, use: Callable[[str], None]) -> None:
        """Open an input for a text, unless one is open."""
        if not self.typing:
            self._use_text = use
            text_input = Input(placeholder=placeholder, max_length=_MAX_TEXT, id="text-input", classes="open")
            await self.mount(text_input, before="#footer")
            text_input.focus()

    async def action_chat(self) -> None:
        """Open the chat input."""
        if self.client.has_chat:
            await self.open_input(self.words("join.say"), self.client.chat)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Use the text."""
        await event.input.remove()
        if event.value.strip():
            self._use_text(event.value.strip())

    # ---- Leaving -----------------------------------------------------------------------------------------------------

    async def action_leave(self) -> None:
        """Close the input, or leave the table, asking first if something would be lost."""
        if self.typing:
            await self.query_one("#text-input").remove()
        elif self.client.has_chat and self._leave_question:
            self.ask(self.words(self._leave_question), ("l", "q"), self._leave_server_table)
        elif self.client.unsaved:
            self.ask(self.words("save.ask"), ("y", "n"), self._leave_unsaved)
        else:
            self._leave()

    @property
    def _leave_question(self) -> str:
        """The id of the question before leaving a table on a server; "" if the player has nothing to give up there."""
        if self.update is None:
            return ""
        header, seats = self.update.header, self.update.notes.seats
        if header.status not in ("open", "playing") or all(seats[seat].left for seat in header.mine):
            return ""
        if header.status == "open":
            return "leave.open"
        return "leave.last" if all(seats[seat].left for seat in self.other_people) else "leave.playing"

    def _leave_unsaved(self, answer: str | None) -> None:
        if answer == "y":
            self.client.save()
            if self.client.unsaved:
                return
        if answer:
            self._leave()

    def _leave_server_table(self, answer: str | None) -> None:
        if answer == "l":
            self.client.leave_seat()
        if answer:
            self._leave()

    def _leave(self) -> None:
        self.workers.cancel_node(self)
        self.application.leave_table()

    def ask(self, question: str, answers: tuple[str, ...], on_answer: Callable[[str | None], None]) -> None:
        """Ask a question that the player may also close without an answer."""
        self.app.push_screen(Overlay("", lambda width: Text(question), "", answers=answers), on_answer)
