"""The screen of a table: turns keys and clicks into calls of its `TableClient`."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.events import Click, Key, MouseMove
from textual.widgets import Input

from chabudai.bots.hint import Hint
from chabudai.scene.vocabulary import Scene
from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.cursor import next_choice
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.prompt_panel import choice_for_action, draw_prompt_panel
from chabudai.terminal.app.scoring_overlay import ScoringOverlay
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.table_overlays import (
    facts_overlay,
    hint_overlay,
    log_overlay,
    reasons_overlay,
    rules_overlay,
)
from chabudai.terminal.app.table_view import BlockWidget, TableView, keys_line
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import action_of_style
from chabudai.terminal.text_block import TextBlock


class TableScreen(TableView):
    """A table that the player plays at through a client; implements `TableDisplay`."""

    BINDINGS: ClassVar = [
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("l", "log", show=False),
        Binding("f", "facts", show=False),
        Binding("r", "rules", show=False),
        Binding("question_mark", "reasons", show=False),
        Binding("s", "save", show=False),
        Binding("p", "pace", show=False),
        Binding("m", "forced", show=False),
        Binding("c", "chat", show=False),
        Binding("v", "watch", show=False),
        Binding("a", "rematch", show=False),
        Binding("space", "continue", show=False),
        Binding("enter", "play", show=False),
        Binding("q,escape", "leave", show=False),
        *(Binding(key, f"move('{key}')", show=False) for key in ("left", "right", "up", "down")),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client
        self.update: ViewerUpdate | None = None
        self._message = ""
        self._typed = ""
        """The digits of a choice's number typed so far."""
        self._chosen = False
        """Whether a choice was made that the table does not show yet."""
        self._scoring_shown = False
        """Whether the final scoring of this game was shown."""
        self._questions: dict[str, tuple[str, Overlay]] = {}
        """Open questions (undo vote, shared terminal), by text id: the player whom each names, and its overlay."""

    def on_mount(self) -> None:
        """Start the client."""
        self.run_worker(self.client.run(self), name="table", exit_on_error=True)

    # ---- Updates from the table --------------------------------------------------------------------------------------

    def show(self, update: ViewerUpdate) -> None:
        """Show the table as it is now."""
        before = self.update
        self.update, self.scene, self.log_lines = update, update.scene, update.notes.log
        self._chosen = False
        if before is None or before.scene != update.scene:
            self.cursor, self._typed, self._message = None, "", ""
        self.redraw()
        if not update.scene.over:
            self._scoring_shown = False  # the next game at this table is scored, too
        elif not update.notes.moment and not self._scoring_shown:
            self._scoring_shown = True
            self.app.push_screen(ScoringOverlay(update.scene, self.words))
        self._ask_questions(update)

    def show_refusal(self, why: str) -> None:
        """Show why a command was refused; if it was a choice, let the player choose again."""
        self._chosen = False
        self.say(why)
        # If the refused command was the answer to a question, ask again.
        stack = self.app.screen_stack
        open_questions = {text_id: asked for text_id, asked in self._questions.items() if asked[1] in stack}
        self._questions = open_questions
        if self.update is not None:
            self._ask_questions(self.update)

    def say(self, text: str) -> None:
        """Show a message until the cursor moves or the scene changes."""
        self._message = text
        if self.update is None:
            self.query_one("#prompt", BlockWidget).update(Text(text))  # there is no table on the screen yet
        self.redraw()

    def show_hint(self, hint: Hint) -> None:
        """Show the requested hint."""
        if self.scene is not None:
            self._open_overlay(hint_overlay(self.scene, hint, self.words))

    def show_chat(self, name: str, text: str) -> None:
        """Show a chat message."""
        self.say(f"{name}: {text}")

    def set_language(self, language: str) -> None:
        """Show everything in this language."""
        self.client.set_language(language)

    # ---- Drawing ----------------------------------------------------------------------------------------------------

    def prompt_panel(self, scene: Scene, width: int, numbers: ChoiceNumbers) -> TextBlock:
        """Draw the panel below the table."""
        assert self.update is not None
        return draw_prompt_panel(self.update, width, numbers, self.words, cursor=self.cursor, message=self._message)

    def footer(self) -> Text:
        """Return the line with the keys."""
        assert self.update is not None
        if self.update.scene.over:
            return Text(f" {self.words('foot.over')}", no_wrap=True)
        keys = ["hint", "undo", "log", "facts", "rules", "reasons"]
        keys += ["chat"] if self.client.has_chat else ["save"]
        special_keys = {"reasons": "?", "leave": "q"}
        return keys_line(
            [(special_keys.get(key, key[0]), self.words(f"foot.{key}"), key) for key in [*keys, "pace", "leave"]]
        )

    # ---- Choosing ---------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Choose by number; wait for another digit if a choice with a longer number may be meant."""
        if event.character is None or not event.character.isdecimal() or self._chatting:
            return
        event.stop()
        if self.update is None or not self.may_choose:
            return
        allowed = [choice for choice in self.update.scene.choices if choice.why is None]
        typed = int(f"{self._typed}{event.character}")
        if typed * 10 <= len(allowed) and typed > 0:
            self._typed = str(typed)
            self.say(self.words("table.typed", typed=typed))
        elif 1 <= typed <= len(allowed):
            self._choose(allowed[typed - 1].action)
        else:
            self._typed = ""
            self.say("")

    def action_move(self, key: str) -> None:
        """Move the cursor."""
        if self.update is not None and self.may_choose:
            self._move_cursor(next_choice(self.regions, self.cursor, key))

    def action_play(self) -> None:
        """Choose what was typed or is at the cursor, or the only legal choice; otherwise, show the cursor.

        If there is nothing to choose, continue.
        """
        if self.update is None or not self.may_choose:
            self.action_continue()
            return
        allowed = [choice for choice in self.update.scene.choices if choice.why is None]
        if self._typed:
            self._choose(allowed[int(self._typed) - 1].action)
        elif self.cursor is not None:
            self._choose(self.cursor)
        elif len(allowed) == 1:
            self._choose(allowed[0].action)
        else:
            self._move_cursor(next_choice(self.regions, None, "down"))

    def on_click(self, event: Click) -> None:
        """Confirm the moment, if there is one; otherwise, choose what was clicked."""
        action = action_of_style(event.style)
        if self.update is not None and self.update.notes.moment:
            self.client.confirm_moment()
        elif action is not None and self.may_choose:
            self._choose(action)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Move the cursor to the choice under the mouse."""
        action = action_of_style(event.style)
        if action is not None and action != self.cursor and self.may_choose:
            self._move_cursor(action)

    def _move_cursor(self, action: int | None) -> None:
        self.cursor, self._message, self._typed = action, "", ""
        self.redraw()
        if action in self.regions:
            self.scroll_to_choice(self.regions[action])

    def _choose(self, action: int) -> None:
        """Make a choice if it is legal; otherwise move the cursor to it, which shows the reason."""
        assert self.update is not None
        choice = choice_for_action(self.update.scene, action)
        if choice is not None and choice.why is None:
            self._chosen = True
            self.cursor, self._message, self._typed = None, "", ""
            self.client.choose(action)
        else:
            self._move_cursor(action)

    @property
    def may_choose(self) -> bool:
        """Whether it is the player's turn, and they have not chosen yet."""
        if self.update is None or self.update.notes.moment or self._chosen:
            return False
        return any(choice.why is None for choice in self.update.scene.choices)

    # ---- Keys -------------------------------------------------------------------------------------------------------

    def action_continue(self) -> None:
        """Confirm the moment; after the end, show the scoring again."""
        if self.update is None:
            return
        if self.update.notes.moment:
            self.client.confirm_moment()
        elif self.update.scene.over:
            self.app.push_screen(ScoringOverlay(self.update.scene, self.words))

    def action_hint(self) -> None:
        """Ask for a hint."""
        if self.may_choose:
            self.say(self.words("table.thinking"))
            self.client.hint()
        else:
            self.say(self.words("table.no_hint"))

    def action_undo(self) -> None:
        """Take back the last choice."""
        self.client.undo()

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(log_overlay(self.log_lines, self.words))

    def action_facts(self) -> None:
        """Show the facts."""
        if self.scene is not None and self.scene.facts:
            self.app.push_screen(facts_overlay(self.scene, self.words))
        else:
            self.say(self.words("table.no_facts"))

    def action_rules(self) -> None:
        """Show the rules; in a guided game, the chapter of the lesson."""
        if self.update is None:
            return
        guide = self.update.notes.guide
        chapter = guide.chapter if guide is not None else ""
        self._open_overlay(rules_overlay(self.update.scene.game, self.words, chapter, self.client.setup))

    def _open_overlay(self, overlay: Overlay | None) -> None:
        """Open an overlay; None means that the game is not installed."""
        if overlay is not None:
            self.say("")
            self.app.push_screen(overlay)
        elif self.update is not None:
            self.say(self.words("join.not_installed", game=self.update.scene.title))

    def action_reasons(self) -> None:
        """Show why choices are illegal."""
        if self.scene is not None and any(choice.why is not None for choice in self.scene.choices):
            self.app.push_screen(reasons_overlay(self.scene, self.words))
        else:
            self.say(self.words("table.no_reason"))

    def action_save(self) -> None:
        """Save the game."""
        self.client.save()

    def action_pace(self) -> None:
        """Switch to the next pace."""
        self.client.next_pace()

    def action_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""
        self.client.toggle_forced()

    def action_rematch(self) -> None:
        """After the end, play again."""
        if self.update is not None and self.update.scene.over:
            client = self.client.rematch()
            if client is not None:
                self.app.switch_screen(TableScreen(client))

    def action_watch(self) -> None:
        """After the end, watch the game."""
        record = self.client.record()
        if self.update is not None and self.update.scene.over and record is not None:
            from chabudai.terminal.app.replay_screen import ReplayScreen

            self.app.push_screen(ReplayScreen(record, self.update.scene.viewer))

    # ---- Chatting and leaving ----------------------------------------------------------------------------------------

    @property
    def _chatting(self) -> bool:
        return bool(self.query("#chat-input"))

    async def action_chat(self) -> None:
        """Open the chat input."""
        if self.client.has_chat and not self._chatting:
            chat_input = Input(placeholder=self.words("join.say"), max_length=300, id="chat-input", classes="open")
            await self.mount(chat_input, before="#footer")
            chat_input.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the chat message."""
        if event.value.strip():
            self.client.chat(event.value.strip())
        await event.input.remove()

    async def action_leave(self) -> None:
        """Close the chat input, or leave the table, asking first if something would be lost."""
        if self._chatting:
            await self.query_one("#chat-input").remove()
        elif self.client.has_chat:
            self._ask(self.words("join.sure"), ("l", "q"), self._leave_server_table)
        elif self.client.unsaved:
            self._ask(self.words("save.ask"), ("y", "n"), self._leave_unsaved)
        else:
            self._leave()

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

    def _vote(self, answer: str | None) -> None:
        if answer:
            self.client.vote_on_undo(agree=answer == "y")

    def _confirm_next_player(self, answer: str | None) -> None:
        if answer:
            self.client.confirm_next_player()

    def _ask(self, question: str, answers: tuple[str, ...], on_answer: Callable[[str | None], None]) -> None:
        self.app.push_screen(Overlay("", lambda width: Text(question), "", answers=answers), on_answer)

    def _ask_questions(self, update: ViewerUpdate) -> None:
        ask, curtain = update.header.ask, update.header.curtain
        self._ask_until_settled("join.asks_undo", "" if ask is None else ask.name, ("y", "n"), self._vote)
        self._ask_until_settled(
            "join.pass_to", "" if curtain is None else curtain.name, ("enter",), self._confirm_next_player
        )

    def _ask_until_settled(
        self, text_id: str, name: str, answers: tuple[str, ...], on_answer: Callable[[str | None], None]
    ) -> None:
        """Ask a question about the player with this name, once; without a name, remove it, because it is settled."""
        asked = self._questions.get(text_id)
        if asked is not None and asked[0] == name:
            return
        if asked is not None:
            asked[1].withdraw()
            del self._questions[text_id]
        if name:
            question = self.words(text_id, name=name)
            overlay = Overlay("", lambda width: Text(question), "", answers=answers, must_answer=True)
            self._questions[text_id] = (name, overlay)
            self.app.push_screen(overlay, on_answer)
