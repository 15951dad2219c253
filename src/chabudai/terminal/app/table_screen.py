"""The screen of a table: turns keys and clicks into calls of its `TableClient`."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.events import Click, Key, MouseMove

from chabudai.bots.hint import Hint
from chabudai.scene.rules_text import AID
from chabudai.scene.vocabulary import Scene
from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.cursor import next_choice
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.people_view import PeopleView
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
from chabudai.terminal.app.table_view import keys_line
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import action_of_style
from chabudai.terminal.text_block import TextBlock


class TableScreen(PeopleView):
    """A table that the player plays at through a client; implements `TableDisplay`."""

    BINDINGS: ClassVar = [
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("l", "log", show=False),
        Binding("f", "facts", show=False),
        Binding("r", "rules", show=False),
        Binding("i", "aid", show=False),
        Binding("question_mark", "reasons", show=False),
        Binding("s", "save", show=False),
        Binding("p", "pace", show=False),
        Binding("m", "forced", show=False),
        Binding("v", "watch", show=False),
        Binding("a", "rematch", show=False),
        Binding("space", "continue", show=False),
        Binding("enter", "play", show=False),
        *(Binding(key, f"move('{key}')", show=False) for key in ("left", "right", "up", "down")),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._typed = ""
        """The digits of a choice's number typed so far."""
        self._chosen = False
        """Whether a choice was made that the table does not show yet."""
        self._scoring_shown = False
        """Whether the final scoring of this game was shown."""

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
            self.cursor, self._typed, self.message = None, "", ""
        self.redraw()
        if not update.scene.over:
            self._scoring_shown = False  # the next game at this table is scored, too
        elif not update.notes.moment and not self._scoring_shown:
            self._scoring_shown = True
            self.app.push_screen(ScoringOverlay(update.scene, self.words))
        self.questions.update(update.header)

    def show_refusal(self, why: str) -> None:
        """Show why a command was refused; if it was a choice, let the player choose again."""
        self._chosen = False
        self.say(why)
        if self.update is not None:
            self.questions.ask_again(self.update.header)

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
        return draw_prompt_panel(
            self.update, width, numbers, self.words, cursor=self.cursor, news=self.news, message=self.message
        )

    def footer(self) -> Text:
        """Return the line with the keys."""
        assert self.update is not None
        if self.update.scene.over:
            return Text(f" {self.words('foot.over')}", no_wrap=True)
        actions = self._useful_actions(self.update)
        for action in ("pace", "reasons", "facts"):  # in a narrow window, these keys work without being shown
            line = self._keys_line(actions)
            if line.cell_len <= self.size.width:
                return line
            actions = [other for other in actions if other != action]
        return self._keys_line(actions)

    def _useful_actions(self, update: ViewerUpdate) -> list[str]:
        """Return the actions that make sense now: some need a seat, other people, or the rights of the host."""
        if not self.client.has_chat:
            return ["hint", "undo", "log", "facts", "rules", "reasons", "save", "pace", "leave"]
        actions = ["log", "facts", "rules"]
        if update.header.mine:
            actions = ["hint", "undo", *actions, "reasons"]
        actions.append("chat")
        actions += ["sit"] if update.notes.can_sit else []
        actions += ["people"] if self.other_people else []
        actions += ["pace"] if update.header.host else []
        return [*actions, "leave"]

    def _keys_line(self, actions: Sequence[str]) -> Text:
        special_keys = {"reasons": "?", "leave": "q", "sit": "j", "people": "o"}
        return keys_line(
            [(special_keys.get(action, action[0]), self.words(f"foot.{action}"), action) for action in actions]
        )

    # ---- Choosing ---------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Choose by number; wait for another digit if a choice with a longer number may be meant."""
        if event.character is None or not event.character.isdecimal() or self.typing:
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
        self.cursor, self.message, self._typed = action, "", ""
        self.redraw()
        if action in self.regions:
            self.scroll_to_choice(self.regions[action])

    def _choose(self, action: int) -> None:
        """Make a choice if it is legal; otherwise move the cursor to it, which shows the reason."""
        assert self.update is not None
        choice = choice_for_action(self.update.scene, action)
        if choice is not None and choice.why is None:
            self._chosen = True
            self.cursor, self.message, self._typed = None, "", ""
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

    def action_aid(self) -> None:
        """Show the player aid: the phases and the scoring in short."""
        if self.update is not None:
            self._open_overlay(rules_overlay(self.update.scene.game, self.words, AID, self.client.setup))

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

            self.app.push_screen(ReplayScreen(record))
