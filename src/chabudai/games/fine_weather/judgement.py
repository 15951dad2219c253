"""How good a choice in Wishing for Fine Weather!! is for a seat, given what it knows.

Worths are in units of 1/POINT of a point. The weights were tuned one at a time, over thousands of games between seats
that differed in that weight.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.fine_weather.equipment import (
    ALL_CARDS,
    ALL_PLAIN,
    ALL_SNOW,
    ALL_THUNDER,
    CLOUDY,
    FINE,
    RAINY,
    SNOW,
    SUIT_COUNT,
    THUNDER,
    THUNDER_1,
    VERY,
    cards_of,
    rank_of,
    suit_of,
)
from chabudai.games.fine_weather.phases import ANNOUNCE
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.scoring import EACH_TRICK, NO_TRICK
from chabudai.kernel.bits import below, bit, count, has, lowest, shifted
from chabudai.kernel.judgement import POINT, Judgement
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import next_seat

CERTAIN: Final[i64] = 256
"""Probability 1: probabilities are in 256ths."""

# ---- Cards -----------------------------------------------------------------------------------------------------------

LEAD_VALUE: Final[i64] = 192
"""The value of leading the next trick."""
FOLLOWER_SHARE: Final[i64] = 192
"""The gain for each point that a card of the led suit scores, times the later seats that may follow with one.

