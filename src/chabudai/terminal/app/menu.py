"""The menu: choose a game, its players, options and bots, and start it."""

import secrets
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from chabudai.bots.registry import bot_names
from chabudai.games.registry import games
from chabudai.kernel.chance import OpeningChoice
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.options import Option
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.setup import OptionValue
from chabudai.scene import game_info
from chabudai.scene.game import Game
from chabudai.scene.words import title, words
from chabudai.session.log import Opened
from chabudai.session.opening import decided_chance, open_guided_table, open_table
from chabudai.session.refusal import Refused
from chabudai.session.settings import PACES, Pace
from chabudai.terminal.app.base_screen import BaseScreen
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu_rows import MenuRow, MenuRows
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.seat_assignment import DEFAULT_BOT, SeatAssignment
from chabudai.terminal.styles import FAINT, TITLE


class MenuChoices:
    """The settings chosen in the menu for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players[-1]
        self.seat = 0
        self.bots = [DEFAULT_BOT] * game.players[-1]
        self.options: dict[str, OptionValue] = {option.name: option.default for option in game.options}
        self.aids = True
        self.pace: Pace = "normal"
        self.decided: dict[tuple[str, int], str] = {}
        """What is decided before the game, by chance event and place; the rest is left to chance."""

    def available_options(self) -> list[Option]:
        """Return the options that can differ from their default with this number of players."""
        return [option for option in self.game.options if option.players is None or self.players in option.players]

    def available_opening_choices(self) -> list[OpeningChoice]:
        """Return what can be decided before the game with these players and options."""
        options = {option.name for option in self.available_options() if self.options[option.name] is True}
        return [choice for choice in self.game.opening_choices if not choice.option or choice.option in options]

    def start(self, language: str) -> LocalTable:
        """Start a new game."""
        options = {option.name: self.options[option.name] for option in self.available_options()}
        setup = self.game.setup(self.players, options)
        decided = {
            choice.chance: [
                self.decided.get((choice.chance, place), "") for place in range(choice.places(self.players))
            ]
            for choice in self.available_opening_choices()
        }
        chance = decided_chance(self.game, setup, decided, Rng(secrets.randbelow(SEEDS)))
        opened = open_table(self.game, setup, YOU.guest, chance, aids=self.aids, pace=self.pace)
        assignment = SeatAssignment(self.seat, self.aids, tuple(self.bots[: self.players]))
        return _local_table(opened, assignment, language)

    def start_first_game(self, language: str) -> LocalTable:
        """Start the guided first game."""
        opened = open_guided_table(self.game, YOU.guest, aids=True, pace=self.pace)
        return _local_table(opened, SeatAssignment(LEARNER, True, (DEFAULT_BOT,) * opened.settings.players), language)


def _local_table(opened: Opened, assignment: SeatAssignment, language: str) -> LocalTable:
    return LocalTable(LocalSession(opened, assignment, language, secrets.randbelow(SEEDS)))


class Menu(BaseScreen):
    """Rows for the games and, below them, the settings of the selected one."""

    BINDINGS: ClassVar = [Binding("q,escape", "app.exit", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self.choices = [MenuChoices(game) for game in games().values()]
        self.selected = 0

    def compose(self) -> ComposeResult:
        """Create the title, the rows, the note of the current row, and the line with the keys."""
        with VerticalScroll(id="menu", can_focus=False):
            yield Static(id="menu-title")
            yield MenuRows(self._rows, self._cursor_moved)
        yield Static(id="note")
        yield Static(id="footer")

    def on_mount(self) -> None:
        """Draw the texts."""
        self.set_language(self.words.language)

    def set_language(self, language: str) -> None:
        """Redraw everything in the language of the application."""
        self.query_one("#menu-title", Static).update(
            Text.assemble((self.words("menu.title"), TITLE), f"  {self.words('menu.what')}\n")
        )
        self.query_one("#footer", Static).update(Text(f" {self.words('menu.keys')}", no_wrap=True))
        rows = self.query_one(MenuRows)
        rows.focus()
        rows.redraw()

    # ---- The rows ---------------------------------------------------------------------------------------------------

    def _cursor_moved(self, index: int) -> None:
        """Show the note of the row at the cursor."""
        self.query_one("#note", Static).update(Text(self.query_one(MenuRows).rows[index].note, FAINT, no_wrap=True))

    def _rows(self) -> Sequence[MenuRow]:
        choices = self.choices[self.selected]
        rows = [self._game_row(index) for index in range(len(self.choices))]
        rows += [MenuRow(""), *self._setting_rows(choices), MenuRow("")]
        rows.append(MenuRow(self.words("set.play"), enter=self._play))
        if choices.game.first_game is not None:
            rows.append(MenuRow(self.words("set.first_game"), enter=self._play_first_game))
        rows.append(MenuRow(self.words("menu.rules"), enter=self._show_rules))
        rows.append(MenuRow(self.words("menu.saved"), enter=self._show_records))
        return rows

    def _game_row(self, index: int) -> MenuRow:
        game, language = self.choices[index].game, self.words.language
        minutes = game_info.minutes(game, language)
        fact = self.words("menu.fact", players=game_info.player_counts(game), minutes=minutes)
        return MenuRow(
            title(game, language), note=fact, enter=lambda: self._select(index), selected=index == self.selected
        )

    def _setting_rows(self, choices: MenuChoices) -> list[MenuRow]:
        """Return the rows for the settings of a game; move the player to a seat that exists."""
        game, language = choices.game, self.words.language
        names = [words(game, language).name(f"bot{seat}") for seat in range(choices.players)]
        choices.seat = min(choices.seat, choices.players - 1)
        rows = [
            self._setting_row("players", self.words("set.players"), choices, game.players, str),
            self._setting_row(
                "seat", self.words("menu.seat"), choices, range(choices.players), lambda seat: str(seat + 1)
            ),
        ]
        for seat, name in enumerate(names):
            if seat != choices.seat:
                level = self.words.text_or_name("level", choices.bots[seat])
                rows.append(MenuRow(self.words("set.bot", level=name), level, change=self._bot_change(choices, seat)))
        rows += [self._option_row(choices, option) for option in choices.available_options()]
        rows += [
            self._opening_row(choices, choice, place)
            for choice in choices.available_opening_choices()
            for place in range(choice.places(choices.players))
        ]
        rows.append(
            self._setting_row(
                "pace", self.words("set.pace"), choices, PACES, lambda pace: self.words.text_or_name("pace", str(pace))
            )
        )
        rows.append(self._setting_row("aids", self.words("set.aids"), choices, (True, False), self._yes_or_no))
        return rows

    def _setting_row(
        self, name: str, label: str, choices: MenuChoices, values: Sequence[object], as_text: Callable[..., str]
    ) -> MenuRow:
        """Return a row that changes the attribute `name` of the settings."""

        def change(by: int) -> None:
            index = list(values).index(getattr(choices, name))
            setattr(choices, name, values[(index + by) % len(values)])

        return MenuRow(label, as_text(getattr(choices, name)), change=change)

    def _bot_change(self, choices: MenuChoices, seat: int) -> Callable[[int], None]:
        """Return a function that changes the bot at a seat."""

        def change(by: int) -> None:
            names = bot_names()
            choices.bots[seat] = names[(names.index(choices.bots[seat]) + by) % len(names)]

        return change

    def _option_row(self, choices: MenuChoices, option: Option) -> MenuRow:
        game, language = choices.game, self.words.language
        values = option.values or tuple(range(option.range[0], option.range[1] + 1) if option.range else ())
        value = choices.options[option.name]

        def change(by: int) -> None:
            choices.options[option.name] = values[(values.index(choices.options[option.name]) + by) % len(values)]

        shown = (
            self._yes_or_no(value) if isinstance(value, bool) else game_info.option_value(game, option, value, language)
        )
        label = game_info.option_title(game, option, language)
        return MenuRow(label, shown, game_info.option_meaning(game, option, language), change=change)

    def _opening_row(self, choices: MenuChoices, choice: OpeningChoice, place: int) -> MenuRow:
        """Return a row for what can be decided before the game, or left to chance."""
        game, language, key = choices.game, self.words.language, (choice.chance, place)
        outcomes = game_info.opening_outcomes(game, choice)
        seats = all(isinstance(outcome, int) for outcome in outcomes)
        values = ["", *(str(outcome) for outcome in (outcomes[: choices.players] if seats else outcomes))]
        value = choices.decided.get(key, "")
        if value not in values:
            value = ""

        def change(by: int) -> None:
            choices.decided[key] = values[(values.index(value) + by) % len(values)]

        shown = str(int(value) + 1) if seats and value else words(game, language).name(value)
        label = game_info.opening_title(game, choice, place, language)
        return MenuRow(label, shown if value else self.words("set.by_chance"), change=change)

    def _yes_or_no(self, value: object) -> str:
        return self.words("set.true" if value else "set.false")

    def _select(self, index: int) -> None:
        """Select a game, and move the cursor to “Play”."""
        self.selected = index
        rows = self.query_one(MenuRows)
        rows.redraw()
        rows.go_to(next(number for number, row in enumerate(rows.rows) if row.enter == self._play))

    # ---- Actions -----------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        try:
            table = self.choices[self.selected].start(self.words.language)
        except Refused as error:
            self.query_one("#note", Static).update(Text(error.text(self.words.language), FAINT))
            return
        self._open_table(table)

    def _play_first_game(self) -> None:
        self._open_table(self.choices[self.selected].start_first_game(self.words.language))

    def _open_table(self, table: LocalTable) -> None:
        from chabudai.terminal.app.table_screen import TableScreen

        self.app.push_screen(TableScreen(table))

    def _show_rules(self) -> None:
        from chabudai.terminal.app.table_overlays import rules_overlay

        overlay = rules_overlay(self.choices[self.selected].game.name, self.words)
        if overlay is not None:
            self.app.push_screen(overlay)

    def _show_records(self) -> None:
        from chabudai.terminal.app.record_list import RecordList

        self.app.push_screen(RecordList(self.words))
