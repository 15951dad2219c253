"""The contract of a game. The comments on `State` are its specification; `chabudai.testing.check_game` tests it."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, count, has, members
from chabudai.kernel.errors import BadChance, BadState, HiddenInformation, IllegalMove
from chabudai.kernel.event import Event
from chabudai.kernel.piece import Piece, attributes, fit
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.worlds import Worlds

NONE: Final[i64] = -1
"""No chance event, no card, no seat."""

SPECTATOR: Final[i64] = -1
"""The viewer of what everybody may see."""

WHOLE: Final[i64] = -2
"""The viewer of a position that nothing has been taken out of."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Piece):
    """A position: mutable, small, copied and never shared. Seats and actions are integers; words are made at the edge.

    A position is in exactly one of three conditions:

    - `due >= 0`: chance is due. A driver says what comes (`settle`, or `resolve` for all of it at once). The state
      holds no generator, and nothing else ever draws. A deck has no order until a card is turned up: it is what is left
      of it, plus what somebody has looked at.
    - `waiting` is not empty: these seats must choose, each one action (`apply`); one seat when turns are taken, several
      when they choose at once. Seats that choose at once may do so in any order, with the same result.
    - neither: the game is over.

    Four fields are the game's to keep up to date: `waiting`; `due`; `first`, the number of the first action of the
    phase, which is the same for all seats that wait; and `part`, which counts the finished parts of a match (rounds,
    games). This class keeps `viewer` and `recall`, which tell whose view of the position this is.

    A game overrides the methods of the first two sections, and those of the third whose defaults do not suit it. What
    is called at every step of a search must be quick: see "Speed" in docs/architecture.md.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.waiting: i64 = 0
        self.due: i64 = NONE
        self.first: i64 = 0
        self.part: i64 = 0
        self.viewer: i64 = WHOLE
        self.recall: bool = True
        self.listening: bool = False
        self.events: list[Event] = []  # shared by copies: neither events nor a list of them are changed, only replaced

    # Written by tools/pieces.py from what __init__ declares:
    def copy_base(self, other: "State") -> None:
        """Copy the attributes of this class."""
        self.setup = other.setup
        self.waiting = other.waiting
        self.due = other.due
        self.first = other.first
        self.part = other.part
        self.viewer = other.viewer
        self.recall = other.recall
        self.listening = other.listening
        self.events = other.events

    # ---- What every game writes: play ------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        """The legal actions of a seat that is waited for, as a bit set counted from `first`: never empty, at most 62.

        It depends only on what that seat knows, so that it is the same on the seat's own view.
        """
        raise NotImplementedError(f"{type(self).__name__}.choices: return the legal actions of a seat as a bit set")

    def commit(self, seat: i64, action: i64) -> None:
        """Make a choice that is known to be legal. When it is the last one waited for, resolve it and move on."""
        raise NotImplementedError(f"{type(self).__name__}.commit: carry out a legal action")

    def odds(self) -> i64:
        """The outcomes that the due chance event can have next, as a bit set. Equal cards are one outcome."""
        raise NotImplementedError(
            f"{type(self).__name__}.odds: return the possible outcomes of what is due as a bit set"
        )

    def turn_up(self, outcome: i64) -> None:
        """Let this outcome, known to be possible, come."""
        raise NotImplementedError(f"{type(self).__name__}.turn_up: carry out an outcome of what is due")

    def score(self, seat: i64) -> i64:
        """The seat's points: at the end the final ones, before that what it would have if the game ended now."""
        raise NotImplementedError(f"{type(self).__name__}.score: return the points of a seat")

    # ---- What every game writes: hiding ------------------------------------------------------------------------------

    def blank(self) -> None:
        """Blank out everything that `viewer` cannot know; with `recall` false also what it saw but may not look at now.

        Called by `seen_by` on a fresh copy. What is left must be the same for all positions that the viewer cannot tell
        apart: so blank a hand to nothing, never to another arrangement of itself.
        """
        raise NotImplementedError(f"{type(self).__name__}.blank: blank out what self.viewer cannot know")

    def worlds(self) -> Worlds:
        """On a view: who may hold which hidden cards, given all that the view tells. Built once for many draws."""
        raise NotImplementedError(f"{type(self).__name__}.worlds: tell which hidden cards may be where")

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        """On a copy of the view that `worlds` came from: fill the blanks with a world drawn from it.

        Deals are uniform over what chance could have dealt; then each hidden choice is uniform among those that the
        hand it was made from allowed.
        """
        raise NotImplementedError(f"{type(self).__name__}.fill: fill the blanks with a world drawn from `worlds`")

    # ---- What a game may write ---------------------------------------------------------------------------------------

    def weight(self, outcome: i64) -> i64:
        """How many equal cards stand behind a possible outcome of what is due."""
        return 1

    def drawn(self) -> i64:
        """How many outcomes of the due event have come before in this entry of the record; 0 begins a new entry.

        A deck of which some cards are turned up now and some later is one entry; shuffled anew it is another.
        """
        return 0

    def undrawn(self, event: i64) -> list[int]:
        """The outcomes of the latest entry of this event that never came, in an order that the rules allow.

        Asked at the end of the game and when another entry of the same event begins, to write a complete deck into a
        record.
        """
        return []

    def resolve(self, rng: Rng) -> None:
        """Let chance decide until nothing is due: for search and playouts, since for events it begins no step.

        An override may be quicker; it must draw the same from the same rng.
        """
        while self.due >= 0:
            self.turn_up(self.draw(rng))

    def glimpse(self, observer: i64, seat: i64, choice: i64) -> i64:
        """What the observer sees of a choice that this seat makes now, once all who wait have made theirs: a number.

        Choices that look the same to it have the same one: in the tree of a search the observer cannot answer to more
        than it sees. Here all of it is seen; a game with secret choices overrides this.
        """
        return choice

    def chance_open(self, observer: i64) -> bool:
        """Whether the observer sees the next outcome of what is due: then a search tells outcomes apart.

        Where hands are dealt, or a whole table of cards, it gains nothing by that; so here it is false.
        """
        return False

    def reopen(self) -> None:
        """On a view: let all choose again whose choice, made at once with the viewer's, is not revealed yet.

        Whoever thinks about its own choice need not guess then what the quicker ones chose: the view is the same as if
        nobody had chosen. A game in which several seats choose at once overrides this.
        """

    def parts_ahead(self) -> i64:
        """How many parts, the current one included, a search plays out before it trusts `outlooks`."""
        return 1

    def sides(self, seat: i64) -> i64:
        """The seats that win together with this one, itself included."""
        return bit(seat)

    def winners(self) -> i64:
        """The seats that win, or would win if the game ended now. Here: the sides with most points together."""
        points = self.side_scores()
        best = max(points)
        seats: i64 = 0
        for seat in range(self.setup.players):
            if points[seat] == best:
                seats |= bit(seat)
        return seats

    def outlooks(self) -> list[float]:
        """What the standing is worth to each seat at the end of a part, from 0 to 1; all sides together come to 1.

        Here: shares that grow with the lead of a side, a lead of `self.lead()` points being worth about e to 1.
        """
        points = self.side_scores()
        best = max(points)
        scale = self.lead()
        worths: list[float] = []
        total = 0.0
        for seat in range(self.setup.players):
            worth = exp(float(points[seat] - best) / scale)
            worths.append(worth)
            # A side of several seats is counted once for each of them, so each time for its part only.
            total += worth / float(count(self.sides(seat)))
        for seat in range(self.setup.players):
            worths[seat] /= total
        return worths

    def lead(self) -> float:
        """How many points are a clear lead, for `outlooks`."""
        return 10.0

    # ---- What callers use ------------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the game is over."""
        return self.waiting == 0 and self.due < 0

    def legal(self, seat: i64) -> list[int]:
        """The seat's legal actions, none if it is not waited for."""
        if not 0 <= seat < self.setup.players or not has(self.waiting, seat):
            return []
        return members(self.choices(seat), self.first)

    def is_legal(self, seat: i64, action: i64) -> bool:
        """Whether the seat may choose this action now."""
        if seat < 0 or seat >= self.setup.players or not has(self.waiting, seat):
            return False
        choice = action - self.first
        return 0 <= choice < 62 and has(self.choices(seat), choice)

    def apply(self, seat: i64, action: i64) -> None:
        """Make a choice; one that is not legal is refused and changes nothing."""
        if not self.is_legal(seat, action):
            raise IllegalMove(f"seat {seat} cannot choose action {action} now")
        self.step()
        self.commit(seat, action)

    def settle(self, outcome: i64) -> None:
        """Let this outcome of what is due come; one that cannot come is refused and changes nothing."""
        if self.due < 0:
            raise BadChance("no chance is due")
        if not 0 <= outcome < 62 or not has(self.odds(), outcome):
            raise BadChance(f"outcome {outcome} cannot come now")
        self.step()
        self.turn_up(outcome)

    def draw(self, rng: Rng) -> i64:
        """Draw the next outcome of what is due, without letting it come."""
        possible = members(self.odds())
        total: i64 = 0
        for outcome in possible:
            total += self.weight(outcome)
        left = rng.below(total)
        for outcome in possible:
            left -= self.weight(outcome)
            if left < 0:
                return outcome
        raise BadChance("what is due has no possible outcome")

    def scores(self) -> list[int]:
        """The points of every seat. A game that counts up all seats together does so here once."""
        points: list[int] = []
        for seat in range(self.setup.players):
            points.append(self.score(seat))
        return points

    def side_scores(self) -> list[int]:
        """For every seat the points of its side together."""
        points = self.scores()
        together: list[int] = []
        for seat in range(self.setup.players):
            total: i64 = 0
            side = self.sides(seat)
            for other in range(self.setup.players):
                if has(side, other):
                    total += points[other]
            together.append(total)
        return together

    def outlook(self, seat: i64) -> float:
        """What the standing at the end of a part is worth to a seat: its part of `outlooks`."""
        return self.outlooks()[seat]

    def utility(self, seat: i64) -> float:
        """What the end of the game is worth to a seat, from 0 to 1: the winners' side has 1, tied sides share it."""
        winners = self.winners()
        if not has(winners, seat):
            return 0.0
        sides = 0.0
        for other in range(self.setup.players):
            if has(winners, other):
                sides += 1.0 / float(count(self.sides(other)))
        return 1.0 / sides

    # ---- Views -----------------------------------------------------------------------------------------------------

    def clone(self) -> "State":
        """An independent copy."""
        other = self.setup.start()
        other.copy_from(self)
        return other

    def seen_by(self, seat: i64, recall: bool) -> "State":
        """The only gate for hidden information: the position without all that the seat (or SPECTATOR) cannot know.

        With `recall` it keeps what a perfect memory knows; without, only what lies in sight now. A view can be blanked
        further for the same viewer, but not turned into another's.
        """
        view = self.setup.start()
        self.seen_into(view, seat, recall)
        return view

    def seen_into(self, view: "State", seat: i64, recall: bool) -> None:
        """What `seen_by` gives, written into a state of the same setup: for many views in a row."""
        if not SPECTATOR <= seat < self.setup.players:
            raise HiddenInformation(f"there is no seat {seat}")
        if self.viewer != WHOLE and (seat != self.viewer or (recall and not self.recall)):
            raise HiddenInformation("a view shows less than this: ask the whole position")
        view.copy_from(self)
        view.viewer = seat
        view.recall = recall
        view.blank()
        if view.events:
            events: list[Event] = []
            for event in view.events:
                events.append(event.seen_by(seat))
            view.events = events

    def imagine(self, rng: Rng) -> "State":
        """On a view: a whole position that it could be a view of, drawn as `fill` says."""
        if self.viewer == WHOLE:
            raise HiddenInformation("nothing is hidden in a whole position: imagine from seen_by")
        world = self.clone()
        world.imagine_into(self, self.worlds(), rng)
        return world

    def imagine_into(self, view: "State", worlds: Worlds, rng: Rng) -> None:
        """Become a position imagined from this view, whose `worlds` were built before: for many draws in a row."""
        self.copy_from(view)
        self.fill(worlds, rng)
        self.viewer = WHOLE
        self.recall = True

    # ---- Events ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Begin a step: `events` tells what the last one did, if anybody listens."""
        if self.listening:
            self.events = []

    def tell(self, event: Event) -> None:
        """Add to what this step did. Callers look at `listening` first, so that nothing is made in vain."""
        self.events = [*self.events, event]

    # ---- Copying, comparing, JSON ------------------------------------------------------------------------------------

    def copy_from(self, other: "State") -> None:
        """Become an independent copy of another state of the same setup."""
        self.copy_base(other)
        Piece.copy_from(self, other)

    def _found_attributes(self) -> list[str]:
        """The game's own attributes: those of this class are not among them."""
        base = attributes(State(self.setup))
        return [name for name in attributes(self.setup.start()) if name not in base]

    def same_position(self, other: "State") -> bool:
        """Whether both are the same view of the same position, whatever the last step was."""
        return self.position() == other.position()

    def position(self) -> dict[str, object]:
        """The position as plain values, without what the last step did."""
        values = self._base()
        values.update(Piece.as_json(self))
        return values

    def _base(self) -> dict[str, object]:
        """What every game's position has."""
        return {
            "waiting": self.waiting,
            "due": self.due,
            "first": self.first,
            "part": self.part,
            "viewer": self.viewer,
            "recall": self.recall,
        }

    def as_json(self) -> dict[str, object]:
        """The position and what the last step did as plain values, for `Game.state_from_json`."""
        values = self.position()
        values["listening"] = self.listening
        values["events"] = [event.as_json() for event in self.events]
        return values

    def load_json(self, values: object) -> None:
        """Take over the values that `as_json` gave; whatever does not fit is refused, and nothing is changed then."""
        own = self.fields()
        base = (*self._base(), "listening")
        if not isinstance(values, dict) or set(values) != {*own, *base, "events"}:
            raise BadState(f"a position needs the fields {', '.join([*base, 'events', *own])}")
        events = _events(values["events"])
        mine = self._fitting({name: values[name] for name in own}, "position")
        for name in base:
            mine[name] = fit(getattr(self, name), values[name], f"position.{name}")
        players = self.setup.players
        if not 0 <= values["waiting"] < bit(players) or not WHOLE <= values["viewer"] < players:
            raise BadState("position: waiting or viewer names a seat that is not there")
        for name, value in mine.items():
            setattr(self, name, value)
        self.events = events

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return False
        return self.setup == other.setup and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash(repr(self.as_json()))

    def __reduce__(self) -> tuple[object, ...]:
        return revived, (self.setup, self.as_json())


def revived(setup: Setup, values: object) -> State:
    """A state from its setup and what `as_json` gave."""
    state = setup.start()
    state.load_json(values)
    return state


def _events(values: object) -> list[Event]:
    if not isinstance(values, list):
        raise BadState("position.events: needs a list")
    events: list[Event] = []
    for i, value in enumerate(values):
        match value:
            case [str(name), int(seat), list(shown), list(secret), int(audience)]:
                # Not `seat` and `audience`: compiled, a truth value has become a number by then.
                fit([0], [value[1], value[4], *shown, *secret], f"position.events[{i}]")
                events.append(Event(name, seat, list(shown), list(secret), audience))
            case _:
                raise BadState(f"position.events[{i}]: needs a name, a seat, two lists of numbers and an audience")
    return events
