"""The rules of Only One Collection: clauses (OO-n) are those of docs/rules/only_one.md.

A phase is known by its first action.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.only_one.equipment import (
    DAREDEVIL,
    EARLY_BIRD,
    FORESIGHT,
    FULL,
    ONE,
    SALVAGE,
    Equipment,
    values_of,
)
from chabudai.games.only_one.position import DECK, EXPLORE, FAMILIARS, HEAD, LOOK, START
from chabudai.games.only_one.reckoning import Reckoning
from chabudai.kernel.bits import below, bit, has, lowest, mask_of, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE

LOOKED_AT: Final[i64] = 3
"""The cards that `foresight` looks at."""

# The first action of each phase; a turn is to explore, with `foresight` or without, or to collect a column.
TURN: Final[i64] = 0
WITH_FORESIGHT: Final[i64] = 1
COLLECT: Final[i64] = 2
ADD: Final[i64] = 6
PICK: Final[i64] = 10
ORDER: Final[i64] = 13
KEEP: Final[i64] = 19

ORDERS: Final = bytes([0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1])
"""The two places that each action of ORDER names."""


@final
class OnlyOneSetup(Equipment):
    """The game made ready."""

    def start(self) -> "OnlyOne":
        return OnlyOne(self)


@final
class OnlyOne(Reckoning):
    """A position that knows how to go on."""

    def __init__(self, setup: OnlyOneSetup) -> None:
        super().__init__(setup)
        self.due = START

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def turn_up(self, outcome: i64) -> None:
        if self.due == DECK:
            self._turn_up_card(outcome)
        elif self.due == START:
            self._start(outcome)
        else:
            self._lay_familiar(outcome)

    def resolve(self, rng: Rng) -> None:
        while self.due >= 0:
            if self.due == START:
                self._start(rng.below(self.rules.players))
            elif self.due == FAMILIARS:
                self._lay_familiar(rng.member(self.familiars_left()))
            elif self.turned == self.rules.before_the_one:
                self._turn_up_card(ONE)
            else:
                left = self.rules.cards - self.turned
                if self.turned < self.rules.before_the_one:
                    left -= 1
                self._turn_up_card(self.deck.at(rng.below(left)))

    def _start(self, seat: i64) -> None:
        self.token = seat
        if self.listening:
            self.tell(Event("starts", seat, []))
        if self.rules.familiars:
            self.due = FAMILIARS
        else:
            self._deal_heads()

    def _lay_familiar(self, power: i64) -> None:
        """Familiars are the heads of the first round (OO-50)."""
        column = self.drawn()
        self.columns[column].head(power)
        self.lying |= bit(column)
        if self.listening:
            self.tell(Event("familiar", NONE, [column, power]))
        if column + 1 == self.rules.columns:
            self._begin_round()

    def _turn_up_card(self, card: i64) -> None:
        self.turned += 1
        if card != ONE:
            self.deck.take(card)
        if self.wanted == LOOK:
            self._look_at(card)
        elif self.wanted == EXPLORE:
            self._explore(card)
        else:
            self._lay_head(card)
            self._deal_heads()

    def _from_top(self) -> i64:
        """The next card, where it was looked at before."""
        card = self.top[0]
        self.top = self.top[1:]
        if self.top:
            self.came = card
        else:
            self.came = NONE
            self.twins = False
        return card

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def _deal_heads(self) -> None:
        """Deal a card to each empty column, nearest the deck first (OO-20, OO-40)."""
        self.wanted = HEAD
        while self._empty():
            if not self.top:
                self.due = DECK
                return
            self._lay_head(self._from_top())
        self._begin_round()

    def _empty(self) -> i64:
        """The columns without a card."""
        return below(self.rules.columns) & ~self.lying

    def _lay_head(self, card: i64) -> None:
        column = lowest(self._empty())
        self.columns[column].add(card)
        self.lying |= bit(column)
        if self.listening:
            self.tell(Event("head", NONE, [column, card]))
        self._look_for_the_one(card)

    def _look_for_the_one(self, card: i64) -> None:
        """Once the 1 has appeared nobody explores (OO-25)."""
        if card == ONE:
            self.revealed = True
            if self.listening:
                self.tell(Event("one_appeared", NONE, []))

    def _begin_round(self) -> None:
        self.due = NONE
        self.wanted = EXPLORE
        self.in_round = below(self.rules.players)
        self._take_turns(self.token)

    def _take_turns(self, seat: i64) -> None:
        """The turn goes to this seat, or the next one clockwise that is still in the round (OO-21)."""
        players = self.rules.players
        while not has(self.in_round, seat):
            seat = seat + 1 if seat + 1 < players else 0
        self.turn = seat
        self.first = TURN
        self.waiting = bit(seat)

    def _leave(self, seat: i64) -> None:
        """The seat is out of the round; who takes its last turn takes the start token (OO-24)."""
        self.in_round &= ~bit(seat)
        if self.in_round:
            self._take_turns(seat)
            return
        self.token = seat
        self.waiting = 0
        self.turn = NONE
        self.part += 1
        if self.listening:
            self.tell(Event("round_over", seat, [self.part]))
        if self.revealed:
            self.count_up()
        else:
            self._deal_heads()

    # ---- Choices ---------------------------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        phase = self.first
        if phase == ADD:
            return self.choosable() & ~self.full
        if phase == TURN:
            columns = self.choosable()
            choices = shifted(columns, COLLECT)
            if not self.revealed and columns & ~self.full:  # OO-22, OO-25
                choices |= 1
                if self.has_power(seat, FORESIGHT) and not self.seats[seat].used:
                    choices |= bit(WITH_FORESIGHT)
            return choices
        if phase == PICK:
            return below(LOOKED_AT)
        if phase == ORDER:
            return self._orders()
        return mask_of([*self.columns[self.broken].listed(), self.card])

    def glimpse(self, observer: i64, seat: i64, choice: i64) -> i64:
        """All is open but the order in which `foresight` puts cards back (OO-52)."""
        if self.first == ORDER and seat != observer:
            return 0
        return choice

    def chance_open(self, observer: i64) -> bool:
        return self.wanted != LOOK or observer == self.turn

    def choosable(self) -> i64:
        """The columns that the seat whose turn it is may add to or collect."""
        columns = self.lying
        if self.rules.players == 2 and self.in_round & (self.in_round - 1) == 0:  # OO-40, OO-41
            for column in range(self.rules.columns):
                if has(self.columns[column].values, 1):
                    return bit(column)
            return columns & -columns
        return columns

    def _orders(self) -> i64:
        """Both orders of the two cards that were not picked."""
        orders: i64 = 0
        for order in range(6):
            if ORDERS[order * 2] != self.picked and ORDERS[order * 2 + 1] != self.picked:
                orders |= bit(order)
        return orders

    def has_power(self, seat: i64, power: i64) -> bool:
        """Whether a seat has a familiar with this power, which works from the second round on (OO-50)."""
        return self.seats[seat].familiar == power and self.part > 0

    def commit(self, seat: i64, action: i64) -> None:
        phase = self.first
        if phase == ADD:
            self._add(seat, action - ADD)
        elif phase == TURN:
            if action >= COLLECT:
                self._collect(seat, action - COLLECT)
            elif action == WITH_FORESIGHT:
                self._use_foresight(seat)
            elif self.top:
                self._explore(self._from_top())
            else:
                self.waiting = 0
                self.due = DECK
        elif phase == PICK:
            self._pick(seat, action - PICK)
        elif phase == ORDER:
            self._put_in_order(seat, action - ORDER)
        else:
            self._keep(seat, action - KEEP)

    def _explore(self, card: i64) -> None:
        """The card is turned up before its column is chosen (OO-22)."""
        self._turn_to(card, ADD)
        if self.listening:
            self.tell(Event("explored", self.turn, [card]))
        self._look_for_the_one(card)

    def _turn_to(self, card: i64, phase: i64) -> None:
        self.card = card
        self.due = NONE
        self.first = phase
        self.waiting = bit(self.turn)

    def _add(self, seat: i64, column: i64) -> None:
        chosen = self.columns[column]
        card = self.card
        if chosen.values & values_of(card):
            self._bust(seat, column)
            return
        chosen.add(card)
        if chosen.size == FULL:
            self.full |= bit(column)
        self.card = NONE
        if self.listening:
            self.tell(Event("added", seat, [column, card]))
        self._take_turns(seat + 1 if seat + 1 < self.rules.players else 0)

    def _bust(self, seat: i64, column: i64) -> None:
        """Two cards clash (OO-4): the player keeps one card and is out of the round (OO-22)."""
        if self.listening:
            self.tell(Event("bust", seat, [column, self.card]))
        self.broken = column
        if self.has_power(seat, DAREDEVIL):
            self._win_point(seat, DAREDEVIL)
        if self.has_power(seat, SALVAGE):
            self.first = KEEP
        else:
            self._keep(seat, self.card)

    def _keep(self, seat: i64, card: i64) -> None:
        column = self.columns[self.broken]
        if self.listening:
            lost = [*column.listed(), self.card]
            lost.remove(card)
            self.tell(Event("kept", seat, [card]))
            self.tell(Event("discarded", NONE, lost))
        column.give(self.discard)
        self.discard.add(self.card)
        self.discard.take(card)
        self.seats[seat].cards.add(card)
        self.card = NONE
        self._take_familiar(seat, self.broken)
        self.broken = NONE
        self._leave(seat)

    def _collect(self, seat: i64, column: i64) -> None:
        """Take a whole column and leave the round (OO-23)."""
        chosen = self.columns[column]
        if self.listening:
            self.tell(Event("collected", seat, [column]))
            if chosen.cards:
                self.tell(Event("gained", seat, chosen.listed()))
        if self.in_round == below(self.rules.players) and self.has_power(seat, EARLY_BIRD):
            self._win_point(seat, EARLY_BIRD)
        chosen.give(self.seats[seat].cards)
        self._take_familiar(seat, column)
        self._leave(seat)

    def _take_familiar(self, seat: i64, column: i64) -> None:
        """The column is gone; a familiar at its head goes to whoever broke or collected it (OO-50)."""
        familiar = self.columns[column].familiar
        if familiar >= 0:
            self.seats[seat].familiar = familiar
            if self.listening:
                self.tell(Event("took_familiar", seat, [familiar]))
        self.columns[column].clear()
        self.lying &= ~bit(column)
        self.full &= ~bit(column)

    def _win_point(self, seat: i64, power: i64) -> None:
        """`early_bird` and `daredevil` score at once (OO-52)."""
        self.seats[seat].points += 1
        if self.listening:
            self.tell(Event("power_point", seat, [power]))

    # ---- Foresight -------------------------------------------------------------------------------------------------

    def _use_foresight(self, seat: i64) -> None:
        """Declared before anything is seen (OO-52)."""
        self.seats[seat].used = True
        self.wanted = LOOK
        self.waiting = 0
        self.due = DECK
        if self.listening:
            self.tell(Event("foresaw", seat, []))

    def _look_at(self, card: i64) -> None:
        self.top = [*self.top, card]
        if len(self.top) == LOOKED_AT:
            self._turn_to(NONE, PICK)
            if self.listening:
                self.tell(Event("looked", self.turn, [], list(self.top), bit(self.turn)))

    def _pick(self, seat: i64, place: i64) -> None:
        """One card is turned up; the others go back, in an order of the player's if they differ."""
        card = self.top[place]
        self.top = [self.top[i] for i in range(LOOKED_AT) if i != place]
        if self.listening:
            self.tell(Event("picked", seat, [place, card]))
        self._look_for_the_one(card)
        if self.top[0] == self.top[1]:
            self.twins = True
            self._put_back(seat, card)
        else:
            self.picked = place
            self._turn_to(card, ORDER)

    def _put_in_order(self, seat: i64, order: i64) -> None:
        if ORDERS[order * 2] > ORDERS[order * 2 + 1]:
            self.top = [self.top[1], self.top[0]]
        self.picked = NONE
        self._put_back(seat, self.card)

    def _put_back(self, seat: i64, card: i64) -> None:
        self.wanted = EXPLORE
        self._turn_to(card, ADD)
        if self.listening:
            self.tell(Event("put_back", seat, [], list(self.top), bit(seat)))
