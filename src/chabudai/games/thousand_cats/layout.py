"""What a person sees of Festival of Thousand Cats."""

from chabudai.games.thousand_cats import position
from chabudai.games.thousand_cats.counting import scoring
from chabudai.games.thousand_cats.equipment import ADVANCED, DUMMY_SEAT, EXPERIENCED, SEASON_CARDS, card_at
from chabudai.games.thousand_cats.faces import card, multiplier, pair
from chabudai.games.thousand_cats.facts import facts
from chabudai.games.thousand_cats.reasons import PHASES
from chabudai.games.thousand_cats.reveal import last_reveal
from chabudai.games.thousand_cats.rules import TOO_MUCH_BOOZE, Cats
from chabudai.games.thousand_cats.words import CARDS, SEASONS, SUITS
from chabudai.kernel.bits import has, members
from chabudai.scene.make import People, counter, is_asked
from chabudai.scene.vocabulary import (
    AnyZone,
    Card,
    Chip,
    Counter,
    Fan,
    Layout,
    Mark,
    Marker,
    Pile,
    Ring,
    Row,
    Seat,
    Strip,
)
from chabudai.scene.words import Said, Words


def lay_out(view: Cats, words: Words, people: People) -> Layout:
    """The table as the view's owner sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.rules.players)],
        facts=facts(view, words, people),
        buttons=[f"token {season}" for season in SEASONS],
        notes={f"start {seat}": people.name(seat).text for seat in range(view.rules.players)},
        scoring=scoring(view, words, people) if view.over() else [],
        moment=last_reveal(view, words),
    )


# ---- What is asked -------------------------------------------------------------------------------------------------


def _status(view: Cats, words: Words) -> str:
    values = {"game": view.part + 1, "round": view.round + 1, "target": view.rules.target}
    if view.over():
        return words.text("status", "over")
    if view.counted:
        return words.text("status", "between", game=view.part, target=view.rules.target)
    playing = view.due < 0 and view.first in (position.PLAY, position.SWAP)
    kind = "round" if playing else "preparation"
    return words.text("status", f"extra_{kind}" if view.extra else kind, **values)


def _prompt(view: Cats, words: Words) -> str:
    phase = PHASES[view.first]
    return words.text("prompt", "token_for_yorozu" if phase == "token" and view.counted else phase)


def _remark(view: Cats, words: Words) -> str:
    """What the choice will lead to."""
    if not is_asked(view):
        return ""
    if view.first == position.SWAP:
        return words.text("remark", "swap", card=CARDS[view.seats[view.viewer].played])
    if view.first != position.PLAY:
        return ""
    told = [words.text("remark", "play", low=CARDS[view.low], high=CARDS[view.high])]
    hand = view.seats[view.viewer].hand
    if view.hand_size(view.viewer) == 1:
        told.append(words.text("remark", "last"))
    elif not hand & SEASON_CARDS & ~view.closed:
        told.append(words.text("remark", "free"))
    return words.tables["name"]["joint"].join(told)


# ---- The middle ----------------------------------------------------------------------------------------------------


def _middle(view: Cats, words: Words) -> list[AnyZone]:
    zones: list[AnyZone] = []
    if view.high >= 0 and not view.counted:
        zones.append(Strip(id="seasons", title=words.text("zone", "seasons"), chips=_seasons(view, words)))
        zones.append(pair(view.rules, view.low, view.high, words))
    if view.due < 0 and view.first in (position.PLAY, position.SWAP) and not view.counted:
        ring = [_before(view, words, seat) for seat in range(view.rules.players)]
        if any(ring):
            zones.append(Ring(id="played", title=words.text("zone", "played"), cards=ring))
    if view.rules.dummy:
        zones += _dummy(view, words)
    if view.rules.mode == ADVANCED and view.due < 0 and view.first in (position.TOKENS, position.TOKEN):
        left = [
            Chip(words.text("season", "token", season=name, number=view.supply(season)), name)
            for season, name in enumerate(SEASONS)
        ]
        zones.append(Strip(id="supply", title=words.text("zone", "supply"), chips=left))
    return zones


def _seasons(view: Cats, words: Words) -> list[Chip]:
    """Open and closed seasons at a glance."""
    seasons = view.open_seasons()
    chips = []
    for season, name in enumerate(SEASONS):
        marks: list[Mark] = [] if has(seasons, season) else ["closed"]
        chips.append(Chip(words.text("season", "closed" if marks else "open", season=name), name, marks))
    return chips


def _before(view: Cats, words: Words, seat: int) -> Card | None:
    """What lies before a seat: nothing yet, a face-down card, or the card that was revealed."""
    played = view.seats[seat].played
    if played >= 0:
        return card(view.rules, played, words)
    return Card() if view.has_chosen(seat) else None


def _dummy(view: Cats, words: Words) -> list[AnyZone]:
    dummy = view.seats[DUMMY_SEAT]
    zones: list[AnyZone] = []
    if dummy.played >= 0:
        shown = [card(view.rules, dummy.played, words)]
        zones.append(Row(id="dummy_played", title=words.text("zone", "dummy_played"), cards=shown))
    taken = [card_at(dummy.row, place) for place in range(view.round)]
    if taken:
        chips = [_short(view, words, number) for number in taken]
        zones.append(Strip(id="dummy_taken", title=words.text("zone", "dummy_taken"), chips=chips))
    return zones


def _short(view: Cats, words: Words, number: int) -> Chip:
    """A card in as few letters as can be."""
    suit = SUITS[view.rules.season[number]]
    return Chip(f"{words.sentence('suit_sign', suit)}{view.rules.value(number)}", suit)


# ---- The seats -----------------------------------------------------------------------------------------------------


def _seat(view: Cats, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    counters = [counter(words, "booze", player.booze, most=TOO_MUCH_BOOZE)]
    if not view.counted or view.over():
        # Between two games the tokens by which the last one was counted are gone (TC-62).
        counters.append(counter(words, "game", view.points(seat)))
    if view.rules.mode == ADVANCED:
        counters.append(_tokens(view, words, seat))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=seat == view.viewer,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=_belongings(view, words, seat),
        counters=counters,
        markers=_markers(view, words, seat),
    )


def _tokens(view: Cats, words: Words, seat: int) -> Counter:
    """How many tokens a seat has, and of which seasons."""
    owned = {name: view.seats[seat].owned(season) for season, name in enumerate(SEASONS)}
    said = [
        Said(words.text("season", "token", season=name, number=number) if number > 1 else words.name(name))
        for name, number in owned.items()
        if number
    ]
    return counter(words, "tokens", sum(owned.values()), words.list(said).text)


def _belongings(view: Cats, words: Words, seat: int) -> list[AnyZone]:
    player = view.seats[seat]
    you = seat == view.viewer
    zones: list[AnyZone] = []
    if player.multiplier >= 0:
        chosen = [multiplier(view.rules, player.multiplier, words)]
        zones.append(Row(id=f"multiplier-{seat}", title=words.text("zone", "multiplier"), cards=chosen))
    taken = [card(view.rules, card_at(player.row, place), words) for place in range(view.round)]
    zones.append(Row(id=f"taken-{seat}", title=words.text("zone", "taken"), cards=taken))
    if view.rules.mode == EXPERIENCED:
        zones += _multipliers(view, words, seat)
    title = words.text("zone", "hand")
    if you:
        # A chosen card lies before the seat already.
        held = player.hand & ~(1 << player.played) if player.played >= 0 else player.hand
        zones.append(
            Fan(
                id="hand",
                title=title,
                verbs=["play"],
                cards=[card(view.rules, number, words) for number in members(held)],
                sortable=True,
            )
        )
    elif not view.counted:
        size = view.hand_size(seat) - (1 if view.has_chosen(seat) else 0)
        zones.append(Pile(id=f"hand-{seat}", title=title, count=size))
    return zones


def _multipliers(view: Cats, words: Words, seat: int) -> list[AnyZone]:
    held = view.multipliers_held(seat)
    title = words.text("zone", "multipliers")
    if not held:
        return []
    if seat != view.viewer:
        return [Pile(id=f"multipliers-{seat}", title=title, count=held)]
    cards = [multiplier(view.rules, number, words) for number in members(view.seats[seat].multipliers)]
    return [Row(id="multipliers", title=title, verbs=["multiplier"], cards=cards)]


def _markers(view: Cats, words: Words, seat: int) -> list[Marker]:
    player = view.seats[seat]
    markers = []
    if view.has_chosen(seat):
        markers.append(Marker("chosen", words.text("marker", "chosen")))
    if player.void:
        lacking = [name for season, name in enumerate(SEASONS) if has(player.void, season)]
        markers.append(Marker("no_more", words.text("marker", "no_more", seasons=words.list(lacking))))
    if player.booze == 2 and not view.counted:
        markers.append(Marker("two_booze", words.text("marker", "two_booze"), warning=True))
    return markers
