"""The menu: which game, with how many, by which options, against whom."""

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
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.options import Option
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import OptionValue
from chabudai.scene import about
from chabudai.scene.game import Game
from chabudai.scene.words import title, words
from chabudai.session.log import Opened
from chabudai.session.opening import first_opening, opening
from chabudai.session.settings import PACES, Pace
from chabudai.terminal.app.base_screen import BaseScreen
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.rows import Row, RowList
from chabudai.terminal.ink import FAINT, TITLE
from chabudai.terminal.local_game import YOU, LocalGame
from chabudai.terminal.seating import USUAL_BOT, Seating


class Wishes:
    """What was chosen in the menu for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players[-1]
        self.seat = 0
        self.bots = [USUAL_BOT] * game.players[-1]
        self.options: dict[str, OptionValue] = {option.name: option.default for option in game.options}
        self.aids = True
        self.pace: Pace = "normal"

    def open_options(self) -> list[Option]:
        """The options that can be chosen with so many players."""
        return [option for option in self.game.options if option.players is None or self.players in option.players]

    def begin(self, language: str) -> LocalTable:
        """Sit down at a new game."""
        options = {option.name: self.options[option.name] for option in self.open_options()}
        setup = self.game.setup(self.players, options)
        opened = opening(self.game, setup, YOU.guest, aids=self.aids, pace=self.pace)
        seating = Seating(self.seat, self.aids, tuple(self.bots[: self.players]))
        return _local_table(opened, seating, language)

    def begin_first_game(self, language: str) -> LocalTable:
        """Sit down at the guided first game."""
        opened = first_opening(self.game, YOU.guest, aids=True, pace=self.pace)
        return _local_table(opened, Seating(LEARNER, True, (USUAL_BOT,) * opened.settings.players), language)


def _local_table(opened: Opened, seating: Seating, language: str) -> LocalTable:
    return LocalTable(LocalGame(opened, seating, language, secrets.randbelow(SEEDS)))


class Menu(BaseScreen):
    """Rows for the games, and below them how the chosen one is to be played."""

    BINDINGS: ClassVar = [Binding("q,escape", "app.exit", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self.wishes = [Wishes(game) for game in games().values()]
        self.picked = 0

    def compose(self) -> ComposeResult:
        """The rows, and the keys below them."""
        with VerticalScroll(id="menu", can_focus=False):
            yield Static(id="menu-title")
            yield RowList(self._rows, self._moved)
        yield Static(id="note")
        yield Static(id="foot")

    def on_mount(self) -> None:
        """Say what this is."""
        self.speak(self.words.language)

    def speak(self, language: str) -> None:
        """Show everything in the language of the application."""
        said = self.words
        self.query_one("#menu-title", Static).update(
            Text.assemble((said("menu.title"), TITLE), f"  {said('menu.what')}\n")
        )
        self.query_one("#foot", Static).update(Text(f" {said('menu.keys')}", no_wrap=True))
        rows = self.query_one(RowList)
        rows.focus()
        rows.redraw()

    # ---- The rows ---------------------------------------------------------------------------------------------------

    def _moved(self, place: int) -> None:
        self.query_one("#note", Static).update(Text(self.query_one(RowList).rows[place].note, FAINT, no_wrap=True))

    def _rows(self) -> Sequence[Row]:
        wishes = self.wishes[self.picked]
        said = self.words
        rows = [self._game(place) for place in range(len(self.wishes))]
        rows += [Row(""), *self._table(wishes), Row("")]
        rows.append(Row(said("set.play"), enter=self._play))
        if wishes.game.first_game is not None:
            rows.append(Row(said("set.first_game"), enter=self._first_game))
        rows.append(Row(said("menu.rules"), enter=self._rules))
        rows.append(Row(said("menu.saved"), enter=self._records))
        return rows

    def _game(self, place: int) -> Row:
        game, language = self.wishes[place].game, self.words.language
        minutes = about.minutes(game, language)
        fact = self.words("menu.fact", players=about.counts(game), minutes=minutes)
        return Row(title(game, language), note=fact, enter=lambda: self._pick(place), picked=place == self.picked)

    def _table(self, wishes: Wishes) -> list[Row]:
        game, said, language = wishes.game, self.words, self.words.language
        names = [words(game, language).name(f"bot{seat}") for seat in range(wishes.players)]
        wishes.seat = min(wishes.seat, wishes.players - 1)
        rows = [
            self._choice("players", said("set.players"), wishes, game.players, str),
            self._choice("seat", said("menu.seat"), wishes, range(wishes.players), lambda seat: str(seat + 1)),
        ]
        for seat, name in enumerate(names):
            if seat != wishes.seat:
                level = said.one_of("level", wishes.bots[seat])
                rows.append(Row(said("set.bot", level=name), level, change=self._bot_change(wishes, seat)))
        rows += [self._option(wishes, option) for option in wishes.open_options()]
        rows.append(self._choice("pace", said("set.pace"), wishes, PACES, lambda pace: said.one_of("pace", str(pace))))
        rows.append(self._choice("aids", said("set.aids"), wishes, (True, False), self._yes_or_no))
        return rows

    def _choice(
        self, name: str, label: str, wishes: Wishes, values: Sequence[object], shown: Callable[..., str]
    ) -> Row:
        """A row for an attribute of the wishes."""

        def change(by: int) -> None:
            place = list(values).index(getattr(wishes, name))
            setattr(wishes, name, values[(place + by) % len(values)])

        return Row(label, shown(getattr(wishes, name)), change=change)

    def _bot_change(self, wishes: Wishes, seat: int) -> Callable[[int], None]:
        def change(by: int) -> None:
            known = bot_names()
            wishes.bots[seat] = known[(known.index(wishes.bots[seat]) + by) % len(known)]

        return change

    def _option(self, wishes: Wishes, option: Option) -> Row:
        game, language = wishes.game, self.words.language
        values = option.values or tuple(range(option.range[0], option.range[1] + 1) if option.range else ())
        value = wishes.options[option.name]

        def change(by: int) -> None:
            wishes.options[option.name] = values[(values.index(wishes.options[option.name]) + by) % len(values)]

        shown = self._yes_or_no(value) if isinstance(value, bool) else about.option_value(game, option, value, language)
        label = about.option_title(game, option, language)
        return Row(label, shown, about.option_meaning(game, option, language), change=change)

    def _yes_or_no(self, value: object) -> str:
        return self.words("set.true" if value else "set.false")

    def _pick(self, place: int) -> None:
        """Take this game, and go to where it can be begun."""
        self.picked = place
        rows = self.query_one(RowList)
        rows.redraw()
        rows.go_to(next(number for number, row in enumerate(rows.rows) if row.enter == self._play))

    # ---- What is done -----------------------------------------------------------------------------------------------

    def _play(self) -> None:
        self._sit_at(self.wishes[self.picked].begin(self.words.language))

    def _first_game(self) -> None:
        self._sit_at(self.wishes[self.picked].begin_first_game(self.words.language))

    def _sit_at(self, table: LocalTable) -> None:
        from chabudai.terminal.app.table_screen import TableScreen

        self.app.push_screen(TableScreen(table))

    def _rules(self) -> None:
        from chabudai.terminal.app.reading import rules_sheet

        sheet = rules_sheet(self.wishes[self.picked].game.name, self.words)
        if sheet is not None:
            self.app.push_screen(sheet)

    def _records(self) -> None:
        from chabudai.terminal.app.records import Records

        self.app.push_screen(Records(self.words))
