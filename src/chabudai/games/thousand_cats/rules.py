"""The play of Festival of Thousand Cats. Clauses (TC-n) are those of docs/rules/thousand_cats.md.

A phase is identified by its first action.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import (
    BOOZE,
    CARD_BITS,
    CROWS,
    HAND,
    SEASON_BOOZE,
    SEASON_CARDS,
    SEATS,
    YOROZU,
    YOROZU_0,
    YOROZU_13,
    Equipment,
)
from chabudai.games.thousand_cats.phases import BOOZE_CARDS, MULTIPLIER, NAME_START, PASS, PLAY, REDEAL, SWAP, TOKEN
from chabudai.games.thousand_cats.scoring import TOO_MUCH_BOOZE, Scoring
from chabudai.kernel.bits import below, bit, count, has, lowest, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

_NEAR_YOROZU_0: Final[i64] = 6
"""Crows up to this value are nearer to Yorozu 0 than to Yorozu 13."""


@final
class CatsSetup(Equipment):
    """A game with its player count, options and card data."""

    def start(self) -> "Cats":
        return Cats(self)


@final
class Cats(Scoring):
    """The state of a match: a position with its legal choices and their effects."""

    def __init__(self, setup: CatsSetup) -> None:
        super().__init__(setup)
        self.due = BOOZE_CARDS

    # ---- Choices -----------------------------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        phase = self.first
        if phase == PLAY:
            hand = self.seats[seat].hand
            free = hand & ~self.closed
            return free if free & SEASON_CARDS else hand  # TC-21
        if phase in (SWAP, REDEAL):
            return below(2)
        if phase == MULTIPLIER:
            return self.seats[seat].multipliers
        if phase == TOKEN:
            seasons = self.tokens_to_take(seat)
            return seasons if seasons else bit(PASS - TOKEN)
        if phase == NAME_START:
            return below(self.equipment.players)
        return below(4)

    def commit(self, seat: i64, action: i64) -> None:
        phase = self.first
        choice = action - phase
        if phase == PLAY:
            self.seats[seat].played = choice
            self.waiting &= ~bit(seat)
            if self.waiting == 0:
                self._reveal()
            return
        self.waiting = 0
        if phase == SWAP:
            self._swap(YOROZU_0 + choice, self._revealed_cards() & CROWS)
            self._take()
        elif phase == REDEAL:
            self.answer_redeal(seat, choice == 1)
        elif phase == MULTIPLIER:
            self.choose_multiplier(seat, choice)
        elif phase == TOKEN:
            self.take_token(seat, choice)
        elif phase == NAME_START:
            self.set_start_player(choice)
        else:
            self.take_tokens(seat, choice)

    # ---- A round -----------------------------------------------------------------------------------------------------

    def _reveal(self) -> None:
        for seat in range(self.equipment.players):
            player = self.seats[seat]
            card = player.played
            player.hand &= ~bit(card)
            if self.listening:
                self.tell(Event("played", seat, [card]))
            if has(SEASON_BOOZE, card):
                player.shown_booze += 1
            elif has(CROWS, card):
                player.shown_crows += 1
            if has(self.closed, card) and self.round < HAND - 1:  # TC-22
                self._show_void(seat)
        revealed = self._revealed_cards()
        if revealed & YOROZU and revealed & CROWS:
            self._resolve_crows(revealed & YOROZU, revealed & CROWS)
        else:
            self._take()

    def _show_void(self, seat: i64) -> None:
        """Mark the seat, which has shown that it holds no card of an open season."""
        player = self.seats[seat]
        new = self.open_seasons() & ~player.void
        player.void |= new
        if self.listening and new:
            self.tell(Event("no_more", seat, members(new)))

    def open_seasons(self) -> i64:
        """Return the seasons that do not lie face up in the middle (TC-20)."""
        closed: i64 = bit(self.equipment.season[self.low]) | bit(self.equipment.season[self.high])
        return below(4) & ~closed

    def _revealed_cards(self) -> i64:
        cards: i64 = 0
        for seat in range(SEATS):
            cards |= bit(self.seats[seat].played)
        return cards

    def owner(self, card: i64) -> i64:
        """Return the seat that has this card in front of it."""
        for seat in range(SEATS):
            if self.seats[seat].played == card:
                return seat
        return NONE

    def _resolve_crows(self, yorozu: i64, crows: i64) -> None:
        """Swap each Yorozu with the crow nearest in value, or ask the crow's owner which one to swap with (TC-23)."""
        if yorozu != YOROZU:
            self._swap(lowest(yorozu), crows)
        elif count(crows) > 1:
            # The lowest crow goes to 0 and the highest to 13, so the swaps never collide.
            self._swap(YOROZU_0, crows)
            self._swap(YOROZU_13, crows)
        else:
            owner = self.owner(lowest(crows))
            if owner < self.equipment.players:
                self.first = SWAP
                self.waiting = bit(owner)
                if self.listening:
                    self.tell(Event("crow_chooses", owner, [lowest(crows)]))
                return
            near_0 = self.equipment.value(lowest(crows)) <= _NEAR_YOROZU_0
            self._swap(YOROZU_0 if near_0 else YOROZU_13, crows)  # TC-70
        self._take()

    def _swap(self, yorozu: i64, crows: i64) -> None:
        """Swap a Yorozu with the nearest of these crows. Crows of later seasons have higher values (TC-5)."""
        crow = lowest(crows)
        if yorozu == YOROZU_13:
            while crows & (crows - 1):
                crows &= crows - 1
            crow = lowest(crows)
        yorozu_owner = self.seats[self.owner(yorozu)]
        crow_owner = self.seats[self.owner(crow)]
        yorozu_owner.played = crow
        crow_owner.played = yorozu
        if self.listening:
            self.tell(Event("swap", NONE, [yorozu, crow]))

    def _take(self) -> None:
        """Give the face-up pair to highest and lowest, whose cards replace it; the others keep theirs (TC-24)."""
        rank = self.equipment.rank
        top: i64 = 0
        bottom: i64 = 0
        highest: i64 = rank[self.seats[0].played]
        least: i64 = highest
        for seat in range(1, SEATS):
            value: i64 = rank[self.seats[seat].played]
            if value > highest:
                highest = value
                top = seat
            elif value < least:
                least = value
                bottom = seat
        low = self.seats[bottom].played
        high = self.seats[top].played
        self.seats[bottom].played = self.low
        self.seats[top].played = self.high
        if self.listening:
            self._tell_taken(top, bottom)
        self.show_pair(low, high)
        ended = False
        for seat in range(SEATS):
            player = self.seats[seat]
            card = player.played
            player.played = NONE
            player.row |= shifted(card, CARD_BITS * self.round)
            if has(BOOZE, card) and seat < self.equipment.players:  # TC-25, TC-71
                player.booze += 1
                if self.listening:
                    self.tell(Event("booze", seat, [player.booze]))
                if player.booze == TOO_MUCH_BOOZE:
                    ended = True
                    if self.listening:
                        self.tell(Event("third_booze", seat, []))
        self.round += 1
        if ended or self.round == HAND:
            self.end_game()
        else:
            self.begin_round()

    def _tell_taken(self, top: i64, bottom: i64) -> None:
        for seat in range(SEATS):
            how = "took_high" if seat == top else "took_low" if seat == bottom else "took_own"
            card = self.seats[seat].played
            if seat < self.equipment.players:
                self.tell(Event(how, seat, [card]))
            else:
                self.tell(Event(f"dummy_{how}", NONE, [card]))