At most half of the unseen cards of the suit are counted.
"""
RIVAL_POINT: Final[i64] = 80
"""The cost of each point that another seat wins."""
KEEP_RANK: Final[i64] = 24
"""The cost of playing a plain card, times its rank: it might win a later trick."""
KEEP_THUNDER: Final[i64] = 384
"""The cost of playing a Thunder, which can win almost any trick."""
SHED_RANK: Final[i64] = 64
"""Under a wish for Snow: the gain of playing a card, times its rank."""

_ROW: Final[i64] = 37
"""The length of a row of `_misses`: for 0 to 36 cards."""


def _misses(players: int, size: int) -> bytes:
    """Tabulate the probability that a hand holds none of n given unseen cards: a row per hand size, an entry per n.

    `size` is the size of a full hand. Probability 1 is 255 here, because an entry is a byte.
    """
    aside = 36 - players * size
    probabilities: list[int] = []
    for held in range(size + 1):
        unseen = (players - 1) * held + aside
        probabilities += [255 * (unseen - held) ** n // unseen**n for n in range(_ROW)]
    return bytes(probabilities)


_MISSES_OF_3: Final = _misses(3, 10)
_MISSES_OF_4: Final = _misses(4, 8)


@final
@mypyc_attr(acyclic=True)
class CardJudgement(Judgement):
    """Judges each card of a hand by the points of the trick, for the seat if the card wins, else for the winner.

    Cards are judged suit by suit, so values that the cards of a suit share are computed once per suit.
    """

    def __init__(self, state: Weather, seat: i64) -> None:
        self.state: Weather = state
        self.seat: i64 = seat
        in_trick: i64 = 0
        seen: i64 = 0
        for i in range(state.equipment.players):
            player = state.seats[i]
            seen |= player.won
            if player.played >= 0:
                in_trick |= bit(player.played)
        own = state.seats[seat]
        self.wish: i64 = own.wish
        self.own_won: i64 = own.won
        """The cards that the seat has won in this round."""
        self.held: i64 = count(own.hand)
        """The number of cards in the seat's hand."""
        self.in_trick: i64 = in_trick
        """The cards in the trick."""
        self.unseen: i64 = ALL_CARDS & ~seen & ~in_trick & ~own.hand
        """The cards that, as far as the seat knows, are in other hands or set aside."""
        self.winner: i64 = NONE
        """The seat that is winning the trick; NONE if this seat leads."""
        self.winner_wish: i64 = NONE
        """The wish of `winner`, as this seat believes."""
        self.winner_points: i64 = 0
        """The points of the cards in the trick for the seat that is winning."""
        if in_trick:
            self.winner = state.winning()
            self.winner_wish = believed_wish(state, seat, self.winner)
            self.winner_points = self.trick_points(self.winner, self.winner_wish)
        self.own_points: i64 = self.trick_points(seat, self.wish)
        """The points of the cards in the trick for this seat."""
        self.gain_suit: i64 = NONE
        """The suit last passed to `prepare_suit`."""
        self.gain: i64 = 0
        """The worth of winning with a card of `gain_suit`."""
        self.void_probability: i64 = 0
        """The probability that a seat that may follow is void in the led suit."""
        self.may_follow: i64 = 0
        """The number of seats still to play that may follow."""
        self.void_seats: i64 = 0
        """The number of seats still to play that are known to be void in the led suit."""
        self.loss_suit: i64 = NONE
        """The suit that `loss` belongs to."""
        self.loss: i64 = 0
        """The worth of losing with a card of `loss_suit`."""

    def worth(self, choice: i64) -> i64:
        suit = suit_of(choice)
        worth: i64 = 0
        if self.beats(choice):
            if suit != self.gain_suit:
                self.prepare_suit(suit)
            worth = self.win_probability(choice) * self.gain >> 8
        else:
            if suit != self.loss_suit:
                self.loss_suit = suit
                self.loss = self.loss_worth(suit)
            worth = self.loss
        if self.wish == SNOW:
            return worth + rank_of(choice) * SHED_RANK
        if suit == THUNDER:
            return worth - KEEP_THUNDER
        if suit == SNOW:
            return worth
        return worth - rank_of(choice) * KEEP_RANK

    # ---- Points of the trick

    def trick_points(self, seat: i64, wish: i64) -> i64:
        """Return the points that the cards in the trick would bring this seat under this wish."""
        player = self.state.seats[seat]
        points: i64 = 0
        if wish == SNOW:  # FW-31
            points = EACH_TRICK
            if player.tricks == 0:
                points -= NO_TRICK
            return points
        left = self.in_trick
        while left:
            points += added_points(self.state, player.won, wish, suit_of(lowest(left)))
            left &= left - 1
        return points

    def prepare_suit(self, suit: i64) -> None:
        """Compute the values shared by all cards of a suit that would win the trick."""
        state = self.state
        players = state.equipment.players
        self.gain_suit = suit
        led = state.led
        if led < 0:
            led = suit
        self.gain = (self.own_points + added_points(state, self.own_won, self.wish, suit)) * POINT + LEAD_VALUE
        led_unseen = count(self.unseen & cards_of(led))
        misses = _MISSES_OF_4 if players == 4 else _MISSES_OF_3
        self.void_probability = misses[self.held * _ROW + led_unseen]
        self.may_follow = 0
        self.void_seats = 0
        later_seat = next_seat(self.seat, players)
        while later_seat != state.leader:
            if has(state.seats[later_seat].void, led):
                self.void_seats += 1
            else:
                self.may_follow += 1
            later_seat = next_seat(later_seat, players)
        if self.may_follow and led_unseen > 1:
            led_points = added_points(state, self.own_won, self.wish, led)
            self.gain += led_points * FOLLOWER_SHARE * min(self.may_follow, led_unseen >> 1)

    def loss_worth(self, suit: i64) -> i64:
        """Return the worth of adding a card of this suit to a trick that another seat is winning."""
        if self.winner < 0:
            return 0
        card_points = added_points(self.state, self.state.seats[self.winner].won, self.winner_wish, suit)
        return -RIVAL_POINT * (self.winner_points + card_points)

    # ---- Winning the trick

    def beats(self, card: i64) -> bool:
        """Check whether a card beats the cards in the trick (FW-21)."""
        in_trick = self.in_trick
        if in_trick == 0:
            return True
        if card >= THUNDER_1:
            if has(ALL_SNOW, card) and not in_trick & ALL_THUNDER and in_trick & ALL_PLAIN:
                return False
            return in_trick >> card == 0
        if in_trick & ALL_THUNDER:
            return False
        led = self.state.led
        if led != SNOW:
            return suit_of(card) == led and (in_trick & cards_of(led)) >> card == 0
        return in_trick & plain_cards_from(rank_of(card) + 1) == 0

    def win_probability(self, card: i64) -> i64:
        """Return the probability that a card of `gain_suit` wins if later seats beat it when they can."""
        probability: i64 = CERTAIN
        if self.may_follow + self.void_seats == 0:
            return probability
        state = self.state
        led = state.led
        if led < 0:
            led = self.gain_suit
        threats = self.threats(card, led)
        of_led = cards_of(led)
        start = self.held * _ROW
        misses = _MISSES_OF_4 if state.equipment.players == 4 else _MISSES_OF_3
        no_higher: i64 = misses[start + count(threats & of_led)]
        against_void: i64 = misses[start + count(threats & ~of_led)]
        against_follower = no_higher - self.void_probability + (self.void_probability * against_void >> 8)
        for i in range(self.may_follow):
            probability = probability * against_follower >> 8
        for i in range(self.void_seats):
            probability = probability * against_void >> 8
        return probability

    def threats(self, card: i64, led: i64) -> i64:
        """Return the unseen cards that would beat a card that is winning the trick (FW-21)."""
        if has(ALL_SNOW, card) and not self.in_trick & ALL_THUNDER:
            return self.unseen & (ALL_PLAIN | ALL_SNOW & ~below(card))
        if card >= THUNDER_1:
            return self.unseen & ~below(card)
        if led != SNOW:
            return self.unseen & (cards_of(led) & ~below(card) | ALL_THUNDER)
        return self.unseen & (plain_cards_from(rank_of(card)) | ALL_THUNDER)


