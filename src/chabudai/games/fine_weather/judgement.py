"""What choices in Wishing for Fine Weather!! are worth to a seat, from what it knows.

The weights were found by letting seats that differ in one of them play thousands of games against each other.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.fine_weather.equipment import (
    ALL_CARDS,
    ALL_SKY,
    ALL_SNOW,
    ALL_THUNDER,
    CLOUDY,
    FINE,
    RAINY,
    SNOW,
    SUITS,
    THUNDER,
    THUNDER_1,
    VERY,
    cards_of,
    rank_of,
    suit_of,
)
from chabudai.games.fine_weather.rules import ANNOUNCE, Weather
from chabudai.games.fine_weather.scoring import EACH_TRICK, NO_TRICK
from chabudai.kernel.bits import below, bit, count, has, lowest, shifted
from chabudai.kernel.judging import POINT, Judgement
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import after

SURE: Final[i64] = 256
"""Chances are counted in 256ths."""

# ---- Cards -----------------------------------------------------------------------------------------------------------

LEAD: Final[i64] = 192
"""The lead, which comes with a trick."""
FOLLOWED: Final[i64] = 192
"""Each point that a card of the led suit is worth, from each who is still to play and may follow."""
HARM: Final[i64] = 80
"""Each point that another seat wins."""
SPENT: Final[i64] = 24
"""Each rank of a card that might win another trick."""
BOLT: Final[i64] = 384
"""A Thunder card, which can win almost any trick."""
RID: Final[i64] = 64
"""Each rank of a card that might win a trick for somebody who wished for Snow, and wants none."""


_NUMBERS: Final[i64] = 37


def _misses(players: int, size: int) -> bytes:
    """For each number of cards in a hand, and each number of unseen cards: the chance that it has none of these."""
    aside = 36 - players * size
    chances: list[int] = []
    for held in range(size + 1):
        unseen = (players - 1) * held + aside
        chances += [255 * (unseen - held) ** n // unseen**n for n in range(_NUMBERS)]
    return bytes(chances)


_MISSES_OF_3: Final = _misses(3, 10)
_MISSES_OF_4: Final = _misses(4, 8)


@final
@mypyc_attr(acyclic=True)
class CardsJudged(Judgement):
    """What each card of a hand is worth now: to the seat if it wins the trick, else to whoever wins so far.

    Cards are judged suit by suit, so what a suit's cards have in common is reckoned once for them all.
    """

    def __init__(self, state: Weather, seat: i64) -> None:
        self.state: Weather = state
        self.seat: i64 = seat
        lying: i64 = 0
        seen: i64 = 0
        for i in range(state.rules.players):
            player = state.seats[i]
            seen |= player.won
            if player.played >= 0:
                lying |= bit(player.played)
        own = state.seats[seat]
        self.wish: i64 = own.wish
        self.own: i64 = own.won
        self.held: i64 = count(own.hand)
        self.lying: i64 = lying
        """The cards in the trick."""
        self.unseen: i64 = ALL_CARDS & ~seen & ~lying & ~own.hand
        """The cards that the others may hold, or that lie aside, as far as the seat knows."""
        self.winner: i64 = NONE
        self.winner_wish: i64 = NONE
        self.table: i64 = 0
        """What the cards in the trick are worth to whoever wins so far."""
        if lying:
            self.winner = state.winning()
            self.winner_wish = believed_wish(state, seat, self.winner)
            self.table = self.trick_worth(self.winner, self.winner_wish)
        self.mine: i64 = self.trick_worth(seat, self.wish)
        self.gain_suit: i64 = NONE
        self.gain: i64 = 0
        """What winning with a card of that suit is worth."""
        self.void: i64 = 0
        """How likely one of the others cannot follow."""
        self.unknown: i64 = 0
        self.ruffing: i64 = 0
        """How many are still to play of whom nothing is known, and who cannot follow."""
        self.loss_suit: i64 = NONE
        self.loss: i64 = 0
        """What losing with a card of that suit is worth."""

    def worth(self, choice: i64) -> i64:
        suit = suit_of(choice)
        worth: i64 = 0
        if self.beats(choice):
            if suit != self.gain_suit:
                self.turn_to(suit)
            worth = self.win_chance(choice) * self.gain >> 8
        else:
            if suit != self.loss_suit:
                self.loss_suit = suit
                self.loss = self.loss_worth(suit)
            worth = self.loss
        if self.wish == SNOW:
            return worth + rank_of(choice) * RID
        if suit == THUNDER:
            return worth - BOLT
        if suit == SNOW:
            return worth
        return worth - rank_of(choice) * SPENT

    # ---- What the trick is worth

    def trick_worth(self, winner: i64, wish: i64) -> i64:
        """What the cards that lie in the trick are worth to a seat with this wish, in points."""
        player = self.state.seats[winner]
        worth: i64 = 0
        if wish == SNOW:  # FW-31
            worth = EACH_TRICK
            if player.tricks == 0:
                worth -= NO_TRICK
            return worth
        left = self.lying
        while left:
            worth += suit_worth(self.state, player.won, wish, suit_of(lowest(left)))
            left &= left - 1
        return worth

    def turn_to(self, suit: i64) -> None:
        """Reckon what all cards of a suit that can win the trick have in common."""
        state = self.state
        players = state.rules.players
        self.gain_suit = suit
        led = state.led
        if led < 0:
            led = suit
        self.gain = (self.mine + suit_worth(state, self.own, self.wish, suit)) * POINT + LEAD
        left = count(self.unseen & cards_of(led))
        misses = _MISSES_OF_4 if players == 4 else _MISSES_OF_3
        self.void = misses[self.held * _NUMBERS + left]
        self.unknown = 0
        self.ruffing = 0
        other = after(self.seat, players)
        while other != state.leader:
            if has(state.seats[other].void, led):
                self.ruffing += 1
            else:
                self.unknown += 1
            other = after(other, players)
        if self.unknown and left > 1:
            each = suit_worth(state, self.own, self.wish, led)
            self.gain += each * FOLLOWED * min(self.unknown, left >> 1)

    def loss_worth(self, suit: i64) -> i64:
        """What it is worth to leave the trick, with a card of this suit, to whoever wins so far."""
        if self.winner < 0:
            return 0
        card = suit_worth(self.state, self.state.seats[self.winner].won, self.winner_wish, suit)
        return -HARM * (self.table + card)

    # ---- Who wins it

    def beats(self, card: i64) -> bool:
        """Whether a card would win the trick as it lies now (FW-21)."""
        lying = self.lying
        if lying == 0:
            return True
        if card >= THUNDER_1:
            if has(ALL_SNOW, card) and not lying & ALL_THUNDER and lying & ALL_SKY:
                return False
            return lying >> card == 0
        if lying & ALL_THUNDER:
            return False
        led = self.state.led
        if led != SNOW:
            return suit_of(card) == led and (lying & cards_of(led)) >> card == 0
        return lying & of_number(rank_of(card) + 1) == 0

    def win_chance(self, card: i64) -> i64:
        """The chance that a card of the suit turned to wins, if those who follow beat it whenever they can."""
        chance: i64 = SURE
        if self.unknown + self.ruffing == 0:
            return chance
        state = self.state
        led = state.led
        if led < 0:
            led = self.gain_suit
        threats = self.threats(card, led)
        of_led = cards_of(led)
        start = self.held * _NUMBERS
        misses = _MISSES_OF_4 if state.rules.players == 4 else _MISSES_OF_3
        no_higher: i64 = misses[start + count(threats & of_led)]
        against_ruffing: i64 = misses[start + count(threats & ~of_led)]
        against_unknown = no_higher - self.void + (self.void * against_ruffing >> 8)
        for i in range(self.unknown):
            chance = chance * against_unknown >> 8
        for i in range(self.ruffing):
            chance = chance * against_ruffing >> 8
        return chance

    def threats(self, card: i64, led: i64) -> i64:
        """The unseen cards that would beat this one, if it wins the trick as it lies (FW-21)."""
        if has(ALL_SNOW, card) and not self.lying & ALL_THUNDER:
            return self.unseen & (ALL_SKY | ALL_SNOW & ~below(card))
        if card >= THUNDER_1:
            return self.unseen & ~below(card)
        if led != SNOW:
            return self.unseen & (cards_of(led) & ~below(card) | ALL_THUNDER)
        return self.unseen & (of_number(rank_of(card)) | ALL_THUNDER)


def of_number(least: i64) -> i64:
    """The Fine, Cloudy and Rainy cards of at least this number."""
    fine = cards_of(FINE) & ~below(least - 1)
    return fine | shifted(fine, 10) | shifted(fine, 20)


def believed_wish(state: Weather, seat: i64, other: i64) -> i64:
    """The wish of another seat as far as this one knows: a hidden one is believed to be what was announced (FW-40)."""
    if state.rules.hidden and seat != other:
        return state.seats[other].announced
    return state.seats[other].wish


def suit_worth(state: Weather, won: i64, wish: i64, suit: i64) -> i64:
    """What one more card of this suit is worth, in points, under a wish to whoever has won these cards."""
    if wish == SNOW:
        return 0
    if wish <= FINE + VERY:  # FW-30, FW-32
        if suit >= THUNDER and wish < VERY:
            ahead = count(won & ALL_THUNDER) - count(won & ALL_SNOW)
            if suit == THUNDER and ahead < 0:
                return -state.rules.worth[wish * SUITS + SNOW]
            if suit == SNOW and ahead > 0:
                return -state.rules.worth[wish * SUITS + THUNDER]
        return state.rules.worth[wish * SUITS + suit]
    wild = won & ~ALL_SKY
    if wish == CLOUDY + VERY:  # FW-33
        sign: i64 = 1
        if count(wild) & 1:
            sign = -1
        if suit < THUNDER:
            return sign
        return -2 * sign * count(won & ALL_SKY)
    if suit == FINE:  # FW-34
        return -1
    if suit < THUNDER:
        return 2 * (suit - CLOUDY)
    if wild == 0:
        return suit - THUNDER + 1
    return (suit - THUNDER) * bit(count(won & ALL_SNOW))


# ---- Wishes ----------------------------------------------------------------------------------------------------------

NEXT_FINE: Final[i64] = 256
NEXT_CLOUDY: Final[i64] = 0
NEXT_RAINY: Final[i64] = 512
RIVAL: Final[i64] = 128
"""Another seat that has made the same wish."""
TRUTH: Final[i64] = 384
"""An announcement that is true."""

_HIGH: Final[i64] = 0x380E0380
"""The cards 8 to 10 of Fine, Cloudy and Rainy."""
_LOW: Final[i64] = 0x701C07
"""The cards 1 to 3 of Fine, Cloudy and Rainy."""

_HAND_WORTH: Final = [
    [240, -64, 480, -80, 32, 0, 128, 16],
    [-528, 0, 0, 0, -32, 48, 544, 288],
    [-368, 0, 0, 0, -496, 288, -304, -368],
    [704, -352, 1376, -176, -352, 208, 48, -128],
    [368, -48, 96, -48, 48, 16, -192, -128],
    [1296, -192, 944, -144, -64, 96, 464, -416],
]
"""What a hand is worth under a wish for Fine, Cloudy or Rainy, for Thunder, for Snow, and under each Very wish.

