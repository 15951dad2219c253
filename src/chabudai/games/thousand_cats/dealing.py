"""The preparation of a game of Festival of Thousand Cats: the deal, re-deals, multiplier cards and tokens.

Clauses (TC-n) are in docs/rules/thousand_cats.md.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import (
    ADVANCED,
    ALL_CARDS,
    ALL_MULTIPLIERS,
    BASIC,
    BOOZE_DEALT,
    CARD_BITS,
    CROWS,
    DECK_DEALT,
    DUMMY_SEAT,
    EXPERIENCED,
    HAND_SIZE,
    HANDS,
    MULTIPLIER_CARDS,
    SEASON_BOOZE,
    YOROZU_0,
    cards_of,
)
from chabudai.games.thousand_cats.phases import (
    BOOZE_CARDS,
    DECK,
    DUMMY,
    LOWEST,
    MULTIPLIER,
    MULTIPLIERS,
    NAME_START,
    ONE_TOKEN,
    ORDER,
    PASS,
    PLAY,
    REDEAL,
    START,
    THREE_TOKENS,
)
from chabudai.games.thousand_cats.position import Position
from chabudai.kernel.bits import below, bit, count, has, lowest, member, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE

_ALL_SEASONS: Final[i64] = 0xF


class Dealing(Position):
    """A position with the rules of preparation, up to the first round of a game."""

    # ---- Chance ------------------------------------------------------------------------------------------------------

    def possible_outcomes(self) -> i64:
        due = self.due
        if due == DECK:
            return self.undealt
        if due == BOOZE_CARDS:
            return self.undealt & SEASON_BOOZE
        if due == DUMMY:
            return self.loose
        if due == MULTIPLIERS:
            return self.undealt_multipliers
        if due == START:
            return below(self.equipment.players)
        if due == LOWEST:
            return self.lowest_totals()
        in_queue: i64 = 0  # the seats that ORDER has drawn so far
        for place in range(self.queued):
            in_queue |= bit((self.queue >> (2 * place)) & 3)
        return below(self.equipment.players) & ~in_queue

    def drawn(self) -> i64:
        return self.dealt

    def turn_up(self, outcome: i64) -> None:
        due = self.due
        if due == BOOZE_CARDS:
            self.undealt &= ~bit(outcome)
            self.seats[self.dealt >> 1].hand |= bit(outcome)
            self.dealt += 1
            if self.dealt == BOOZE_DEALT:
                self.dealt = 0
                self.due = DECK
        elif due == DECK:
            self._deal(outcome)
            if self.dealt == DECK_DEALT:
                self._all_dealt()
        elif due == DUMMY:
            self.loose &= ~bit(outcome)
            self.deck |= shifted(outcome, CARD_BITS * self.dealt)
            self.dealt += 1
            if self.dealt == HAND_SIZE:
                self.dealt = 0
                self._ask_about_redeal()
        elif due == MULTIPLIERS:
            self._deal_multiplier(outcome)
        elif due == START:
            self.set_start_player(outcome)
        elif due == LOWEST:
            self._set_lowest(outcome, "lowest_drawn")
        else:
            self.queue |= shifted(outcome, 2 * self.queued)
            self.queued += 1
            self.dealt += 1
            if self.dealt == self.equipment.players:
                self._start_taking_tokens()

    def resolve(self, rng: Rng) -> None:
        while self.due >= 0:
            if self.due == BOOZE_CARDS:
                self._deal_booze(rng)
            elif self.due == DECK:
                self._deal_deck(rng)
            elif self.due == DUMMY:
                self._shuffle_dummy(rng)
            else:
                self.turn_up(rng.member(self.possible_outcomes()))

    def _deal_booze(self, rng: Rng) -> None:
        """Deal the remaining season cards with booze, as `turn_up` would one by one."""
        booze = self.undealt & SEASON_BOOZE
        for place in range(self.dealt, BOOZE_DEALT):
            card = bit(member(booze, rng.below(BOOZE_DEALT - place)))
            booze ^= card
            self.seats[place >> 1].hand |= card
        self.undealt &= ~SEASON_BOOZE
        self.dealt = 0
        self.due = DECK

    def _deal_deck(self, rng: Rng) -> None:
        """Deal the remaining number cards, as `turn_up` would one by one."""
        while self.dealt < 2:
            self._deal(rng.member(self.undealt))
        undealt = self.undealt
        left: i64 = DECK_DEALT - self.dealt
        for seat in range((self.dealt - 2) // 7, HANDS):
            player = self.seats[seat]
            hand = player.hand
            while left > 7 * (HANDS - 1 - seat):
                card = bit(member(undealt, rng.below(left)))
                undealt ^= card
                hand |= card
                left -= 1
            player.hand = hand
        self.undealt = undealt
        self._all_dealt()

    def _shuffle_dummy(self, rng: Rng) -> None:
        """Shuffle the dummy's remaining cards, as `turn_up` would one by one."""
        loose = self.loose
        for place in range(self.dealt, HAND_SIZE):
            card = member(loose, rng.below(HAND_SIZE - place))
            loose ^= bit(card)
            self.deck |= shifted(card, CARD_BITS * place)
        self.loose = 0
        self.dealt = 0
        self._ask_about_redeal()

    # ---- Number cards (TC-10, TC-11) ---------------------------------------------------------------------------------

    def _deal(self, card: i64) -> None:
        """Deal a card: the first two to the face-up pair, the others to the hands."""
        self.undealt &= ~bit(card)
        if self.dealt >= 2:
            self.seats[(self.dealt - 2) // 7].hand |= bit(card)
        elif self.dealt == 0:
            self.low = card
        elif self.equipment.rank[card] > self.equipment.rank[self.low]:
            self.show_pair(self.low, card)
        else:
            self.show_pair(card, self.low)
        self.dealt += 1

    def show_pair(self, low: i64, high: i64) -> None:
        """Lay a pair face up in the middle, and close its seasons (TC-20)."""
        self.low = low
        self.high = high
        self.closed = 0
        if low < YOROZU_0:
            self.closed = cards_of(self.equipment.season[low])
        if high < YOROZU_0:
            self.closed |= cards_of(self.equipment.season[high])

    def _all_dealt(self) -> None:
        self.dealt = 0
        if self.equipment.with_dummy:
            self.loose = self.seats[DUMMY_SEAT].hand
            self.due = DUMMY
        else:
            self._ask_about_redeal()

    def _ask_about_redeal(self) -> None:
        """Ask a player with three or more crows about a re-deal (TC-11); without one, finish the deal."""
        self.due = NONE
        for seat in range(self.equipment.players):
            hand = self.seats[seat].hand
            if self.listening:
                self.tell(Event("dealt", seat, [], members(hand), bit(seat)))
            if count(hand & CROWS) >= 3:
                self.keeper = seat
        if self.listening:
            self.tell(Event("turned_up", NONE, [self.low, self.high]))
        if self.keeper < 0:
            self._finish_deal()
            return
        self.first = REDEAL
        self.waiting = bit(self.keeper)
        if self.listening:
            self.tell(Event("asked", self.keeper, []))

    def answer_redeal(self, seat: i64, redeal: bool) -> None:
        """Keep the hand, or deal all number cards again (TC-11)."""
        self.waiting = 0
        if self.listening:
            self.tell(Event("redealt" if redeal else "kept_hand", seat, []))
        if redeal:
            self.start_deal()
        else:
            self._finish_deal()

    def start_deal(self) -> None:
        """Put all number cards away and start a new deal."""
        for seat in range(HANDS):
            self.seats[seat].clear_table()
        self.undealt = ALL_CARDS
        self.low = NONE
        self.high = NONE
        self.closed = 0
        self.round = 0
        self.keeper = NONE
        self.deck = 0
        self.counted = False
        self.due = BOOZE_CARDS

    def _finish_deal(self) -> None:
        """Continue with multiplier cards or tokens, or start the first round (TC-13)."""
        if self.equipment.rule_set == BASIC:
            self.begin_round()
        elif self.equipment.rule_set == ADVANCED:
            if self.part == 0:
                self.due = ORDER
            else:
                self._find_lowest()
        elif self.discarded == ALL_MULTIPLIERS:
            self.discarded = 0
            self.undealt_multipliers = ALL_MULTIPLIERS
            self.due = MULTIPLIERS
        else:
            self._find_start()

    # ---- Who chooses first (TC-52, TC-60, TC-63) ---------------------------------------------------------------------

    def _find_lowest(self) -> None:
        """Find the player with the lowest total, by chance if several tie."""
        seats = self.lowest_totals()
        if count(seats) > 1:
            self.due = LOWEST
        else:
            self._set_lowest(lowest(seats), "lowest")

    def _set_lowest(self, seat: i64, event: str) -> None:
        """Let the player with the lowest total name the start player, or take the first token."""
        self.due = NONE
        if self.listening:
            self.tell(Event(event, seat, []))
        if self.equipment.rule_set == EXPERIENCED:
            self.first = NAME_START
            self.waiting = bit(seat)
        else:
            self.first = ONE_TOKEN
            self._queue_all(seat)

    def _find_start(self) -> None:
        """Find who chooses a multiplier card first: by chance, or named by the player with the lowest total (TC-52)."""
        if self.part == 0:
            self.due = START
        else:
            self._find_lowest()

    def set_start_player(self, seat: i64) -> None:
        """Let all players choose a multiplier card, starting with this seat (TC-51)."""
        self.due = NONE
        if self.listening:
            self.tell(Event("starts", seat, []))
        self.first = MULTIPLIER
        self._queue_all(seat)

    def _start_taking_tokens(self) -> None:
        self.due = NONE
        self.dealt = 0
        self.first = THREE_TOKENS
        if self.listening:
            self.tell(Event("first_to_take", self.queue & 3, []))
        self.waiting = bit(self.queue & 3)

    def _queue_all(self, first: i64) -> None:
        """Queue all players, clockwise from this one."""
        players = self.equipment.players
        self.queue = 0
        for place in range(players):
            self.queue |= shifted((first + place) % players, 2 * place)
        self.queued = players
        self.waiting = bit(first)

    def next_in_queue(self) -> None:
        """Let the next seat choose. After the last one, start the first round or, if this game is scored, the next."""
        self.queue >>= 2
        self.queued -= 1
        if self.queued:
            self.waiting = bit(self.queue & 3)
        elif self.counted:
            self.next_game()
        else:
            self.begin_round()

    # ---- Multiplier cards (TC-51) ------------------------------------------------------------------------------------

    def _deal_multiplier(self, card: i64) -> None:
        self.undealt_multipliers &= ~bit(card)
        self.seats[self.dealt // self.equipment.multipliers_per_hand].multipliers |= bit(card)
        self.dealt += 1
        if self.dealt == MULTIPLIER_CARDS:
            self.dealt = 0
            self.due = NONE
            if self.listening:
                for seat in range(self.equipment.players):
                    cards = members(self.seats[seat].multipliers)
                    self.tell(Event("multipliers_dealt", seat, [], cards, bit(seat)))
            self._find_start()

    def choose_multiplier(self, seat: i64, card: i64) -> None:
        """Use a multiplier card for this game."""
        player = self.seats[seat]
        player.multipliers &= ~bit(card)
        player.multiplier = card
        if self.listening:
            self.tell(Event("multiplier", seat, [card]))
        self.next_in_queue()

    # ---- Tokens (TC-60, TC-62, TC-63) --------------------------------------------------------------------------------

    def give_token(self, seat: i64, season: i64) -> None:
        """Give a player a token of a season."""
        self.seats[seat].add_token(season)
        if self.listening:
            self.tell(Event("took_token", seat, [season]))

    def take_all_tokens_but(self, seat: i64, left_out: i64) -> None:
        """Take a token of every season but this one (TC-60)."""
        seasons = members(_ALL_SEASONS & ~bit(left_out))
        for season in seasons:
            self.seats[seat].add_token(season)
        if self.listening:
            self.tell(Event("took_tokens", seat, seasons))
        self.next_in_queue()

    def take_token(self, seat: i64, choice: i64) -> None:
        """Take one token, or pass if none may be taken."""
        if choice < PASS - ONE_TOKEN:
            self.give_token(seat, choice)
        elif self.listening:
            self.tell(Event("passed", seat, []))
        self.next_in_queue()

    # ---- The next round, the next game -------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Turn up the dummy's card (TC-70), then let all players choose a card."""
        self.first = PLAY
        self.waiting = below(self.equipment.players)
        if self.equipment.with_dummy:
            dummy = self.seats[DUMMY_SEAT]
            card = self.deck & 63
            self.deck >>= CARD_BITS
            dummy.hand &= ~bit(card)
            dummy.played = card
            if has(SEASON_BOOZE, card):
                dummy.shown_booze += 1
            if self.listening:
                self.tell(Event("dummy_played", NONE, [card]))

    def next_game(self) -> None:
        """Discard the multiplier cards of the last game, and start the deal of the next one."""
        for seat in range(self.equipment.players):
            player = self.seats[seat]
            if player.multiplier >= 0:
                self.discarded |= bit(player.multiplier)
                player.multiplier = NONE
        self.start_deal()
