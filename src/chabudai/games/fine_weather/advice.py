"""What speaks for or against a choice in Wishing for Fine Weather!!, for hints and reviews."""

from chabudai.games.fine_weather.equipment import ALL_SNOW, ALL_THUNDER, SNOW, THUNDER, VERY, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.judgement import CERTAIN, CardJudgement, WishJudgement, added_points, believed_wish
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.scoring import round_points, tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import bit, count, members
from chabudai.kernel.message import Message

LIKELY = CERTAIN * 2 // 3
"""From this probability on, a card is likely to win."""
UNLIKELY = CERTAIN // 4
"""Below this probability, a card is unlikely to win."""
HIGH = 8
"""The lowest number of a high card."""


def advice(view: Weather, seat: int, action: int) -> list[Aspect]:
    """Return the aspects of a legal choice, from what the seat knows."""
    choice = action - view.first
    if view.first == PLAY:
        return _play(view, seat, choice)
    if view.first == ANNOUNCE:
        return _announce(view, seat, choice)
    return _wish(view, seat, choice)


# ---- Wishes ----------------------------------------------------------------------------------------------------------


def _announce(view: Weather, seat: int, wish: int) -> list[Aspect]:
    """A true announcement and a false one have each their own advantage."""
    true = wish == view.seats[seat].wish
    return [
        Aspect("truth", true, pro=Message("true") if true else None),
        Aspect("secrecy", not true, pro=None if true else Message("misleads")),
    ]


def _wish(view: Weather, seat: int, wish: int) -> list[Aspect]:
    hand = view.seats[seat].hand
    judgement = WishJudgement(view, seat)
    worth = judgement.worth(wish)
    if wish == SNOW:
        high = sum(_is_high(card) for card in members(hand))
        if high < 2:
            return [Aspect("wish", worth, pro=Message("few_high_cards", {"high": high})), Aspect("rivals", 0)]
        return [Aspect("wish", worth, con=Message("high_cards_win", {"high": high})), Aspect("rivals", 0)]
    suit = wish - VERY if wish >= VERY else wish
    of_suit = members(hand & cards_of(suit))
    cards, high = len(of_suit), sum(map(_is_high, of_suit))
    pro = None
    if wish == THUNDER:
        pro = Message("thunder_in_hand", {"cards": cards}) if cards else None
    elif cards:
        best = max(judgement.worth(allowed) for allowed in members(view.choices(seat)))
        message_id = "best_wish" if worth == best else "other_wish"
        pro = Message(message_id, {"suit": SUITS[suit], "cards": cards, "high": high})
    rivals = _rivals(view, seat, wish)
    return [rivals, Aspect("wish", worth, pro=pro)]


def _rivals(view: Weather, seat: int, wish: int) -> Aspect:
    """Compare how many others have the same wish, as far as the seat knows."""
    others = [other for other in range(view.equipment.players) if other != seat]
    rivals = sum(believed_wish(view, seat, other) == wish for other in others)
    if not rivals:
        return Aspect("rivals", 0)
    # An announcement may be false (FW-40).
    message_id = "rivals_announced" if view.equipment.hidden_wishes else "rivals"
    return Aspect("rivals", -rivals, con=Message(message_id, {"rivals": rivals, "wish": WISHES[wish]}))


def _is_high(card: int) -> bool:
    return suit_of(card) == THUNDER or rank_of(card) >= HIGH


# ---- Cards -----------------------------------------------------------------------------------------------------------


def _play(view: Weather, seat: int, card: int) -> list[Aspect]:
    judgement = CardJudgement(view, seat)
    suit = suit_of(card)
    if not judgement.beats(card):
        loses = Message("snow_ducks") if judgement.wish == SNOW else None
        given = _lets_snow_win(view, judgement, card) or _given(view, judgement, suit)
        return [given, Aspect("snow", 0, pro=loses), Aspect("trick", 0)]
    judgement.prepare_suit(suit)
    probability = judgement.win_probability(card)
    if judgement.wish == SNOW:
        return [_snow(view, judgement, seat, probability)]
    points = judgement.own_points + added_points(view, judgement.own_won, judgement.wish, suit)
    return [
        *([_price(view, seat, judgement, card, points)] if probability == CERTAIN and points >= 0 else []),
        _trick(view, judgement, card, probability, points),
    ]


def _snow(view: Weather, judgement: CardJudgement, seat: int, probability: int) -> Aspect:
    """Under a wish for Snow, compare how likely a card is to win a trick that the seat does not want."""
    if probability < UNLIKELY:
        return Aspect("snow", -probability, pro=Message("snow_ducks"))
    message_id = "snow_broken" if view.seats[seat].tricks else "snow_lost"
    return Aspect("snow", -probability, con=Message(message_id, {"points": -judgement.own_points}))


def _trick(view: Weather, judgement: CardJudgement, card: int, probability: int, points: int) -> Aspect:
    """Compare what the trick is likely to bring the seat; a card that cannot win it brings 0."""
    suit = suit_of(card)
    # Winning a trick without points still gains the lead.
    worth = probability * (10 * points if points else 1)
    if probability < UNLIKELY:
        stronger = count(judgement.threats(card, view.led if view.led >= 0 else suit))
        beaten = Message("beaten", {"stronger": stronger})
        # To lose a trick that costs points is no drawback.
        return Aspect("trick", worth, con=beaten if points >= 0 else None)
    if probability < LIKELY:
        return Aspect("trick", worth)
    if points < 0:
        return Aspect("trick", worth, con=Message("wins_loss", {"points": -points}))
    if view.led < 0 and points > 0 and probability < CERTAIN:
        return Aspect("trick", worth, pro=Message("draws_suit", {"suit": SUITS[suit]}))
    return Aspect("trick", worth, pro=Message("likely_wins" if probability < CERTAIN else "wins"))


def _price(view: Weather, seat: int, judgement: CardJudgement, card: int, points: int) -> Aspect:
    """Compare the cards of one suit that certainly win: the lowest is enough."""
    suit = suit_of(card)
    lowest = min(legal for legal in members(view.choices(seat)) if suit_of(legal) == suit and judgement.beats(legal))
    name = f"price {suit}"
    if card != lowest:
        return Aspect(name, -card, con=Message("wins_dearly"))
    return Aspect(name, -card, pro=Message("wins_points", {"points": points}) if points else Message("wins_cheaply"))


def _lets_snow_win(view: Weather, judgement: CardJudgement, card: int) -> Aspect | None:
    """Compare what a first Thunder gives by making the highest Snow in the trick win (FW-21); None for other cards."""
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
    if points > 0:
        return Aspect("given", -points, con=Message("snow_gains", {"snow": CARDS[snow[-1]], "points": points}))
    if points < 0:
        return Aspect("given", -points, pro=Message("snow_suffers", {"snow": CARDS[snow[-1]], "points": -points}))
    return Aspect("given", 0, pro=Message("snow_wins", {"snow": CARDS[snow[-1]]}))


def _given(view: Weather, judgement: CardJudgement, suit: int) -> Aspect:
    """Compare what a losing card gives the player who is winning the trick."""
    given = added_points(view, view.seats[judgement.winner].won, judgement.winner_wish, suit)
    if given > 0:
        return Aspect("given", -given, con=Message("feeds", {"points": given}))
    if given < 0:
        return Aspect("given", -given, pro=Message("spoils", {"points": -given}))
    if judgement.winner_wish == SNOW:
        return Aspect("given", 0, pro=Message("leaves_it_to_snow"))
    return Aspect("given", 0, pro=None if judgement.wish == SNOW else Message("loses"))
