"""The declaration of a game: everything outside the rules that a table, a bot or a learner needs to know about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Never, Protocol, TypeVar

from chabudai.kernel.advice import Advice, Aspect, compare
from chabudai.kernel.bits import has, members
from chabudai.kernel.card_data import CardTable, complete_tables
from chabudai.kernel.chance import Chance, OpeningChoice, Word
from chabudai.kernel.errors import BadOption, BadPlayers, BadState, UnknownMove
from chabudai.kernel.event import Event
from chabudai.kernel.first_game import FirstGame
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.observation import Observation, Observer
from chabudai.kernel.options import Option, complete_options
from chabudai.kernel.plain_observation import PlainObservation
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE, State, restore_state

if TYPE_CHECKING:  # these modules import this one
    from chabudai.scene.builder import People
    from chabudai.scene.vocabulary import Layout
    from chabudai.scene.words import Words

MakeSetup = Callable[[int, dict[str, OptionValue], dict[str, Rows], tuple[str, ...]], Setup]

OwnSetup = TypeVar("OwnSetup", bound=Setup)
OwnState = TypeVar("OwnState", bound=State)
OwnSetup_co = TypeVar("OwnSetup_co", bound=Setup, covariant=True)
OwnState_co = TypeVar("OwnState_co", bound=State, covariant=True)


class SetupClass(Protocol[OwnSetup_co, OwnState_co]):
    """A game's own subclass of `Setup`: type checkers derive from it the classes that the game's functions take."""

    def __call__(
        self,
        players: int,
        options: dict[str, OptionValue],
        tables: dict[str, Rows],
        overridden: tuple[str, ...],
        /,
    ) -> OwnSetup_co: ...

    def start(self, setup: Never, /) -> OwnState_co:
        """`Setup.start` as an unbound method."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: its player counts, options, card data and words, and the functions that set it up and describe it.

    `actions` lists the words of the record for actions 0, 1, 2 and so on, `chances` the chance events by number.
    `vocabulary` has named lists of words. `events` names, for each event, the vocabularies of its values and then of
    its secrets; the last name applies to all further numbers, and None stands for plain numbers.

    A game's functions take the game's own classes: Kasane's `lay_out` takes a `Kasane`. Type checkers compare these
    classes only where a game is declared (`__init__`). Code that handles any game knows only `Setup` and `State`, and
    must pass a game only objects that the same game made.
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
    """Takes a view, its seat, which is waiting, and an illegal action. Says why the seat cannot choose that action."""
    score_bounds: Callable[[Setup], tuple[int, int]]
    """Returns the lowest and the highest score that a setup allows."""
    lay_out: Callable[[State, Words, People], Layout]
    """Describes a view for a person, in the language of the words."""
    lay_out_moment: Callable[[State, State, Words, People], Layout] | None = None
    """Describes a moment, from the viewer's views before and after the step that shows it.

    If None, a moment looks like the view after it, with the status from before.
    """
    options: tuple[Option, ...] = ()
    tables: tuple[CardTable, ...] = ()
    vocabulary: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    events: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    scoring_events: frozenset[str] = frozenset()
    """Events that describe the final scoring. Clients that show `Layout.scoring` step by step can omit them."""
    fleeting_events: frozenset[str] = frozenset()
    """Events that reveal hands. The log shows them only until the next choice, even with memory aids."""
    revealing_events: frozenset[str] = frozenset()
    """Events that reveal a hidden card. Moves before them cannot be undone, even if no chance was involved."""
    moments: frozenset[str] = frozenset()
    """Events whose result stays on the table until confirmed: the end of a trick, a reveal, the scoring of a part."""
    package: str = ""
    """The Python package whose `text` folder has the game's sentences and names in each language."""
    knowledge: Knowledge | None = None
    """What the game knows about good play, for search and hints."""
    advice: Callable[[State, int, int], Sequence[Aspect]] | None = None
    """Takes a view, its seat and a legal action. Says how good the action is in each respect, with messages from the
    text table `advice`. See `compare`."""
    observation: Observation | None = None
    """How positions are encoded for a learner. If None, `PlainObservation` encodes all fields of the view."""
    first_game: FirstGame[State] | None = None
    """A guided game for beginners."""
    opening_choices: tuple[OpeningChoice, ...] = ()
    """The chance events that players may decide themselves, such as who starts. The record shows them as chance."""
    assumed_facts: frozenset[str] = frozenset()
    """The ids of the fact panels that count with assumed card data."""
    corrected_texts: Callable[[Setup, Words], Mapping[str, Mapping[str, str]]] | None = None
    """Takes a setup whose card data was overridden. Returns the texts that change with it, by table and id."""
    rules_values: Callable[[Setup, Words], Mapping[str, str]] | None = None
    """Returns the parts of the rules text that depend on the card data, by the name in `{{value NAME}}`."""
    rules_version: int = 1
    """Incremented when a change to the rules could make an old record end differently."""

    if TYPE_CHECKING:
        # Only for type checkers: it accepts the game's own classes. At run time `dataclass` generates `__init__`.
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
            lay_out_moment: Callable[[OwnState, OwnState, Words, People], Layout] | None = ...,
            options: tuple[Option, ...] = ...,
            tables: tuple[CardTable, ...] = ...,
            vocabulary: Mapping[str, tuple[Word, ...]] = ...,
            events: Mapping[str, tuple[str | None, ...]] = ...,
            scoring_events: frozenset[str] = ...,
            fleeting_events: frozenset[str] = ...,
            revealing_events: frozenset[str] = ...,
            moments: frozenset[str] = ...,
            package: str = ...,
            knowledge: Knowledge | None = ...,
            advice: Callable[[OwnState, int, int], Sequence[Aspect]] | None = ...,
            observation: Observation | None = ...,
            first_game: FirstGame[OwnState] | None = ...,
            opening_choices: tuple[OpeningChoice, ...] = ...,
            assumed_facts: frozenset[str] = ...,
            corrected_texts: Callable[[OwnSetup, Words], Mapping[str, Mapping[str, str]]] | None = ...,
            rules_values: Callable[[OwnSetup, Words], Mapping[str, str]] | None = ...,
            rules_version: int = ...,
        ) -> None: ...

    # ---- Starting a game ---------------------------------------------------------------------------------------------

    def setup(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        data: Mapping[str, object] | None = None,
    ) -> Setup:
        """Check the player count, options and card data, and return the setup for them."""
        if type(players) is not int or players not in self.players:
            counts = " or ".join(str(count) for count in self.players)
            shown = players if type(players) is int else str(players)
            problem = Message("players", {"game": self.name, "players": shown})
            raise BadPlayers(f"{self.name} is for {counts} players, not {players}", problem=problem)
        try:
            values = complete_options(self.options, options or {}, players)
        except BadOption as error:
            if error.problem is not None:
                error.problem = Message(error.problem.id, {**error.problem.values, "game": self.name})
            raise
        tables = complete_tables(self.tables, data or {})
        overridden = tuple(table.name for table in self.tables if tables[table.name] != table.rows)
        return self.make_setup(players, values, tables, overridden)

    def state_from_json(self, setup: Setup, values: object) -> State:
        """Return a position from the values of `State.as_json`. Check its shape, not whether play can reach it."""
        state = restore_state(setup, values)
        if not NONE <= state.due < len(self.chances) or not 0 <= state.first < len(self.actions):
            raise BadState(f"position: {self.name} has no chance event {state.due} or no action {state.first}")
        return state

    def has_assumed_data(self, setup: Setup) -> bool:
        """Check whether any card data of a setup is not what a source of the game gives."""
        return any(
            table.certainty(name, row) != "known"
            for table in self.tables
            for name, row in setup.tables[table.name].items()
        )

    def observer(self, setup: Setup) -> Observer:
        """Return an observer that encodes the positions of a setup for learners."""
        return Observer(self.name, self.observation or PlainObservation(), setup)

    # ---- Words -----------------------------------------------------------------------------------------------------

    def action(self, words: str) -> int:
        """Return the number of the action for which the record uses these words."""
        try:
            return self.action_numbers[words]
        except KeyError:
            verbs = list(dict.fromkeys(action.split()[0] for action in self.actions))
            verb = words.split()[0] if words.split() else ""
            if verb not in verbs:
                raise UnknownMove(
                    f"{words!r} is not a move of {self.name}: moves begin with {', '.join(verbs)}"
                ) from None
            moves = [action for action in self.actions if action.split()[0] == verb]
            shown = ", ".join(moves[:4]) + (f", … {moves[-1]}" if len(moves) > 4 else "")
            raise UnknownMove(f"{words!r} is not a move of {self.name}: moves with {verb} are {shown}") from None

    def event_words(self, event: Event) -> tuple[Word, ...]:
        """Return the values of an event, and its secrets as far as they are visible, in words of the record."""
        vocabularies = self.events[event.name]
        words: list[Word] = []
        for i, value in enumerate([*event.values, *event.secret]):
            vocabulary = vocabularies[min(i, len(vocabularies) - 1)]
            words.append(value if vocabulary is None else self.vocabulary[vocabulary][value])
        return tuple(words)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """The numbers of all actions, by the words that the record uses for them."""
        return {words: number for number, words in enumerate(self.actions)}

    # ---- Reasons -----------------------------------------------------------------------------------------------------

    def aspects(self, view: State, action: int) -> Sequence[Aspect]:
        """Return what the game says about a legal choice of the viewer; nothing if it gives no advice."""
        return self.advice(view, view.viewer, action) if self.advice else ()

    def compare(self, view: State, action: int, other: int) -> list[Advice]:
        """Return what speaks for and against a legal choice of the viewer, compared with another legal choice."""
        return compare(self.aspects(view, action), self.aspects(view, other), other)

    def why_not(self, state: State, seat: int, action: int) -> Message | None:
        """Return why a seat cannot choose an action now, based on what the seat knows; None if it can."""
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
            return Message("not_your_turn", {"seats": " ".join(str(waiting) for waiting in members(state.waiting))})
        view = state if state.viewer == seat else state.seen_by(seat, recall=False)
        return self.reason(view, seat, action)
