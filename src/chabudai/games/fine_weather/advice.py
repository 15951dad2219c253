"""What speaks for a choice in Wishing for Fine Weather!! or against it, in words."""

from chabudai.games.fine_weather.equipment import ALL_SNOW, ALL_THUNDER, SNOW, THUNDER, VERY, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.judgement import SURE, CardsJudged, WishesJudged, believed_wish, suit_worth
from chabudai.games.fine_weather.rules import ANNOUNCE, PLAY, Weather
from chabudai.games.fine_weather.scoring import points as scored
from chabudai.games.fine_weather.scoring import tally
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, count, members
from chabudai.kernel.message import Message

LIKELY = SURE * 2 // 3
UNLIKELY = SURE // 4
HIGH = 8
"""The lowest number of a high card."""


def advice(view: Weather, seat: int, action: int) -> Message | None:
    """What speaks for a legal choice of the seat, or against it, from what it knows; None if there is little to say."""
    choice = action - view.first
    if view.first == PLAY:
        return _play(view, seat, choice)
    if view.first == ANNOUNCE:
        return Message("true") if choice == view.seats[seat].wish else Message("misleads")
    return _wish(view, seat, choice)


# ---- Wishes ----------------------------------------------------------------------------------------------------------


def _wish(view: Weather, seat: int, wish: int) -> Message | None:
    hand = view.seats[seat].hand
    judged = WishesJudged(view, seat)
    rivals = sum(believed_wish(view, seat, other) == wish for other in range(view.rules.players) if other != seat)
    if wish == SNOW:
        high = sum(_is_high(card) for card in members(hand))
        return Message("few_high_cards", {"high": high}) if high < 2 else Message("high_cards_win", {"high": high})
    if rivals:
        # What was announced need not be true (FW-40).
        said = "rivals_announced" if view.rules.hidden else "rivals"
        return Message(said, {"rivals": rivals, "wish": WISHES[wish]})
    suit = wish - VERY if wish >= VERY else wish
    held = members(hand & cards_of(suit))
    if wish == THUNDER:
        return Message("thunder_in_hand", {"cards": len(held)})
    best = max(judged.worth(other) for other in members(view.choices(seat)))
    fitting = "best_wish" if judged.worth(wish) == best else "other_wish"
    return Message(fitting, {"suit": SUITS[suit], "cards": len(held), "high": sum(map(_is_high, held))})


def _is_high(card: int) -> bool:
    return suit_of(card) == THUNDER or rank_of(card) >= HIGH


# ---- Cards -----------------------------------------------------------------------------------------------------------


def _play(view: Weather, seat: int, card: int) -> Message | None:
    judged = CardsJudged(view, seat)
    suit = suit_of(card)
    if not judged.beats(card):
        return _wakes_snow(view, judged, card) or _loses(view, judged, suit)
    judged.turn_to(suit)
    chance = judged.win_chance(card)
    if judged.wish == SNOW:
        if chance < UNLIKELY:
            return Message("snow_ducks")
        return Message("snow_broken" if view.seats[seat].tricks else "snow_lost", {"points": -judged.mine})
    if chance < UNLIKELY:
        return Message("beaten", {"stronger": count(judged.threats(card, view.led if view.led >= 0 else suit))})
    if chance < LIKELY:
        return None
    points = judged.mine + suit_worth(view, judged.own, judged.wish, suit)
    if points < 0:
        return Message("wins_loss", {"points": -points})
    if chance < SURE:
        return Message("draws_suit", {"suit": SUITS[suit]}) if view.led < 0 and points > 0 else Message("likely_wins")
    winning = [other for other in members(view.choices(seat)) if suit_of(other) == suit and judged.beats(other)]
    if card != winning[0]:
        return Message("wins_dearly")
    return Message("wins_points", {"points": points}) if points else Message("wins_cheaply")


def _wakes_snow(view: Weather, judged: CardsJudged, card: int) -> Message | None:
    """The first Thunder hands a trick with Snow in it from whoever wins so far to the highest Snow (FW-21)."""
    snow = members(judged.lying & ALL_SNOW)
    if suit_of(card) != THUNDER or not snow or judged.lying & ALL_THUNDER:
        return None
    holder = next(seat for seat, player in enumerate(view.seats) if player.played == snow[-1])
    if holder == judged.winner:
        return None
    wish = believed_wish(view, judged.seat, holder)
    player, worth = view.seats[holder], view.rules.worth
    before = int(scored(wish, tally(player.won), player.tricks, worth))
    after = int(scored(wish, tally(player.won | judged.lying | bit(card)), player.tricks + 1, worth))
    points = after - before
    if points:
        return Message("snow_gains" if points > 0 else "snow_suffers", {"snow": CARDS[snow[-1]], "points": abs(points)})
    return Message("snow_wins", {"snow": CARDS[snow[-1]]})


def _loses(view: Weather, judged: CardsJudged, suit: int) -> Message | None:
    """A card that cannot win: what it does to whoever wins so far."""
    given = suit_worth(view, view.seats[judged.winner].won, judged.winner_wish, suit)
    if given > 0:
        return Message("feeds", {"points": given})
    if given < 0:
        return Message("spoils", {"points": -given})
    if judged.winner_wish == SNOW:
        return Message("leaves_it_to_snow")
    return Message("snow_ducks") if judged.wish == SNOW else Message("loses")
