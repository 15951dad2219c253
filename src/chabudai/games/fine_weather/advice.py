"""The advice for or against a choice in Wishing for Fine Weather!!, for hints and reviews."""

from chabudai.games.fine_weather.equipment import ALL_SNOW, ALL_THUNDER, SNOW, THUNDER, VERY, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.judgement import CERTAIN, CardJudgement, WishJudgement, added_points, believed_wish
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.scoring import round_points, tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, count, members
from chabudai.kernel.message import Message

LIKELY = CERTAIN * 2 // 3
"""From this probability on, a card is likely to win."""
UNLIKELY = CERTAIN // 4
"""Below this probability, a card is unlikely to win."""
HIGH = 8
"""The lowest number of a high card."""


def advice(view: Weather, seat: int, action: int) -> Message | None:
    """Return what speaks for or against a legal choice, from what the seat knows; None if there is little to say."""
    choice = action - view.first
    if view.first == PLAY:
        return _play(view, seat, choice)
    if view.first == ANNOUNCE:
        return Message("true") if choice == view.seats[seat].wish else Message("misleads")
    return _wish(view, seat, choice)


# ---- Wishes ----------------------------------------------------------------------------------------------------------


def _wish(view: Weather, seat: int, wish: int) -> Message | None:
    hand = view.seats[seat].hand
    judgement = WishJudgement(view, seat)
    others = [other for other in range(view.equipment.players) if other != seat]
    rivals = sum(believed_wish(view, seat, other) == wish for other in others)
    if wish == SNOW:
        high = sum(_is_high(card) for card in members(hand))
        return Message("few_high_cards", {"high": high}) if high < 2 else Message("high_cards_win", {"high": high})
    if rivals:
        # An announcement may be false (FW-40).
        message = "rivals_announced" if view.equipment.hidden_wishes else "rivals"
        return Message(message, {"rivals": rivals, "wish": WISHES[wish]})
    suit = wish - VERY if wish >= VERY else wish
    of_suit = members(hand & cards_of(suit))
    if wish == THUNDER:
        return Message("thunder_in_hand", {"cards": len(of_suit)})
    best = max(judgement.worth(allowed) for allowed in members(view.choices(seat)))
    message = "best_wish" if judgement.worth(wish) == best else "other_wish"
    return Message(message, {"suit": SUITS[suit], "cards": len(of_suit), "high": sum(map(_is_high, of_suit))})


def _is_high(card: int) -> bool:
    return suit_of(card) == THUNDER or rank_of(card) >= HIGH


# ---- Cards -----------------------------------------------------------------------------------------------------------


def _play(view: Weather, seat: int, card: int) -> Message | None:
    judgement = CardJudgement(view, seat)
    suit = suit_of(card)
    if not judgement.beats(card):
        return _lets_snow_win(view, judgement, card) or _loses(view, judgement, suit)
    judgement.prepare_suit(suit)
    probability = judgement.win_probability(card)
    if judgement.wish == SNOW:
        if probability < UNLIKELY:
            return Message("snow_ducks")
        return Message("snow_broken" if view.seats[seat].tricks else "snow_lost", {"points": -judgement.own_points})
    if probability < UNLIKELY:
        return Message("beaten", {"stronger": count(judgement.threats(card, view.led if view.led >= 0 else suit))})
    if probability < LIKELY:
        return None
    points = judgement.own_points + added_points(view, judgement.own_won, judgement.wish, suit)
    if points < 0:
        return Message("wins_loss", {"points": -points})
    if probability < CERTAIN:
        return Message("draws_suit", {"suit": SUITS[suit]}) if view.led < 0 and points > 0 else Message("likely_wins")
    winning = [legal for legal in members(view.choices(seat)) if suit_of(legal) == suit and judgement.beats(legal)]
    if card != winning[0]:
        return Message("wins_dearly")
    return Message("wins_points", {"points": points}) if points else Message("wins_cheaply")


def _lets_snow_win(view: Weather, judgement: CardJudgement, card: int) -> Message | None:
    """Describe a first Thunder that makes the highest Snow in the trick win (FW-21); None for any other card."""
    snow = members(judgement.in_trick & ALL_SNOW)
    if suit_of(card) != THUNDER or not snow or judgement.in_trick & ALL_THUNDER:
        return None
    holder = next(seat for seat, player in enumerate(view.seats) if player.played == snow[-1])
    if holder == judgement.winner:
        return None
    wish = believed_wish(view, judgement.seat, holder)
    player, card_points = view.seats[holder], view.equipment.card_points
    before = int(round_points(wish, tally_of(player.won), player.tricks, card_points))
    tally = tally_of(player.won | judgement.in_trick | bit(card))
    after = int(round_points(wish, tally, player.tricks + 1, card_points))
    points = after - before
    if points:
        return Message("snow_gains" if points > 0 else "snow_suffers", {"snow": CARDS[snow[-1]], "points": abs(points)})
    return Message("snow_wins", {"snow": CARDS[snow[-1]]})


def _loses(view: Weather, judgement: CardJudgement, suit: int) -> Message | None:
    """Describe what a losing card gives the player who is winning the trick."""
    given = added_points(view, view.seats[judgement.winner].won, judgement.winner_wish, suit)
    if given > 0:
        return Message("feeds", {"points": given})
    if given < 0:
        return Message("spoils", {"points": -given})
    if judgement.winner_wish == SNOW:
        return Message("leaves_it_to_snow")
    return Message("snow_ducks") if judgement.wish == SNOW else Message("loses")
