"""A game in progress with its history, from which a record can be written at any time."""

from dataclasses import dataclass

from chabudai.kernel.bits import bit, members
from chabudai.kernel.chance import ScriptEntry, Source
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.kernel.event import Event
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.record import ChanceEntry, Record, Result
from chabudai.scene.game import Game
from chabudai.scene.words import words


class CannotTakeBack(ChabudaiError):
    """The move can no longer be taken back."""


@dataclass(frozen=True)
class _Checkpoint:
    """A game as it was when chance was last resolved, or at the beginning. No earlier move can be taken back.

    It keeps a game's history by its length, since only what comes later can change.
    """

    state: State
    moves: int
    events: int


class Play:
    """A game in progress: the true state, the source of chance, and all chance outcomes and moves so far.

    `state` and `events` contain hidden information. Show players and spectators only `state.seen_by` and
    `Event.seen_by`.
    """

    def __init__(self, game: Game, setup: Setup, chance: Source) -> None:
        self.game = game
        self.setup = setup
        self.chance = chance
        self.state = setup.start()
        self.state.listening = True
        self.moves: list[tuple[int, int]] = []
        self.events: list[Event] = []
        self._entries: list[ScriptEntry] = []
        self._simultaneous_from = 0
        """The index in `moves` of the first of the current simultaneous choices."""
        self._first_simultaneous: list[int] = []
        """For each move before `_simultaneous_from`: the index of the first move made simultaneously with it."""
        self._checkpoint: _Checkpoint | None = None
        """None if it has to be made before the next move."""

    def settle(self) -> None:
        """Resolve chance events until none is due."""
        while self.state.due >= 0:
            self.settle_one()

    def settle_one(self) -> None:
        """Draw one outcome of the due chance event from the source, and carry it out."""
        self.settle_outcome(self.chance.outcome(self.state))

    def settle_outcome(self, outcome: int) -> None:
        """Carry out this outcome of the due chance event. If it is not possible, raise BadChance."""
        self._checkpoint = None
        state = self.state
        chance, entry = state.due, self._latest(state.due)
        if entry is not None and state.drawn() > 0:
            state.settle(outcome)
        else:
            undrawn = state.undrawn(chance) if entry is not None else []
            state.settle(outcome)
            if entry is not None:
                entry.outcomes += undrawn
            entry = ScriptEntry(chance)
            self._entries.insert(self._entry_index(chance), entry)
        entry.outcomes.append(outcome)
        self.events += state.events

    def choose(self, seat: int, action: int) -> None:
        """Make a move for a seat. If it is not legal, raise IllegalMove with the reason."""
        self.check(seat, action)
        self.commit(seat, action)

    def check(self, seat: int, action: int) -> None:
        """Raise IllegalMove with the reason if a seat cannot make this move now."""
        reason = self.game.why_not(self.state, seat, action)
        if reason is not None:
            shown = self.game.actions[action] if 0 <= action < len(self.game.actions) else f"choose action {action}"
            raise IllegalMove(f"seat {seat} cannot {shown}: {words(self.game).cite('reason', reason)}", reason=reason)

    def commit(self, seat: int, action: int) -> None:
        """Make a move that is known to be legal."""
        self._keep_checkpoint()
        state = self.state
        waiting_before = state.waiting
        state.step()
        state.commit(seat, action)
        # Simultaneous choices are recorded in the order of seats, not of time.
        self.moves.append((seat, action))
        self.moves[self._simultaneous_from :] = sorted(self.moves[self._simultaneous_from :], key=lambda move: move[0])
        if state.waiting != waiting_before & ~bit(seat) or state.waiting == 0:
            self._first_simultaneous += [self._simultaneous_from] * (len(self.moves) - self._simultaneous_from)
            self._simultaneous_from = len(self.moves)
        self.events += state.events

    def choose_words(self, seat: int, text: str) -> None:
        """Make a move given in words of the record."""
        self.choose(seat, self.game.action(text))

    def first_simultaneous(self, move: int) -> int:
        """Return the index of the first move that must be taken back together with this one.

        Simultaneous choices are revealed together, so nobody may choose again knowing the others' choices.
        """
        return self._first_simultaneous[move] if move < len(self._first_simultaneous) else move

    def rewound_to(self, moves: int) -> "Play":
        """Return the same game as it was after this many moves.

        Raise CannotTakeBack if chance has been resolved or a hidden card has been revealed since.
        """
        checkpoint = self._keep_checkpoint()
        if moves < checkpoint.moves:
            raise CannotTakeBack("a chance event has been resolved since, and cannot be taken back")
        earlier = Play(self.game, self.setup, self.chance)
        earlier.state = checkpoint.state.clone()
        earlier.moves = self.moves[: checkpoint.moves]
        earlier.events = self.events[: checkpoint.events]
        earlier._entries = [ScriptEntry(entry.chance, list(entry.outcomes)) for entry in self._entries]
        earlier._simultaneous_from = checkpoint.moves
        earlier._first_simultaneous = self._first_simultaneous[: checkpoint.moves]
        earlier._checkpoint = checkpoint
        for seat, action in self.moves[checkpoint.moves : moves]:
            earlier.commit(seat, action)
        if any(event.name in self.game.revealing_events for event in self.events[len(earlier.events) :]):
            raise CannotTakeBack("a hidden card has been revealed since")
        return earlier

    def _keep_checkpoint(self) -> _Checkpoint:
        """Return the latest checkpoint; make one if chance has been resolved since."""
        if self._checkpoint is None:
            self._checkpoint = _Checkpoint(self.state.clone(), len(self.moves), len(self.events))
        return self._checkpoint

    def record(self, **further: object) -> Record:
        """Return the record so far; `further` fields (seed, names, …) are added unchanged."""
        chances = self.game.chances
        return Record(
            game=self.game.name,
            players=self.setup.players,
            options=dict(self.setup.options),
            chance=[
                ChanceEntry(
                    chances[entry.chance].name,
                    [chances[entry.chance].outcomes[outcome] for outcome in self._outcomes(entry)],
                )
                for entry in self._entries
            ],
            moves=[(seat, self.game.actions[action]) for seat, action in self.moves],
            result=self.result(),
            data=self.setup.overridden_tables() or None,
            further=further,
        )

    def result(self) -> Result | None:
        """Return the scores and winners if the game is over, otherwise None."""
        if not self.state.over():
            return None
        return Result(self.state.scores(), members(self.state.winners()))

    def _entry_index(self, chance: int) -> int:
        """Return the index for a new entry: last, but a `ready` chance event precedes those declared after it."""
        later = (index for index, entry in enumerate(self._entries) if entry.chance > chance)
        end = len(self._entries)
        return next(later, end) if self.game.chances[chance].ready else end

    def _latest(self, chance: int) -> ScriptEntry | None:
        """Return the latest entry of a chance event, if it has one."""
        return next((entry for entry in reversed(self._entries) if entry.chance == chance), None)

    def _outcomes(self, entry: ScriptEntry) -> list[int]:
        """Return the outcomes of an entry. If the game is over, include undrawn ones, so that decks are complete."""
        if self.state.over() and entry is self._latest(entry.chance):
            return entry.outcomes + self.state.undrawn(entry.chance)
        return entry.outcomes
