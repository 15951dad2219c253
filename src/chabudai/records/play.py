"""A game in progress together with all that happened in it, from which its record is written at any time."""

from chabudai.kernel.bits import bit, members
from chabudai.kernel.chance import Entry, Scripted, Source
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.kernel.event import Event
from chabudai.kernel.setup import Setup
from chabudai.records.record import ChanceEntry, Record, Result
from chabudai.scene.game import Game
from chabudai.scene.words import words


class CannotTakeBack(ChabudaiError):
    """A move that can no longer be taken back."""


class Play:
    """One game being played: the true state, where its chance comes from, and its chance and moves so far.

    `state` and `events` are the truth, for whoever runs the game; what a seat or a spectator gets is made from
    `state.seen_by` and `Event.seen_by`.
    """

    def __init__(self, game: Game, setup: Setup, chance: Source) -> None:
        self.game = game
        self.setup = setup
        self.chance = chance
        self.state = setup.start()
        self.state.listening = True
        self.moves: list[tuple[int, int]] = []
        self.events: list[Event] = []
        self._entries: list[Entry] = []
        self._together = 0
        """Where in `moves` the choices made at once begin."""
        self._begins: list[int] = []
        """For each move whose like have all been made: where in `moves` those made at once with it begin."""

    def settle(self) -> None:
        """Let chance decide until nothing is due."""
        while self.state.due >= 0:
            self.settle_one()

    def settle_one(self) -> None:
        """Let one outcome of what is due come."""
        self.bring(self.chance.outcome(self.state))

    def bring(self, outcome: int) -> None:
        """Let this outcome of what is due come, wherever it is from; one that cannot come is refused."""
        state = self.state
        event, entry = state.due, self._latest(state.due)
        if entry is not None and state.drawn() > 0:
            state.settle(outcome)
        else:
            undrawn = state.undrawn(event) if entry is not None else []
            state.settle(outcome)
            if entry is not None:
                entry.outcomes += undrawn
            entry = Entry(event)
            self._entries.insert(self._place(event), entry)
        entry.outcomes.append(outcome)
        self.events += state.events

    def choose(self, seat: int, action: int) -> None:
        """Make a choice for a seat; one that is not legal is refused with the reason."""
        self.check(seat, action)
        self.commit(seat, action)

    def check(self, seat: int, action: int) -> None:
        """Raise the reason why a seat cannot make this choice now, if there is one."""
        reason = self.game.why_not(self.state, seat, action)
        if reason is not None:
            shown = self.game.actions[action] if 0 <= action < len(self.game.actions) else f"choose action {action}"
            raise IllegalMove(f"seat {seat} cannot {shown}: {words(self.game).cite('reason', reason)}")

    def commit(self, seat: int, action: int) -> None:
        """Make a choice that is known to be legal."""
        state = self.state
        before = state.waiting
        state.step()
        state.commit(seat, action)
        # Choices made at once are written in the order of seats, whoever was first.
        self.moves.append((seat, action))
        self.moves[self._together :] = sorted(self.moves[self._together :], key=lambda move: move[0])
        if state.waiting != before & ~bit(seat) or state.waiting == 0:
            self._begins += [self._together] * (len(self.moves) - self._together)
            self._together = len(self.moves)
        self.events += state.events

    def choose_words(self, seat: int, text: str) -> None:
        """Make a choice that is given in words of the record."""
        self.choose(seat, self.game.action(text))

    def first_with(self, move: int) -> int:
        """The first of the moves that go with this one when it is taken back.

        Those that were made at once with it are shown once all are made: nobody is to choose again who knows the rest.
        """
        return self._begins[move] if move < len(self._begins) else move

    def before(self, moves: int) -> "Play":
        """The same game when only so many moves had been made.

        Never taken back are chance, and cards that lay hidden, if they came to light since.
        """
        script = Scripted(self.game.chances, self._entries)
        earlier = Play(self.game, self.setup, script)
        earlier._settle_by(script)
        for seat, action in self.moves[:moves]:
            earlier.commit(seat, action)
            earlier._settle_by(script)
        if earlier._outcomes_so_far() < self._outcomes_so_far():
            raise CannotTakeBack("chance has come since, and what it showed cannot be taken back")
        if any(event.name in self.game.revealing_events for event in self.events[len(earlier.events) :]):
            raise CannotTakeBack("a card has been turned up since")
        earlier.chance = self.chance
        return earlier

    def record(self, **further: object) -> Record:
        """The record so far; `further` fields (seed, names, …) are added as they are."""
        chances = self.game.chances
        return Record(
            game=self.game.name,
            players=self.setup.players,
            options=dict(self.setup.options),
            chance=[
                ChanceEntry(
                    chances[entry.event].name,
                    [chances[entry.event].outcomes[outcome] for outcome in self._outcomes(entry)],
                )
                for entry in self._entries
            ],
            moves=[(seat, self.game.actions[action]) for seat, action in self.moves],
            result=self.result(),
            data=self.setup.overriding() or None,
            further=further,
        )

    def result(self) -> Result | None:
        """Scores and winners once the game is over."""
        if not self.state.over():
            return None
        return Result(self.state.scores(), members(self.state.winners()))

    def _settle_by(self, script: Scripted) -> None:
        while self.state.due >= 0 and script.has_next(self.state):
            self.settle_one()

    def _outcomes_so_far(self) -> int:
        return sum(len(entry.outcomes) for entry in self._entries)

    def _place(self, event: int) -> int:
        """Where a new entry is written: last, but what lay ready goes before the events that are declared after it."""
        later = (place for place, entry in enumerate(self._entries) if entry.event > event)
        end = len(self._entries)
        return next(later, end) if self.game.chances[event].ready else end

    def _latest(self, event: int) -> Entry | None:
        return next((entry for entry in reversed(self._entries) if entry.event == event), None)

    def _outcomes(self, entry: Entry) -> list[int]:
        """The outcomes of an entry; of a finished game also those that never came: its decks are complete."""
        if self.state.over() and entry is self._latest(entry.event):
            return entry.outcomes + self.state.undrawn(entry.event)
        return entry.outcomes
