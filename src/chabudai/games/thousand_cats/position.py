"""A position of Festival of Thousand Cats: its parts, who sees what of it, and what the hidden cards may be."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import (
    ALL_CARDS,
    ALL_MULTIPLIERS,
    BOOZE_DEALT,
    CROWS,
    DIGIT,
    DUMMY_SEAT,
    EXPERIENCED,
    HAND,
    SEASON_BOOZE,
    SEATS,
    YOROZU,
    Equipment,
    Player,
    card_at,
    cards_of,
)
from chabudai.kernel.bits import below, bit, count, has, members, shifted
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

# Chance events.
BOOZE_CARDS: Final[i64] = 0
DECK: Final[i64] = 1
DUMMY: Final[i64] = 2
MULTIPLIERS: Final[i64] = 3
START: Final[i64] = 4
LOWEST: Final[i64] = 5
ORDER: Final[i64] = 6

# The first action of each phase.
REDEAL: Final[i64] = 0
PLAY: Final[i64] = 2
SWAP: Final[i64] = 40
NAME_START: Final[i64] = 42
MULTIPLIER: Final[i64] = 46
TOKENS: Final[i64] = 58
TOKEN: Final[i64] = 62
PASS: Final[i64] = 66

_MOST_OF_A_SEASON: Final[i64] = 2
"""Tokens of a season that one player may have (TC-62)."""

_MULTIPLIERS_FROM: Final[i64] = 40
"""In `worlds` the multiplier cards are numbered from here on."""


class Position(State):
    """A position of a match; `part` counts the finished games.

    `dealt` counts the outcomes of what is due that have come. `low` and `high` are the face-up pair, `closed` the cards
    of their seasons (TC-20). `deck` is the dummy's, shuffled, `loose` what of it is still to be shuffled. `keeper` is
    the seat that was asked about a re-deal of these hands (TC-11). `queue` are the seats that choose one after the
    other, two bits each, the next one in the lowest, and `queued` is their number. `counted` says that the game is
    scored and the next one not yet begun, `extra` that this is the game that breaks a tie (TC-41).
    """

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.rules: Equipment = setup
        self.seats: list[Player] = []
        for i in range(SEATS):
            self.seats.append(Player())
        self.undealt: i64 = ALL_CARDS
        self.dealt: i64 = 0
        self.low: i64 = NONE
        self.high: i64 = NONE
        self.closed: i64 = 0
        self.round: i64 = 0
        self.keeper: i64 = NONE
        self.deck: i64 = 0
        self.loose: i64 = 0
        self.undealt_multipliers: i64 = 0
        self.discarded: i64 = ALL_MULTIPLIERS
        self.queue: i64 = 0
        self.queued: i64 = 0
        self.counted: bool = False
        self.extra: bool = False

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "undealt", "dealt", "low", "high", "closed", "round", "keeper", "deck", "loose",
            "undealt_multipliers", "discarded", "queue", "queued", "counted", "extra",
        )  # fmt: skip

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(SEATS):
            self.seats[i].copy_from(other.seats[i])
        self.undealt = other.undealt
        self.dealt = other.dealt
        self.low = other.low
        self.high = other.high
        self.closed = other.closed
        self.round = other.round
        self.keeper = other.keeper
        self.deck = other.deck
        self.loose = other.loose
        self.undealt_multipliers = other.undealt_multipliers
        self.discarded = other.discarded
        self.queue = other.queue
        self.queued = other.queued
        self.counted = other.counted
        self.extra = other.extra

    # ---- What all know -----------------------------------------------------------------------------------------------

    def dealing(self) -> bool:
        """Whether number cards are being dealt (TC-10), the dummy's deck included."""
        return 0 <= self.due <= DUMMY

    def choosing(self) -> bool:
        """Whether cards are being chosen in secret (TC-21)."""
        return self.first == PLAY and self.waiting != 0

    def has_chosen(self, seat: i64) -> bool:
        """Whether a player has chosen a card that is not revealed yet."""
        return self.choosing() and seat < self.rules.players and not has(self.waiting, seat)

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds, a chosen one included; the dummy, how many are in its deck."""
        if self.counted:
            return 0
        if self.due == BOOZE_CARDS:
            return _share(self.dealt, seat, 2)
        if self.due == DECK:
            return 2 + _share(self.dealt - 2, seat, 7)
        size = HAND - self.round
        revealed = self.due < 0 and self.first == SWAP
        turned_up = self.choosing() and self.rules.dummy and seat == DUMMY_SEAT
        return size - 1 if revealed or turned_up else size

    def in_sight(self) -> i64:
        """All number cards that lie face up."""
        seen: i64 = 0
        if self.low >= 0:
            seen |= bit(self.low)
        if self.high >= 0:
            seen |= bit(self.high)
        for seat in range(SEATS):
            player = self.seats[seat]
            for place in range(self.round):
                seen |= bit(card_at(player.row, place))
            if player.played >= 0 and not self.has_chosen(seat):
                seen |= bit(player.played)
        return seen

    def booze_held(self, seat: i64) -> i64:
        """How many season cards with booze a seat holds: known to all, since everybody is dealt two (TC-10)."""
        if self.counted:
            return 0
        if self.due == BOOZE_CARDS:
            return _share(self.dealt, seat, 2)
        return 2 - self.seats[seat].shown_booze

    def multipliers_held(self, seat: i64) -> i64:
        """How many multiplier cards a player holds: known to all."""
        if seat >= self.rules.players:
            return 0
        if self.due == MULTIPLIERS:
            return _share(self.dealt, seat, self.rules.hand_of_multipliers)
        discarded = count(self.discarded) // self.rules.players
        chosen: i64 = 1 if self.seats[seat].multiplier >= 0 else 0
        return self.rules.hand_of_multipliers - discarded - chosen

    def lowest_totals(self) -> i64:
        """The players with the lowest total."""
        least: i64 = self.seats[0].total
        seats: i64 = 0
        for seat in range(self.rules.players):
            total = self.seats[seat].total
            if total < least:
                least = total
                seats = 0
            if total == least:
                seats |= bit(seat)
        return seats

    def supply(self, season: i64) -> i64:
        """How many tokens of a season are left."""
        left = self.rules.tokens
        for seat in range(self.rules.players):
            left -= self.seats[seat].owned(season)
        return left

    def tokens_to_take(self, seat: i64) -> i64:
        """The seasons of which a player may take a token."""
        seasons: i64 = 0
        for season in range(4):
            if self.seats[seat].owned(season) < _MOST_OF_A_SEASON and self.supply(season) > 0:
                seasons |= bit(season)
        return seasons

    # ---- Hidden information ------------------------------------------------------------------------------------------

    def blank(self) -> None:
        """Blank the hands of others, what they have chosen, and every deck.

        All that is shown stays in sight or is kept as a marker (TC-22, TC-26), so recall makes no difference.
        """
        self.undealt = 0
        self.undealt_multipliers = 0
        self.deck = 0
        self.loose = 0
        for seat in range(SEATS):
            player = self.seats[seat]
            if seat != self.viewer:
                player.hand = 0
                player.multipliers = 0
                if self.has_chosen(seat):
                    player.played = NONE

    def reopen(self) -> None:
        if self.choosing():
            self.waiting |= below(self.rules.players) & ~bit(self.viewer)

    def worlds(self) -> Worlds:
        """Deal to the four seats and to what is not dealt yet; then the multiplier cards in the same way.

        Every seat was dealt two of the season cards with booze. Whoever was asked about a re-deal was dealt three crows
        or more, all other players at most two; nobody asks the dummy. Markers tell who has none of a season.
        """
        room: list[int] = []
        for seat in range(SEATS):
            room.append(0 if seat == self.viewer else self.hand_size(seat))
        unseen: i64 = 0
        if not self.counted:
            unseen = ALL_CARDS & ~self.in_sight()
            if self.viewer >= 0:
                unseen &= ~self.seats[self.viewer].hand
        room.append(count(unseen) - sum(room))
        unseen_multipliers: i64 = 0
        for seat in range(SEATS):
            room.append(0 if seat == self.viewer else self._hidden_multipliers(seat))
        if self.rules.mode == EXPERIENCED:
            unseen_multipliers = self._unseen_multipliers()
        room.append(count(unseen_multipliers) - sum(room[SEATS + 1 :]))
        worlds = Worlds(room)
        booze, crows = self._booze_kind(worlds), self._crow_kind(worlds)
        for season in range(4):
            holders = bit(SEATS)
            for seat in range(SEATS):
                if not has(self.seats[seat].void, season):
                    holders |= bit(seat)
            cards = unseen & cards_of(season)
            worlds.put(members(cards & SEASON_BOOZE), holders, booze)
            worlds.put(members(cards & CROWS), holders, crows)
            worlds.put(members(cards & ~SEASON_BOOZE & ~CROWS), holders)
        worlds.put(members(unseen & YOROZU), below(SEATS + 1))
        multipliers = [card + _MULTIPLIERS_FROM for card in members(unseen_multipliers)]
        worlds.put(multipliers, shifted(below(SEATS + 1), SEATS + 1))
        return worlds

    def _booze_kind(self, worlds: Worlds) -> int:
        held: list[int] = []
        for seat in range(SEATS):
            held.append(0 if seat == self.viewer else self.booze_held(seat))
        held.append(BOOZE_DEALT - self.dealt if self.due == BOOZE_CARDS else 0)
        held += [0] * (SEATS + 1)
        return worlds.kind(held, held)

    def _crow_kind(self, worlds: Worlds) -> int:
        least = [0] * (2 * SEATS + 2)
        most = [4] * (2 * SEATS + 2)
        if not self.dealing() and not self.counted:
            for seat in range(self.rules.players):
                shown = self.seats[seat].shown_crows
                if seat == self.viewer:
                    most[seat] = 0
                elif seat == self.keeper:
                    least[seat] = max(0, 3 - shown)
                else:
                    most[seat] = 2 - shown
        return worlds.kind(least, most)

    def _hidden_multipliers(self, seat: i64) -> i64:
        return self.multipliers_held(seat) if self.rules.mode == EXPERIENCED else 0

    def _unseen_multipliers(self) -> i64:
        unseen = ALL_MULTIPLIERS & ~self.discarded
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if player.multiplier >= 0:
                unseen &= ~bit(player.multiplier)
            if seat == self.viewer:
                unseen &= ~player.multipliers
        return unseen

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        worlds.deal(rng)
        for seat in range(SEATS):
            if seat != self.viewer:
                player = self.seats[seat]
                player.hand = worlds.held_mask(seat)
                player.multipliers = worlds.held_mask(SEATS + 1 + seat) >> _MULTIPLIERS_FROM
                if self.has_chosen(seat):
                    player.played = rng.member(self.choices(seat))
        if self.dealing():
            self.undealt = worlds.held_mask(SEATS)
        self.undealt_multipliers = worlds.held_mask(2 * SEATS + 1) >> _MULTIPLIERS_FROM
        if self.rules.dummy and self.due != BOOZE_CARDS and self.due != DECK:
            self._fill_deck(rng)

    def _fill_deck(self, rng: Rng) -> None:
        """Shuffle the dummy's cards; while chance still does so, only as many as have come."""
        cards = members(self.seats[DUMMY_SEAT].hand)
        rng.shuffle(cards)
        shuffled: i64 = self.dealt if self.due == DUMMY else len(cards)
        for place in range(len(cards)):
            if place < shuffled:
                self.deck |= shifted(cards[place], DIGIT * place)
            else:
                self.loose |= bit(cards[place])


def _share(dealt: i64, seat: i64, each: i64) -> i64:
    """How many of so many cards a seat has that is dealt `each` after the seats before it."""
    share = dealt - each * seat
    return 0 if share < 0 else min(share, each)
