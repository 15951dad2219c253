"""The screen of a table: takes keys and clicks, and passes on to the table what the person asks for."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.events import Click, Key, MouseMove
from textual.widgets import Input

from chabudai.bots.hint import Hint
from chabudai.scene.vocabulary import Scene
from chabudai.session.views import Shown
from chabudai.terminal.app.asking import draw_asking, find_choice
from chabudai.terminal.app.cursor import moved
from chabudai.terminal.app.reading import facts_sheet, hint_sheet, log_sheet, reasons_sheet, rules_sheet
from chabudai.terminal.app.scoring import Scoring
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.table_view import Drawing, TableView, keys_line
from chabudai.terminal.block import Block
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.touch import touched


class TableScreen(TableView):
    """A table, drawn; what its person does is passed on to it."""

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
        Binding("a", "again", show=False),
        Binding("space", "go_on", show=False),
        Binding("enter", "play", show=False),
        Binding("q,escape", "leave", show=False),
        *(Binding(key, f"move('{key}')", show=False) for key in ("left", "right", "up", "down")),
    ]

    def __init__(self, client: TableClient) -> None:
        super().__init__()
        self.client = client
        self.shown: Shown | None = None
        self._message = ""
        self._typed = ""
        self._chosen = False
        """Whether a choice was made that the table does not show yet."""
        self._counted = False
        self._questions: dict[str, tuple[str, Sheet]] = {}
        """What the table asks beside the choices, by what it asks, until it is settled."""

    def on_mount(self) -> None:
        """Let the game go on."""
        self.run_worker(self.client.run(self), name="table", exit_on_error=True)

    # ---- What the table tells ---------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """The table has changed."""
        before = self.shown
        self.shown, self.scene, self.log_lines = shown, shown.scene, shown.notes.log
        self._chosen = False
        if before is None or before.scene != shown.scene:
            self.cursor, self._typed, self._message = None, "", ""
        self.redraw()
        if not shown.scene.over:
            self._counted = False  # also of the next game at this table
        elif not shown.notes.moment and not self._counted:
            self._counted = True
            self.app.push_screen(Scoring(shown.scene, self.words))
        self._demand_answers(shown)

    def refused(self, why: str) -> None:
        """A wish was refused; if it was a choice, another can be made."""
        self._chosen = False
        self.say(why)
        # An answer may be what was refused: then its question comes again.
        open_still = {name: asked for name, asked in self._questions.items() if asked[1] in self.app.screen_stack}
        self._questions = open_still
        if self.shown is not None:
            self._demand_answers(self.shown)

    def say(self, text: str) -> None:
        """Something is to be said, until something else is chosen."""
        self._message = text
        if self.shown is None:
            self.query_one("#asked", Drawing).update(Text(text))  # there is no table to be seen yet
        self.redraw()

    def hinted(self, hint: Hint) -> None:
        """The hint that was wished for."""
        if self.scene is not None:
            self._lay(hint_sheet(self.scene, hint, self.words))

    def chatted(self, name: str, text: str) -> None:
        """Somebody said something."""
        self.say(f"{name}: {text}")

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        self.client.speak(language)

    # ---- Drawing ----------------------------------------------------------------------------------------------------

    def asking(self, scene: Scene, width: int, numbers: Numbers) -> Block:
        """What is asked."""
        assert self.shown is not None
        return draw_asking(self.shown, width, numbers, self.words, cursor=self.cursor, message=self._message)

    def foot(self) -> Text:
        """The keys."""
        assert self.shown is not None
        said = self.words
        if self.shown.scene.over:
            return Text(f" {said('foot.over')}", no_wrap=True)
        keys = ["hint", "undo", "log", "facts", "rules", "reasons"]
        keys += ["chat"] if self.client.talkative else ["save"]
        shown = {"reasons": "?", "leave": "q"}
        return keys_line([(shown.get(key, key[0]), said(f"foot.{key}"), key) for key in [*keys, "pace", "leave"]])

    # ---- Choosing ---------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """A number chooses; the second digit is waited for if there are so many choices."""
        if event.character is None or not event.character.isdecimal() or self._saying:
            return
        event.stop()
        if self.shown is None or not self.may_choose:
            return
        allowed = [choice for choice in self.shown.scene.choices if choice.why is None]
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
        if self.shown is not None and self.may_choose:
            self._point(moved(self.spots, self.cursor, key))

    def action_play(self) -> None:
        """Choose what was typed or is pointed at; if there is but one choice, that."""
        if self.shown is None or not self.may_choose:
            self.action_go_on()
            return
        allowed = [choice for choice in self.shown.scene.choices if choice.why is None]
        if self._typed:
            self._choose(allowed[int(self._typed) - 1].action)
        elif self.cursor is not None:
            self._choose(self.cursor)
        elif len(allowed) == 1:
            self._choose(allowed[0].action)
        else:
            self._point(moved(self.spots, None, "down"))

    def on_click(self, event: Click) -> None:
        """Choose what is clicked."""
        action = touched(event.style)
        if self.shown is not None and self.shown.notes.moment:
            self.client.seen()
        elif action is not None and self.may_choose:
            self._choose(action)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at what is below the mouse."""
        action = touched(event.style)
        if action is not None and action != self.cursor and self.may_choose:
            self._point(action)

    def _point(self, action: int | None) -> None:
        self.cursor, self._message, self._typed = action, "", ""
        self.redraw()
        if action in self.spots:
            self.bring_into_sight(self.spots[action])

    def _choose(self, action: int) -> None:
        """Make a choice if it is allowed; else point at it, which says why not."""
        assert self.shown is not None
        choice = find_choice(self.shown.scene, action)
        if choice is not None and choice.why is None:
            self._chosen = True
            self.cursor, self._message, self._typed = None, "", ""
            self.client.choose(action)
        else:
            self._point(action)

    @property
    def may_choose(self) -> bool:
        """Whether the person is asked, and has not answered yet."""
        if self.shown is None or self.shown.notes.moment or self._chosen:
            return False
        return any(choice.why is None for choice in self.shown.scene.choices)

    # ---- Keys -------------------------------------------------------------------------------------------------------

    def action_go_on(self) -> None:
        """The moment has been looked at; at the end, count up again."""
        if self.shown is None:
            return
        if self.shown.notes.moment:
            self.client.seen()
        elif self.shown.scene.over:
            self.app.push_screen(Scoring(self.shown.scene, self.words))

    def action_hint(self) -> None:
        """Ask for a hint."""
        if self.may_choose:
            self.say(self.words("table.thinking"))
            self.client.hint()
        else:
            self.say(self.words("table.no_hint"))

    def action_undo(self) -> None:
        """Take the last choice back."""
        self.client.undo()

    def action_log(self) -> None:
        """Show all that has happened."""
        self.app.push_screen(log_sheet(self.log_lines, self.words))

    def action_facts(self) -> None:
        """Show what one would reckon or remember."""
        if self.scene is not None and self.scene.facts:
            self.app.push_screen(facts_sheet(self.scene, self.words))
        else:
            self.say(self.words("table.no_facts"))

    def action_rules(self) -> None:
        """Show the rules; in a guided game those that matter now."""
        if self.shown is None:
            return
        guide = self.shown.notes.guide
        chapter = guide.chapter if guide is not None else ""
        self._lay(rules_sheet(self.shown.scene.game, self.words, chapter, self.client.setup))

    def _lay(self, sheet: Sheet | None) -> None:
        """Lay a sheet on the table, if there is one: a game that is not installed here has none."""
        if sheet is not None:
            self.say("")
            self.app.push_screen(sheet)
        elif self.shown is not None:
            self.say(self.words("join.not_installed", game=self.shown.scene.title))

    def action_reasons(self) -> None:
        """Show why some choices are not allowed."""
        if self.scene is not None and any(choice.why is not None for choice in self.scene.choices):
            self.app.push_screen(reasons_sheet(self.scene, self.words))
        else:
            self.say(self.words("table.no_reason"))

    def action_save(self) -> None:
        """Save the game."""
        self.client.save()

    def action_pace(self) -> None:
        """Let the bots play faster, or slowly again."""
        self.client.next_pace()

    def action_forced(self) -> None:
        """Let forced moves be played automatically, or no longer."""
        self.client.toggle_forced()

    def action_again(self) -> None:
        """After the end: play once more."""
        if self.shown is not None and self.shown.scene.over:
            client = self.client.again()
            if client is not None:
                self.app.switch_screen(TableScreen(client))

    def action_watch(self) -> None:
        """After the end: watch the game again."""
        record = self.client.record()
        if self.shown is not None and self.shown.scene.over and record is not None:
            from chabudai.terminal.app.replay_screen import ReplayScreen

            self.app.push_screen(ReplayScreen(record, self.shown.scene.viewer))

    # ---- Talking and leaving ----------------------------------------------------------------------------------------

    @property
    def _saying(self) -> bool:
        return bool(self.query("#say"))

    async def action_chat(self) -> None:
        """Say something to the others."""
        if self.client.talkative and not self._saying:
            line = Input(placeholder=self.words("join.say"), max_length=300, id="say", classes="open")
            await self.mount(line, before="#foot")
            line.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send what was typed."""
        if event.value.strip():
            self.client.chat(event.value.strip())
        await event.input.remove()

    async def action_leave(self) -> None:
        """Stop talking, or leave the table: nothing is lost without a question."""
        if self._saying:
            await self.query_one("#say").remove()
        elif self.client.talkative:
            self._ask(self.words("join.sure"), ("l", "q"), self._leave_others)
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

    def _leave_others(self, answer: str | None) -> None:
        if answer == "l":
            self.client.give_up()
        if answer:
            self._leave()

    def _leave(self) -> None:
        self.workers.cancel_node(self)
        self.application.leave_table()

    def _agree(self, answer: str | None) -> None:
        if answer:
            self.client.agree(yes=answer == "y")

    def _reveal(self, answer: str | None) -> None:
        if answer:
            self.client.reveal()

    def _ask(self, question: str, answers: tuple[str, ...], then: Callable[[str | None], None]) -> None:
        self.app.push_screen(Sheet("", lambda width: Text(question), "", answers=answers), then)

    def _demand_answers(self, shown: Shown) -> None:
        ask, curtain = shown.standing.ask, shown.standing.curtain
        self._demand("join.asks_undo", "" if ask is None else ask.name, ("y", "n"), self._agree)
        self._demand("join.pass_to", "" if curtain is None else curtain.name, ("enter",), self._reveal)

    def _demand(self, sentence: str, name: str, answers: tuple[str, ...], then: Callable[[str | None], None]) -> None:
        """Ask something for somebody of this name that has to be answered, once; take it away when it is settled."""
        asked = self._questions.get(sentence)
        if asked is not None and asked[0] == name:
            return
        if asked is not None:
            asked[1].withdraw()
            del self._questions[sentence]
        if name:
            question = self.words(sentence, name=name)
            sheet = Sheet("", lambda width: Text(question), "", answers=answers, must_answer=True)
            self._questions[sentence] = (name, sheet)
            self.app.push_screen(sheet, then)
