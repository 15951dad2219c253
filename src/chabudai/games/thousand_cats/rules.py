"""The rules of Festival of Thousand Cats: clauses (TC-n) are those of docs/rules/thousand_cats.md.

A phase is known by its first action.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.dealing import Dealing
from chabudai.games.thousand_cats.equipment import (
    ADVANCED,
    BOOZE,
    CROWS,
    DIGIT,
    HAND,
    SEASON_BOOZE,
    SEASON_CARDS,
    SEATS,
    YOROZU,
    YOROZU_0,
    YOROZU_13,
    Equipment,
    card_at,
    times,
    times_of,
)
from chabudai.games.thousand_cats.position import (
    BOOZE_CARDS,
    MULTIPLIER,
    NAME_START,
    PASS,
    PLAY,
    REDEAL,
    SWAP,
    TOKEN,
)
from chabudai.kernel.bits import below, bit, count, has, lowest, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

TOO_MUCH_BOOZE: Final[i64] = 3
_MIDDLE: Final[i64] = 6
"""A crow of this value or less is nearer to Yorozu 0 than to Yorozu 13."""


@final
class CatsSetup(Equipment):
    """The game made ready."""

    def start(self) -> "Cats":
        return Cats(self)


@final
class Cats(Dealing):
    """A position that knows how to go on."""

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
            return below(self.rules.players)
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
            self._swap(YOROZU_0 + choice, self._revealed() & CROWS)
            self._take()
        elif phase == REDEAL:
            self.answer(seat, choice == 1)
        elif phase == MULTIPLIER:
            self.choose_multiplier(seat, choice)
        elif phase == TOKEN:
            self.take_token(seat, choice)
        elif phase == NAME_START:
            self.starts(choice)
        else:
            self.take_tokens(seat, choice)

    # ---- A round -----------------------------------------------------------------------------------------------------

    def _reveal(self) -> None:
        for seat in range(self.rules.players):
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
        revealed = self._revealed()
        if revealed & YOROZU and revealed & CROWS:
            self._crow(revealed & YOROZU, revealed & CROWS)
        else:
            self._take()

    def _show_void(self, seat: i64) -> None:
        """The seat had no card of an open season: all see it, and it is marked."""
        player = self.seats[seat]
        new = self.open_seasons() & ~player.void
        player.void |= new
        if self.listening and new:
            self.tell(Event("no_more", seat, members(new)))

    def open_seasons(self) -> i64:
        """The seasons that do not show face up (TC-20)."""
        closed: i64 = bit(self.rules.season[self.low]) | bit(self.rules.season[self.high])
        return below(4) & ~closed

    def _revealed(self) -> i64:
        cards: i64 = 0
        for seat in range(SEATS):
            cards |= bit(self.seats[seat].played)
        return cards

    def owner(self, card: i64) -> i64:
        """The seat before which this card was revealed."""
        for seat in range(SEATS):
            if self.seats[seat].played == card:
                return seat
        return NONE

    def _crow(self, yorozu: i64, crows: i64) -> None:
        """Crows swap with Yorozu, each Yorozu with the crow nearest in value (TC-23)."""
        if yorozu != YOROZU:
            self._swap(lowest(yorozu), crows)
        elif count(crows) > 1:
            # Each Yorozu has its own end of the crows, so none is wanted by both.
            self._swap(YOROZU_0, crows)
            self._swap(YOROZU_13, crows)
        else:
            owner = self.owner(lowest(crows))
            if owner < self.rules.players:
                self.first = SWAP
                self.waiting = bit(owner)
                if self.listening:
                    self.tell(Event("crow_chooses", owner, [lowest(crows)]))
                return
            near_0 = self.rules.value(lowest(crows)) <= _MIDDLE
            self._swap(YOROZU_0 if near_0 else YOROZU_13, crows)  # TC-70
        self._take()

    def _swap(self, yorozu: i64, crows: i64) -> None:
        """Swap a Yorozu with the nearest of these crows. A crow of a later season has a higher value (TC-5)."""
        crow = lowest(crows)
        if yorozu == YOROZU_13:
            while crows & (crows - 1):
                crows &= crows - 1
            crow = lowest(crows)
        mine = self.seats[self.owner(yorozu)]
        theirs = self.seats[self.owner(crow)]
        mine.played = crow
        theirs.played = yorozu
        if self.listening:
            self.tell(Event("swap", NONE, [yorozu, crow]))

    def _take(self) -> None:
        """Highest and lowest take the face-up pair and leave the new one; the others keep their card (TC-24)."""
        rank = self.rules.rank
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
            player.row |= shifted(card, DIGIT * self.round)
            if has(BOOZE, card) and seat < self.rules.players:  # TC-25, TC-71
                player.booze += 1
                if self.listening:
                    self.tell(Event("booze", seat, [player.booze]))
                if player.booze == TOO_MUCH_BOOZE:
                    ended = True
                    if self.listening:
                        self.tell(Event("third_booze", seat, []))
        self.round += 1
        if ended or self.round == HAND:
            self._end_game()
        else:
            self.begin_round()

    def _tell_taken(self, top: i64, bottom: i64) -> None:
        for seat in range(SEATS):
            how = "took_high" if seat == top else "took_low" if seat == bottom else "took_own"
            card = self.seats[seat].played
            if seat < self.rules.players:
                self.tell(Event(how, seat, [card]))
            else:
                self.tell(Event(f"dummy_{how}", NONE, [card]))

    # ---- Scoring (TC-30, TC-53, TC-61) -------------------------------------------------------------------------------

    def fish_points(self, seat: i64) -> i64:
        """What the fish of a seat count, before booze."""
        player = self.seats[seat]
        code = times_of(self.rules, player)
        points: i64 = 0
        for place in range(self.round):
            card = card_at(player.row, place)
            points += self.rules.fish[card] * times(code, self.rules.season[card])  # a Yorozu has neither
        return points

    def crows_taken(self, seat: i64) -> i64:
        """How many crows lie before a seat."""
        taken: i64 = 0
        for place in range(self.round):
            if has(CROWS, card_at(self.seats[seat].row, place)):
                taken += 1
        return taken

    def points(self, seat: i64) -> i64:
        """What a seat has in this game so far."""
        fish = self.fish_points(seat)
        booze = self.seats[seat].booze
        points = halved(fish) if booze == TOO_MUCH_BOOZE else fish + 2 * booze
        return points - self.crows_taken(seat)

    def score(self, seat: i64) -> i64:
        """The total of the match; in the middle of a game with its points so far."""
        total = self.seats[seat].total
        return total if self.counted else total + self.points(seat)

    def lead(self) -> float:
        return 8.0

    # ---- The end of a game, and of the match (TC-40, TC-41) ----------------------------------------------------------

    def _end_game(self) -> None:
        best: i64 = -(2**60)
        leaders: i64 = 0
        for seat in range(self.rules.players):
            player = self.seats[seat]
            points = self.points(seat)
            player.total += points
            if self.listening:
                self._tell_points(seat, points)
            if player.total > best:
                best = player.total
                leaders = 0
            if player.total == best:
                leaders += 1
        for seat in range(SEATS):
            self.seats[seat].hand = 0  # TC-27
        self.deck = 0
        self.counted = True
        self.part += 1
        if self.listening:
            self.tell(Event("game_over", NONE, [self.part]))
        if self.extra or (best >= self.rules.target and leaders == 1):
            return
        self.extra = best >= self.rules.target
        if self.listening and self.extra:
            self.tell(Event("extra_game", NONE, []))
        if self.rules.mode == ADVANCED:
            self._give_tokens_for_booze()
        else:
            self.next_game()

    def _tell_points(self, seat: i64, points: i64) -> None:
        """The steps of the scoring of a seat: seasons whose fish do not simply count, the halving, and the sum."""
        player = self.seats[seat]
        code = times_of(self.rules, player)
        for season in range(4):
            fish = self.fish_of(seat, season)
            if fish and self.rules.mode:
                each = times(code, season)
                self.tell(Event("fish_counted", seat, [season, fish, each, fish * each]))
        fish = self.fish_points(seat)
        if player.booze == TOO_MUCH_BOOZE:
            self.tell(Event("fish_halved", seat, [fish, halved(fish)]))
        booze: i64 = 0 if player.booze == TOO_MUCH_BOOZE else 2 * player.booze
        crows = self.crows_taken(seat)
        self.tell(Event("scored", seat, [points - booze + crows, booze, -crows, points, player.total]))

    def fish_of(self, seat: i64, season: i64) -> i64:
        """How many fish of a season lie before a seat."""
        fish: i64 = 0
        for place in range(self.round):
            card = card_at(self.seats[seat].row, place)
            if self.rules.season[card] == season:
                fish += self.rules.fish[card]
        return fish

    def _give_tokens_for_booze(self) -> None:
        """All tokens go back; then one for every booze card taken, of its season or, for a Yorozu, of any (TC-62)."""
        self.queue = 0
        self.queued = 0
        for seat in range(self.rules.players):
            self.seats[seat].tokens = 0
        owner_of_0: i64 = NONE
        owner_of_13: i64 = NONE
        for seat in range(self.rules.players):
            for place in range(self.round):
                card = card_at(self.seats[seat].row, place)
                if has(SEASON_BOOZE, card):
                    self.give_token(seat, self.rules.season[card])
                elif card == YOROZU_0:
                    owner_of_0 = seat
                elif card == YOROZU_13:
                    owner_of_13 = seat
        self._queue_up(owner_of_0)
        self._queue_up(owner_of_13)
        if self.queued:
            self.first = TOKEN
            self.waiting = bit(self.queue & 3)
        else:
            self.next_game()

    def _queue_up(self, seat: i64) -> None:
        if seat >= 0:
            self.queue |= shifted(seat, 2 * self.queued)
            self.queued += 1


def halved(fish: i64) -> i64:
    """Half of the fish points, rounded up."""
    return (fish + 1) >> 1
