"""The rules of play of Festival of Thousand Cats. Clauses (TC-n) are in docs/rules/thousand_cats.md.

The rules of preparation are in dealing.py.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.dealing import Dealing
from chabudai.games.thousand_cats.equipment import (
    ADVANCED,
    BOOZE,
    CARD_BITS,
    CROWS,
    HANDS,
    ROUNDS,
    SEASON_BOOZE,
    SEASON_CARDS,
    YOROZU,
    YOROZU_0,
    YOROZU_13,
    Equipment,
    card_at,
    factor_of,
)
from chabudai.games.thousand_cats.phases import BOOZE_CARDS, MULTIPLIER, NAME_START, ONE_TOKEN, PASS, PLAY, REDEAL, SWAP
from chabudai.games.thousand_cats.scoring import (
    BOOZE_POINTS,
    TOO_MUCH_BOOZE,
    crows_taken,
    fish_factors,
    fish_of,
    fish_points,
    game_points,
    halved,
)
from chabudai.kernel.bits import below, bit, count, has, lowest, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

_NEAR_YOROZU_0: Final[i64] = 6
"""Crows up to this value are nearer to Yorozu 0 than to Yorozu 13."""


@final
class CatsSetup(Equipment):
    """The setup of Festival of Thousand Cats."""

    def start(self) -> "Cats":
        return Cats(self)


@final
class Cats(Dealing):
    """A state of Festival of Thousand Cats: a position with the rules of play."""

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
        if phase == ONE_TOKEN:
            seasons = self.tokens_to_take(seat)
            return seasons if seasons else bit(PASS - ONE_TOKEN)
        if phase == NAME_START:
            return below(self.equipment.players)
        return below(4)  # THREE_TOKENS: the season left out

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
        elif phase == ONE_TOKEN:
            self.take_token(seat, choice)
        elif phase == NAME_START:
            self.set_start_player(choice)
        else:
            self.take_all_tokens_but(seat, choice)  # THREE_TOKENS

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
            if has(self.closed, card) and self.round < ROUNDS - 1:  # TC-22
                self._show_void(seat)
        revealed = self._revealed_cards()
        if revealed & YOROZU and revealed & CROWS:
            self._resolve_crows(revealed & YOROZU, revealed & CROWS)
        else:
            self._take()

    def _show_void(self, seat: i64) -> None:
        """Mark the open seasons as void for this seat: it has shown that it holds none of them (TC-22)."""
        player = self.seats[seat]
        new = self.open_seasons() & ~player.void
        player.void |= new
        if self.listening and new:
            self.tell(Event("no_more", seat, members(new)))

    def open_seasons(self) -> i64:
        """Return the seasons without a card in the face-up pair (TC-20)."""
        closed: i64 = bit(self.equipment.season[self.low]) | bit(self.equipment.season[self.high])
        return below(4) & ~closed

    def _revealed_cards(self) -> i64:
        """Return the cards in front of all players, and of the dummy."""
        cards: i64 = 0
        for seat in range(HANDS):
            cards |= bit(self.seats[seat].played)
        return cards

    def owner(self, card: i64) -> i64:
        """Return the seat with this card in front of it, which may be the dummy's; NONE if no seat has it."""
        for seat in range(HANDS):
            if self.seats[seat].played == card:
                return seat
        return NONE

    def _resolve_crows(self, yorozu: i64, crows: i64) -> None:
        """Swap each Yorozu with the crow nearest in value. With one crow and both Yorozu, its owner chooses (TC-23)."""
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
        """Give the face-up pair to the players of the highest and the lowest card, which replace it (TC-24).

        All others keep their cards.
        """
        rank = self.equipment.rank
        top: i64 = 0
        bottom: i64 = 0
        highest_rank: i64 = rank[self.seats[0].played]
        lowest_rank: i64 = highest_rank
        for seat in range(1, HANDS):
            card_rank: i64 = rank[self.seats[seat].played]
            if card_rank > highest_rank:
                highest_rank = card_rank
                top = seat
            elif card_rank < lowest_rank:
                lowest_rank = card_rank
                bottom = seat
        low = self.seats[bottom].played
        high = self.seats[top].played
        self.seats[bottom].played = self.low
        self.seats[top].played = self.high
        if self.listening:
            self._tell_taken(top, bottom)
        self.show_pair(low, high)
        ended = False
        for seat in range(HANDS):
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
        if ended or self.round == ROUNDS:
            self._end_game()
        else:
            self.begin_round()

    def _tell_taken(self, top: i64, bottom: i64) -> None:
        for seat in range(HANDS):
            how = "took_high" if seat == top else "took_low" if seat == bottom else "took_own"
            card = self.seats[seat].played
            if seat < self.equipment.players:
                self.tell(Event(how, seat, [card]))
            else:
                self.tell(Event(f"dummy_{how}", NONE, [card]))

    # ---- The end of a game, and of the match (TC-40, TC-41) ----------------------------------------------------------

    def _end_game(self) -> None:
        """Add the points to the totals; then end the match, or prepare the next game."""
        best: i64 = -(2**60)
        leaders: i64 = 0
        for seat in range(self.equipment.players):
            player = self.seats[seat]
            points = game_points(self, seat)
            player.total += points
            if self.listening:
                self._tell_points(seat, points)
            if player.total > best:
                best = player.total
                leaders = 0
            if player.total == best:
                leaders += 1
        for seat in range(HANDS):
            self.seats[seat].hand = 0  # TC-27
        self.deck = 0
        self.counted = True
        self.part += 1
        if self.listening:
            self.tell(Event("game_over", NONE, [self.part]))
        if self.extra or (best >= self.equipment.target and leaders == 1):
            return
        self.extra = best >= self.equipment.target
        if self.listening and self.extra:
            self.tell(Event("extra_game", NONE, []))
        if self.equipment.rule_set == ADVANCED:
            self._give_tokens_for_booze()
        else:
            self.next_game()

    def _tell_points(self, seat: i64, points: i64) -> None:
        """Emit the events of a seat's scoring: fish by season if they are multiplied, the halving, the sum."""
        player = self.seats[seat]
        factors = fish_factors(self.equipment, player)
        for season in range(4):
            fish = fish_of(self, seat, season)
            if fish and self.equipment.rule_set:
                factor = factor_of(factors, season)
                self.tell(Event("fish_counted", seat, [season, fish, factor, fish * factor]))
        fish = fish_points(self, seat)
        if player.booze == TOO_MUCH_BOOZE:
            self.tell(Event("fish_halved", seat, [fish, halved(fish)]))
        booze: i64 = 0 if player.booze == TOO_MUCH_BOOZE else BOOZE_POINTS * player.booze
        crows = crows_taken(self, seat)
        self.tell(Event("scored", seat, [points - booze + crows, booze, -crows, points, player.total]))

    def _give_tokens_for_booze(self) -> None:
        """Take all tokens back; then give one for each booze card, of its season or, for a Yorozu, of any (TC-62)."""
        self.queue = 0
        self.queued = 0
        for seat in range(self.equipment.players):
            self.seats[seat].tokens = 0
        owner_of_0: i64 = NONE
        owner_of_13: i64 = NONE
        for seat in range(self.equipment.players):
            for place in range(self.round):
                card = card_at(self.seats[seat].row, place)
                if has(SEASON_BOOZE, card):
                    self.give_token(seat, self.equipment.season[card])
                elif card == YOROZU_0:
                    owner_of_0 = seat
                elif card == YOROZU_13:
                    owner_of_13 = seat
        self._queue_seat(owner_of_0)
        self._queue_seat(owner_of_13)
        if self.queued:
            self.first = ONE_TOKEN
            self.waiting = bit(self.queue & 3)
        else:
            self.next_game()

    def _queue_seat(self, seat: i64) -> None:
        """Add a seat to the end of the queue, unless it is NONE."""
        if seat >= 0:
            self.queue |= shifted(seat, 2 * self.queued)
            self.queued += 1

    # ---- Points ------------------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """Return the total of the finished games, plus the points so far in an unfinished one."""
        total = self.seats[seat].total
        return total if self.counted else total + game_points(self, seat)

    def lead(self) -> float:
        return 8.0  # points, for State.outlooks
