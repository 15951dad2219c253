"""The rules of play of Only One Collection. Clauses (OO-n) are in docs/rules/only_one.md."""

from typing import final

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
from chabudai.games.only_one.phases import (
    ADD,
    COLLECT,
    DECK,
    EXPLORE,
    FAMILIARS,
    FOR_EXPLORING,
    FOR_HEAD,
    FOR_LOOKING,
    KEEP,
    LOOK_COUNT,
    ORDER,
    ORDERS,
    PICK,
    START,
    TURN,
    WITH_FORESIGHT,
)
from chabudai.games.only_one.scoring import Scoring
from chabudai.kernel.bits import below, bit, has, lowest, mask_of, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE


@final
class OnlyOneSetup(Equipment):
    """The setup of Only One Collection."""

    def start(self) -> "OnlyOne":
        return OnlyOne(self)


@final
class OnlyOne(Scoring):
    """A state of Only One Collection: a position with the rules of play."""

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
                self._start(rng.below(self.equipment.players))
            elif self.due == FAMILIARS:
                self._lay_familiar(rng.member(self.familiars_left()))
            elif self.turned == self.equipment.before_the_one:
                self._turn_up_card(ONE)
            else:
                left = self.equipment.card_count - self.turned
                if self.turned < self.equipment.before_the_one:
                    left -= 1
                self._turn_up_card(self.deck.at(rng.below(left)))

    def _start(self, seat: i64) -> None:
        self.token = seat
        if self.listening:
            self.tell(Event("starts", seat, []))
        if self.equipment.familiars:
            self.due = FAMILIARS
        else:
            self._deal_heads()

    def _lay_familiar(self, power: i64) -> None:
        """Make a familiar the head of the next column of the first round (OO-50)."""
        column = self.drawn()
        self.columns[column].set_familiar(power)
        self.lying |= bit(column)
        if self.listening:
            self.tell(Event("familiar", NONE, [column, power]))
        if column + 1 == self.equipment.columns:
            self._begin_round()

    def _turn_up_card(self, card: i64) -> None:
        self.turned += 1
        if card != ONE:
            self.deck.take(card)
        if self.wanted == FOR_LOOKING:
            self._look_at(card)
        elif self.wanted == FOR_EXPLORING:
            self._explore(card)
        else:
            self._lay_head(card)
            self._deal_heads()

    def _take_top(self) -> i64:
        """Take the top card, which `foresight` put back."""
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
        """Deal a card to each empty column, the one nearest the deck first, then begin the round (OO-20, OO-40)."""
        self.wanted = FOR_HEAD
        while self._empty_columns():
            if not self.top:
                self.due = DECK
                return
            self._lay_head(self._take_top())
        self._begin_round()

    def _empty_columns(self) -> i64:
        """Return the bit mask of columns without a card."""
        return below(self.equipment.columns) & ~self.lying

    def _lay_head(self, card: i64) -> None:
        column = lowest(self._empty_columns())
        self.columns[column].add(card)
        self.lying |= bit(column)
        if self.listening:
            self.tell(Event("head", NONE, [column, card]))
        self._check_one(card)

    def _check_one(self, card: i64) -> None:
        """If the card is the 1, note that it has appeared, which ends all exploring (OO-25)."""
        if card == ONE:
            self.revealed = True
            if self.listening:
                self.tell(Event("one_appeared", NONE, []))

    def _begin_round(self) -> None:
        self.due = NONE
        self.wanted = FOR_EXPLORING
        self.in_round = below(self.equipment.players)
        self._give_turn(self.token)

    def _give_turn(self, seat: i64) -> None:
        """Give the turn to this seat, or to the next one clockwise that is still in the round (OO-21)."""
        players = self.equipment.players
        while not has(self.in_round, seat):
            seat = seat + 1 if seat + 1 < players else 0
        self.turn = seat
        self.first = TURN
        self.waiting = bit(seat)

    def _leave(self, seat: i64) -> None:
        """Leave the round. The last seat to leave takes the start token (OO-24)."""
        self.in_round &= ~bit(seat)
        if self.in_round:
            self._give_turn(seat)
            return
        self.token = seat
        self.waiting = 0
        self.turn = NONE
        self.part += 1
        if self.listening:
            self.tell(Event("round_over", seat, [self.part]))
        if self.revealed:
            self.score_game()
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
                choices |= bit(EXPLORE)
                if self.has_power(seat, FORESIGHT) and not self.seats[seat].used:
                    choices |= bit(WITH_FORESIGHT)
            return choices
        if phase == PICK:
            return below(LOOK_COUNT)
        if phase == ORDER:
            return self._orders()
        return mask_of([*self.columns[self.broken].listed(), self.card])

    def glimpse(self, observer: i64, seat: i64, choice: i64) -> i64:
        """Hide only the order in which `foresight` puts cards back (OO-52)."""
        if self.first == ORDER and seat != observer:
            return 0
        return choice

    def chance_open(self, observer: i64) -> bool:
        return self.wanted != FOR_LOOKING or observer == self.turn

    def choosable(self) -> i64:
        """Return the bit mask of columns that the current player may add to (unless they are full) or collect."""
        columns = self.lying
        if self.equipment.players == 2 and self.in_round & (self.in_round - 1) == 0:  # OO-40, OO-41
            for column in range(self.equipment.columns):
                if has(self.columns[column].values, 1):
                    return bit(column)
            return columns & -columns
        return columns

    def _orders(self) -> i64:
        """Return the two orders of the cards that were not picked, as a bit mask of choices."""
        orders: i64 = 0
        for order in range(6):
            if ORDERS[order * 2] != self.picked and ORDERS[order * 2 + 1] != self.picked:
                orders |= bit(order)
        return orders

    def has_power(self, seat: i64, power: i64) -> bool:
        """Check whether a seat has this power; powers work from the second round on (OO-50)."""
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
                self._explore(self._take_top())
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
        """Turn up the card; the current player then chooses a column (OO-22)."""
        self._ask_about(card, ADD)
        if self.listening:
            self.tell(Event("explored", self.turn, [card]))
        self._check_one(card)

    def _ask_about(self, card: i64, phase: i64) -> None:
        """Let the current player choose in a phase, with this card turned up; NONE if there is no such card."""
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
        self._give_turn(seat + 1 if seat + 1 < self.equipment.players else 0)

    def _bust(self, seat: i64, column: i64) -> None:
        """Handle a bust in a column: the player keeps one card and leaves the round (OO-4, OO-22)."""
        if self.listening:
            self.tell(Event("bust", seat, [column, self.card]))
        self.broken = column
        if self.has_power(seat, DAREDEVIL):
            self._score_power_point(seat, DAREDEVIL)
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
        column.add_to(self.discard)
        self.discard.add(self.card)
        self.discard.take(card)
        self.seats[seat].cards.add(card)
        self.card = NONE
        self._remove_column(seat, self.broken)
        self.broken = NONE
        self._leave(seat)

    def _collect(self, seat: i64, column: i64) -> None:
        """Take a whole column and leave the round (OO-23)."""
        chosen = self.columns[column]
        if self.listening:
            self.tell(Event("collected", seat, [column]))
            if chosen.cards:
                self.tell(Event("gained", seat, chosen.listed()))
        if self.in_round == below(self.equipment.players) and self.has_power(seat, EARLY_BIRD):
            self._score_power_point(seat, EARLY_BIRD)
        chosen.add_to(self.seats[seat].cards)
        self._remove_column(seat, column)
        self._leave(seat)

    def _remove_column(self, seat: i64, column: i64) -> None:
        """Remove a column; the seat that collected it or went bust in it takes the familiar at its head (OO-50)."""
        familiar = self.columns[column].familiar
        if familiar >= 0:
            self.seats[seat].familiar = familiar
            if self.listening:
                self.tell(Event("took_familiar", seat, [familiar]))
        self.columns[column].clear()
        self.lying &= ~bit(column)
        self.full &= ~bit(column)

    def _score_power_point(self, seat: i64, power: i64) -> None:
        """Score the point of `early_bird` or `daredevil` during play (OO-52)."""
        self.seats[seat].points += 1
        if self.listening:
            self.tell(Event("power_point", seat, [power]))

    # ---- Foresight -------------------------------------------------------------------------------------------------

    def _use_foresight(self, seat: i64) -> None:
        """Declare `foresight`, before any card is seen (OO-52)."""
        self.seats[seat].used = True
        self.wanted = FOR_LOOKING
        self.waiting = 0
        self.due = DECK
        if self.listening:
            self.tell(Event("foresaw", seat, []))

    def _look_at(self, card: i64) -> None:
        """Add a card to those looked at. After the third, the player picks one."""
        self.top = [*self.top, card]
        if len(self.top) == LOOK_COUNT:
            self._ask_about(NONE, PICK)
            if self.listening:
                self.tell(Event("looked", self.turn, [], list(self.top), bit(self.turn)))

    def _pick(self, seat: i64, place: i64) -> None:
        """Turn up one of the three cards. If the other two differ, the player puts them in order."""
        card = self.top[place]
        self.top = [self.top[i] for i in range(LOOK_COUNT) if i != place]
        if self.listening:
            self.tell(Event("picked", seat, [place, card]))
        self._check_one(card)
        if self.top[0] == self.top[1]:
            self.twins = True
            self._put_back(seat, card)
        else:
            self.picked = place
            self._ask_about(card, ORDER)

    def _put_in_order(self, seat: i64, order: i64) -> None:
        if ORDERS[order * 2] > ORDERS[order * 2 + 1]:
            self.top = [self.top[1], self.top[0]]
        self.picked = NONE
        self._put_back(seat, self.card)

    def _put_back(self, seat: i64, card: i64) -> None:
        """Leave the other two cards on top of the deck, and let the player add the picked card to a column."""
        self.wanted = FOR_EXPLORING
        self._ask_about(card, ADD)
        if self.listening:
            self.tell(Event("put_back", seat, [], list(self.top), bit(seat)))
