"""The points of a game, the end of a game, and the end of the match."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.thousand_cats.dealing import Dealing
from chabudai.games.thousand_cats.equipment import (
    ADVANCED,
    BASIC,
    CROWS,
    SEASON_BOOZE,
    SEATS,
    YOROZU_0,
    YOROZU_13,
    Equipment,
    Player,
    card_at,
    factor_of,
)
from chabudai.games.thousand_cats.phases import TOKEN
from chabudai.kernel.bits import bit, has, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

TOO_MUCH_BOOZE: Final[i64] = 3
_ALL_ONCE: Final[i64] = 0x2222
"""Fish of every season count once. Each four bits are one more than the factor, which can be -1."""
_ALL_ZERO: Final[i64] = 0x1111


class Scoring(Dealing):
    """A position that can count points and end a game."""

    # ---- Points (TC-30, TC-53, TC-61) --------------------------------------------------------------------------------

    def fish_points(self, seat: i64) -> i64:
        """Return the points for the fish of a seat, before booze halves them."""
        player = self.seats[seat]
        factors = fish_factors(self.equipment, player)
        points: i64 = 0
        for place in range(self.round):
            card = card_at(player.row, place)
            # A Yorozu has no season, and no fish either.
            points += self.equipment.fish[card] * factor_of(factors, self.equipment.season[card])
        return points

    def fish_of(self, seat: i64, season: i64) -> i64:
        """Return the number of fish of a season that a seat has taken."""
        fish: i64 = 0
        for place in range(self.round):
            card = card_at(self.seats[seat].row, place)
            if self.equipment.season[card] == season:
                fish += self.equipment.fish[card]
        return fish

    def crows_taken(self, seat: i64) -> i64:
        """Return the number of crows that a seat has taken."""
        taken: i64 = 0
        for place in range(self.round):
            if has(CROWS, card_at(self.seats[seat].row, place)):
                taken += 1
        return taken

    def points(self, seat: i64) -> i64:
        """Return the points of a seat in this game so far."""
        fish = self.fish_points(seat)
        booze = self.seats[seat].booze
        points = halved(fish) if booze == TOO_MUCH_BOOZE else fish + 2 * booze
        return points - self.crows_taken(seat)

    def score(self, seat: i64) -> i64:
        """Return the total of a seat, including its points so far in an unfinished game."""
        total = self.seats[seat].total
        return total if self.counted else total + self.points(seat)

    def lead(self) -> float:
        return 8.0

    # ---- The end of a game, and of the match (TC-40, TC-41) ----------------------------------------------------------

    def end_game(self) -> None:
        """Add the points to the totals; then end the match, or go on to the next game."""
        best: i64 = -(2**60)
        leaders: i64 = 0
        for seat in range(self.equipment.players):
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
        """Tell how the points of a seat add up: fish by season if they are multiplied, the halving, the sum."""
        player = self.seats[seat]
        factors = fish_factors(self.equipment, player)
        for season in range(4):
            fish = self.fish_of(seat, season)
            if fish and self.equipment.rule_set:
                each = factor_of(factors, season)
                self.tell(Event("fish_counted", seat, [season, fish, each, fish * each]))
        fish = self.fish_points(seat)
        if player.booze == TOO_MUCH_BOOZE:
            self.tell(Event("fish_halved", seat, [fish, halved(fish)]))
        booze: i64 = 0 if player.booze == TOO_MUCH_BOOZE else 2 * player.booze
        crows = self.crows_taken(seat)
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
            self.first = TOKEN
            self.waiting = bit(self.queue & 3)
        else:
            self.next_game()

    def _queue_seat(self, seat: i64) -> None:
        if seat >= 0:
            self.queue |= shifted(seat, 2 * self.queued)
            self.queued += 1


def halved(fish: i64) -> i64:
    """Return half the fish points, rounded up."""
    return (fish + 1) >> 1


def fish_factors(equipment: Equipment, player: Player) -> i64:
    """Return how often the fish of each season count for a player (TC-30, TC-53, TC-61)."""
    if equipment.rule_set == BASIC:
        return _ALL_ONCE
    if equipment.rule_set == ADVANCED:
        return _ALL_ZERO + player.tokens
    if player.multiplier < 0:
        return _ALL_ONCE
    return equipment.multipliers[player.multiplier]