def plain_cards_from(least: i64) -> i64:
    """Return the Fine, Cloudy and Rainy cards of this number or higher."""
    fine = cards_of(FINE) & ~below(least - 1)
    return fine | shifted(fine, 10) | shifted(fine, 20)


def believed_wish(state: Weather, seat: i64, other: i64) -> i64:
    """Return the wish of `other` as `seat` knows it; a hidden wish is taken to be the announced one (FW-40)."""
    if state.equipment.hidden_wishes and seat != other:
        return state.seats[other].announced
    return state.seats[other].wish


def added_points(state: Weather, won: i64, wish: i64, suit: i64) -> i64:
    """Return the points that one more card of this suit adds, under a wish, to the cards already won."""
    if wish == SNOW:
        return 0
    if wish <= FINE + VERY:  # FW-30, FW-32
        if suit >= THUNDER and wish < VERY:
            ahead = count(won & ALL_THUNDER) - count(won & ALL_SNOW)
            if suit == THUNDER and ahead < 0:
                return -state.equipment.card_points[wish * SUIT_COUNT + SNOW]
            if suit == SNOW and ahead > 0:
                return -state.equipment.card_points[wish * SUIT_COUNT + THUNDER]
        return state.equipment.card_points[wish * SUIT_COUNT + suit]
    special = won & ~ALL_PLAIN
    if wish == CLOUDY + VERY:  # FW-33
        sign: i64 = 1
        if count(special) & 1:
            sign = -1
        if suit < THUNDER:
            return sign
        return -2 * sign * count(won & ALL_PLAIN)
    if suit == FINE:  # FW-34
        return -1
    if suit < THUNDER:
        return 2 * (suit - CLOUDY)
    if special == 0:
        return suit - THUNDER + 1
    return (suit - THUNDER) * bit(count(won & ALL_SNOW))


# ---- Wishes ----------------------------------------------------------------------------------------------------------

# The values of a wish for Fine, Cloudy or Rainy because it allows the Very wish in the next round.
NEXT_FINE: Final[i64] = 256
NEXT_CLOUDY: Final[i64] = 0
NEXT_RAINY: Final[i64] = 512
SAME_WISH: Final[i64] = 128
"""The cost of each other seat with the same wish."""
TRUTHFUL: Final[i64] = 384
"""The value of a true announcement."""

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
"""Weights of a hand, one row per kind of wish: for Fine, Cloudy or Rainy; Thunder; Snow; each of the Very wishes.

A row has a constant, then a weight per card: of the wished suit, high and low ones of it, high and low ones of the
other plain suits, Thunder, Snow. Fitted by linear regression to the points of 48,000 hands.
"""


@final
@mypyc_attr(acyclic=True)
class WishJudgement(Judgement):
    """Judges wishes by the hand, and announcements by whether they are true."""

    def __init__(self, state: Weather, seat: i64) -> None:
        self.state: Weather = state
        self.seat: i64 = seat
        hand = state.seats[seat].hand
        self.hand: i64 = hand
        # The number of cards of each sort in the hand.
        self.high: i64 = count(hand & _HIGH)
        self.low: i64 = count(hand & _LOW)
        self.thunder: i64 = count(hand & ALL_THUNDER)
        self.snow: i64 = count(hand & ALL_SNOW)

    def worth(self, choice: i64) -> i64:
        state = self.state
        if state.first == ANNOUNCE:
            if choice == state.seats[self.seat].wish:
                return TRUTHFUL
            return 0
        worth = self.hand_worth(choice)
        if state.part + 1 < state.equipment.rounds and state.equipment.wish_count > VERY:
            if choice == FINE:
                worth += NEXT_FINE
            elif choice == CLOUDY:
                worth += NEXT_CLOUDY
            elif choice == RAINY:
                worth += NEXT_RAINY
        for i in range(state.equipment.players):
            if believed_wish(state, self.seat, i) == choice:
                worth -= SAME_WISH
        return worth

    def hand_worth(self, wish: i64) -> i64:
        """Return the expected worth of the hand under a wish."""
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
