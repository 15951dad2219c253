"""The description of a game: all that its users need beside the rules, in one declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Never, Protocol, TypeVar

from chabudai.kernel import options as option_values
from chabudai.kernel import tables as card_tables
from chabudai.kernel.bits import has, members
from chabudai.kernel.chance import Chance, Word
from chabudai.kernel.errors import BadPlayers, BadState, UnknownMove
from chabudai.kernel.event import Event
from chabudai.kernel.first_game import FirstGame
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.observation import Observation, Observer
from chabudai.kernel.options import Option
from chabudai.kernel.plain_observation import PlainObservation
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE, State, revived
from chabudai.kernel.tables import Table

if TYPE_CHECKING:  # a game is declared without them, and words and scenes are made of games
    from chabudai.scene.make import People
    from chabudai.scene.vocabulary import Layout
    from chabudai.scene.words import Words

MakeSetup = Callable[[int, dict[str, OptionValue], dict[str, Rows], tuple[str, ...]], Setup]

OwnSetup = TypeVar("OwnSetup", bound=Setup)
OwnState = TypeVar("OwnState", bound=State)
OwnSetup_co = TypeVar("OwnSetup_co", bound=Setup, covariant=True)
OwnState_co = TypeVar("OwnState_co", bound=State, covariant=True)


class SetupClass(Protocol[OwnSetup_co, OwnState_co]):
    """A game's own subclass of `Setup`. It names the classes that the game's functions are checked against."""

    def __call__(
        self,
        players: int,
        options: dict[str, OptionValue],
        tables: dict[str, Rows],
        overridden: tuple[str, ...],
        /,
    ) -> OwnSetup_co: ...

    def start(self, setup: Never, /) -> OwnState_co:
        """`Setup.start` as the class has it, a function of a setup."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: who can play it, its options and tables, its words, and how to begin it.

    `actions` are the words of the record for action 0, 1, 2, …; `chances` the chance events by number, with a word for
    each outcome. `vocabulary` gives the words behind the numbers of events: `events` says for each event by which
    vocabularies its values and then its secrets are read, the last one serving for all further ones; None is a plain
    number.

    A game's functions take its own classes: `lay_out` of Kasane takes a `Kasane`. Type checkers compare them with each
    other where a game is declared (`__init__`), and only there. Whoever handles any game knows `Setup` and `State`, and
    must give a game what it made itself.
    """

    name: str
    title: str
    native_title: str
    credits: str
    players: tuple[int, ...]
    make_setup: MakeSetup
    actions: tuple[str, ...]
    chances: tuple[Chance, ...]
    reason: Callable[[State, int, int], Message]
    """Why a seat that is waited for cannot choose an action: called only for illegal ones, on the seat's view."""
    score_bounds: Callable[[Setup], tuple[int, int]]
    """The lowest and the highest score that a setup allows."""
    lay_out: Callable[[State, Words, People], Layout]
    """What a person sees of a view, in these words, among these people."""
    options: tuple[Option, ...] = ()
    tables: tuple[Table, ...] = ()
    vocabulary: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    events: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    scoring_events: frozenset[str] = frozenset()
    """Events that tell the final scoring: who shows `Layout.scoring` step by step need not tell them too."""
    fleeting_events: frozenset[str] = frozenset()
    """Events that would show hands: the log tells them only until the next choice, memory aids or not."""
    revealing_events: frozenset[str] = frozenset()
    """Events that turn up a card which lay hidden, be it without chance: what came before is never taken back."""
    moments: frozenset[str] = frozenset()
    """Events worth a look before play goes on, as the end of a trick, a reveal, or the scoring of a part."""
    package: str = ""
    """The Python package whose `text` folder holds the game's sentences and names by language."""
    knowledge: Knowledge | None = None
    """What is known about playing it well, for search and hints."""
    advice: Callable[[State, int, int], Message | None] | None = None
    """What speaks for a choice or against it, in a few words of the table `advice`, asked on the seat's view."""
    observation: Observation | None = None
    """What a learner sees; without one, all fields of the view (`PlainObservation`)."""
    first_game: FirstGame[State] | None = None
    """A guided game for beginners."""
    rules_version: int = 1
    """Grows when a change of the rules could make an old record end differently."""

    if TYPE_CHECKING:
        # This is where the game's own classes are forgotten; what runs is the `__init__` that `dataclass` makes.
        def __init__(
            self,
            *,
            name: str,
            title: str,
            native_title: str,
            credits: str,  # noqa: A002
            players: tuple[int, ...],
            make_setup: SetupClass[OwnSetup, OwnState],
            actions: tuple[str, ...],
            chances: tuple[Chance, ...],
            reason: Callable[[OwnState, int, int], Message],
            score_bounds: Callable[[OwnSetup], tuple[int, int]],
            lay_out: Callable[[OwnState, Words, People], Layout],
            options: tuple[Option, ...] = ...,
            tables: tuple[Table, ...] = ...,
            vocabulary: Mapping[str, tuple[Word, ...]] = ...,
            events: Mapping[str, tuple[str | None, ...]] = ...,
            scoring_events: frozenset[str] = ...,
            fleeting_events: frozenset[str] = ...,
            revealing_events: frozenset[str] = ...,
            moments: frozenset[str] = ...,
            package: str = ...,
            knowledge: Knowledge | None = ...,
            advice: Callable[[OwnState, int, int], Message | None] | None = ...,
            observation: Observation | None = ...,
            first_game: FirstGame[OwnState] | None = ...,
            rules_version: int = ...,
        ) -> None: ...

    # ---- Beginning a game ------------------------------------------------------------------------------------------

    def setup(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        data: Mapping[str, object] | None = None,
    ) -> Setup:
        """The game made ready for so many players, with these options and overriding card data; all of it checked."""
        if type(players) is not int or players not in self.players:
            counts = " or ".join(str(count) for count in self.players)
            raise BadPlayers(f"{self.name} is for {counts} players, not {players}")
        values = option_values.complete(self.options, options or {}, players)
        tables = card_tables.complete(self.tables, data or {})
        overridden = tuple(table.name for table in self.tables if tables[table.name] != table.rows)
        return self.make_setup(players, values, tables, overridden)

    def state_from_json(self, setup: Setup, values: object) -> State:
        """A position from what `State.as_json` gave. Its shape is checked, not whether play can reach it."""
        state = revived(setup, values)
        if not NONE <= state.due < len(self.chances) or not 0 <= state.first < len(self.actions):
            raise BadState(f"position: {self.name} has no such chance event, or no such action")
        return state

    def observer(self, setup: Setup) -> Observer:
        """Who tells a learner what the seats see of the positions of a setup."""
        return Observer(self.name, self.observation or PlainObservation(), setup)

    # ---- Words -----------------------------------------------------------------------------------------------------

    def action(self, words: str) -> int:
        """The number of the action that these words of the record name."""
        try:
            return self.action_numbers[words]
        except KeyError:
            verbs = list(dict.fromkeys(action.split()[0] for action in self.actions))
            verb = words.split()[0] if words.split() else ""
            if verb not in verbs:
                raise UnknownMove(
                    f"{words!r} is no move of {self.name}: a move begins with {', '.join(verbs)}"
                ) from None
            known = [action for action in self.actions if action.split()[0] == verb]
            shown = ", ".join(known[:4]) + (f", … {known[-1]}" if len(known) > 4 else "")
            raise UnknownMove(f"{words!r} is no move of {self.name}: with {verb} there are {shown}") from None

    def event_words(self, event: Event) -> tuple[Word, ...]:
        """The values of an event and, as far as they are in sight, its secrets, in words of the record."""
        readers = self.events[event.name]
        words: list[Word] = []
        for i, value in enumerate([*event.values, *event.secret]):
            reader = readers[min(i, len(readers) - 1)]
            words.append(value if reader is None else self.vocabulary[reader][value])
        return tuple(words)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """The number of each action by its words of the record."""
        return {words: number for number, words in enumerate(self.actions)}

    # ---- Reasons -----------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: int) -> Message | None:
        """Why this seat cannot choose this action now, or None if it can. Told from what the seat itself knows."""
        if not 0 <= seat < state.setup.players:
            return Message("no_such_seat", {"seat": seat, "last": state.setup.players - 1})
        if not 0 <= action < len(self.actions):
            return Message("no_such_action", {"action": action})
        if state.is_legal(seat, action):
            return None
        if state.over():
            return Message("game_over")
        if state.due >= 0:
            return Message("chance_due", {"event": self.chances[state.due].name})
        if not has(state.waiting, seat):
            return Message("not_your_turn", {"seats": " ".join(str(other) for other in members(state.waiting))})
        view = state if state.viewer == seat else state.seen_by(seat, recall=False)
        return self.reason(view, seat, action)
