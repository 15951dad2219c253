"""The layout of Wishing for Fine Weather!!: the table as a viewer sees it, made from the view alone."""

from chabudai.games.fine_weather.equipment import SNOW, THUNDER, suit_of
from chabudai.games.fine_weather.faces import weather_card
from chabudai.games.fine_weather.facts import facts
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY, WISH
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.score_steps import score_steps, suit_of_wish, wish_text
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People, counter, is_asked
from chabudai.scene.trick_zones import trick
from chabudai.scene.vocabulary import (
    AnyZone,
    Chip,
    Fan,
    Layout,
    Marker,
    Pile,
    Ring,
    Seat,
    Strip,
)
from chabudai.scene.words import Words


def lay_out(view: Weather, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    wishes = range(view.equipment.wish_count)
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words, people),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words, people),
        buttons=[f"{verb} {WISHES[wish]}" for verb in ("wish", "announce") for wish in wishes],
        notes={f"wish {WISHES[wish]}": wish_text(view.equipment, wish, words) for wish in wishes},
        scoring=score_steps(view, words, people) if view.over() else [],
    )


def _status(view: Weather, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    phase = "tricks" if view.first == PLAY and view.due < 0 else "wishes"
    values = {
        "round": view.part + 1,
        "rounds": view.equipment.rounds,
        "trick": view.trick + 1,
        "tricks": view.equipment.cards_per_hand,
    }
    return words.text("status", phase, **values)


def _prompt(view: Weather, words: Words) -> str:
    if view.first == WISH:
        return words.text("prompt", "choose" if view.equipment.hidden_wishes else "wish")
    if view.first == ANNOUNCE:
        return words.text("prompt", "announce", wish=WISHES[view.seats[view.viewer].wish])
    if view.led < 0:
        return words.text("prompt", "lead")
    follows = all(suit_of(number) == view.led for number in members(view.choices(view.viewer)))
    return words.text("prompt", "follow" if follows else "discard", suit=SUITS[view.led])


def _remark(view: Weather, words: Words, people: People) -> str:
    """Say who is winning the trick and why, or who will lead the first trick."""
    if view.over() or view.due >= 0:
        return ""
    if view.first != PLAY:
        return words.text("remark", "leads", seat=people.name(view.opener))
    winner = view.winning()
    if winner < 0:
        return ""
    best = view.seats[winner].played
    suit = SUITS[suit_of(best)]
    return words.text("remark", _winning_rule(view, best), seat=people.name(winner), card=CARDS[best], suit=suit)


def _winning_rule(view: Weather, best: int) -> str:
    """Return the message id of the rule by which this card is winning (FW-21)."""
    suit = suit_of(best)
    if suit == SNOW:
        return "snow_over_thunder" if _has_thunder(view) else "only_snow"
    if suit == THUNDER:
        return "thunder"
    return "highest_number" if view.led == SNOW else "highest_of_led"


def _middle(view: Weather, words: Words) -> list[AnyZone]:
    zones: list[AnyZone] = []
    if view.first == PLAY and view.due < 0 and not view.over():
        played = [player.played for player in view.seats]
        cards = trick(played, view.leader, view.winning(), lambda number, marks: weather_card(number, words, marks))
        zones.append(Ring(id="trick", title=words.text("zone", "trick"), cards=cards))
        if view.led >= 0:
            zones.append(
                Strip(id="order", title=words.text("zone", "order"), chips=_strength(view, words), ordered=True)
            )
    return zones


def _strength(view: Weather, words: Words) -> list[Chip]:
    """Return what can win this trick, the strongest first (FW-21)."""
    thunder, snow = SUITS[THUNDER], SUITS[SNOW]
    highest_snow = Chip(words.text("order", "highest", suit=snow), snow)
    highest_thunder = Chip(words.text("order", "highest", suit=thunder), thunder)
    if _has_thunder(view):
        return [highest_snow, highest_thunder]
    snow_if_thunder = Chip(words.text("order", "snow_if_thunder"), snow)
    if view.led == SNOW:
        return [snow_if_thunder, Chip(words.text("order", "highest_number")), highest_snow]
    led = SUITS[view.led]
    return [snow_if_thunder, highest_thunder, Chip(words.text("order", "highest", suit=led), led)]


def _has_thunder(view: Weather) -> bool:
    """Check whether the trick contains a Thunder."""
    return any(player.played >= 0 and suit_of(player.played) == THUNDER for player in view.seats)


def _seat(view: Weather, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    you = seat == view.viewer
    zones: list[AnyZone] = []
    title = words.text("zone", "hand")
    if you:
        hand = [weather_card(number, words) for number in members(player.hand)]
        zones.append(Fan(id="hand", title=title, verbs=["play"], cards=hand, sortable=True))
    else:
        zones.append(Pile(id=f"hand-{seat}", title=title, count=view.hand_size(seat)))
    markers = [Marker("leads", words.text("marker", "leads"))] if seat == view.leader and not view.over() else []
    for kind, wish in (("announced", player.announced), ("wish", player.wish)):
        if wish >= 0:
            markers.append(Marker(kind, words.text("marker", kind, wish=WISHES[wish]), suit=suit_of_wish(wish)))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=you,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=zones,
        counters=[counter(words, "tricks", player.tricks)],
        markers=markers,
    )