In any case, and for each card in it: of the suit wished for, high and low ones of that, of other suits, Thunder, Snow.
By linear regression over the points of 48,000 hands played by such seats.
"""


@final
@mypyc_attr(acyclic=True)
class WishesJudged(Judgement):
    """What wishes are worth to a seat with its hand; and what to announce."""

    def __init__(self, state: Weather, seat: i64) -> None:
        self.state: Weather = state
        self.seat: i64 = seat
        hand = state.seats[seat].hand
        self.hand: i64 = hand
        self.high: i64 = count(hand & _HIGH)
        self.low: i64 = count(hand & _LOW)
        self.thunder: i64 = count(hand & ALL_THUNDER)
        self.snow: i64 = count(hand & ALL_SNOW)

    def worth(self, choice: i64) -> i64:
        state = self.state
        if state.first == ANNOUNCE:
            if choice == state.seats[self.seat].wish:
                return TRUTH
            return 0
        worth = self.hand_worth(choice)
        if state.part + 1 < state.rules.rounds and state.rules.wishes > VERY:
            if choice == FINE:
                worth += NEXT_FINE
            elif choice == CLOUDY:
                worth += NEXT_CLOUDY
            elif choice == RAINY:
                worth += NEXT_RAINY
        for i in range(state.rules.players):
            if believed_wish(state, self.seat, i) == choice:
                worth -= RIVAL
        return worth

    def hand_worth(self, wish: i64) -> i64:
        """What the hand is worth under a wish."""
        kind: i64 = 0
        cards: i64 = 0
        if wish < THUNDER:
            cards = self.hand & cards_of(wish)
        else:
            kind = wish - THUNDER + 1
            if wish >= VERY:
                cards = self.hand & cards_of(wish - VERY)
        high = count(cards & _HIGH)
        low = count(cards & _LOW)
        weights = _HAND_WORTH[kind]
        worth: i64 = weights[0] + weights[1] * count(cards) + weights[2] * high + weights[3] * low
        worth += weights[4] * (self.high - high) + weights[5] * (self.low - low)
        return worth + weights[6] * self.thunder + weights[7] * self.snow
