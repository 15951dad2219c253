"""The layout of Festival of Thousand Cats: the table as a viewer sees it, made from the view alone."""

from chabudai.games.thousand_cats import phases
from chabudai.games.thousand_cats.equipment import ADVANCED, DUMMY_SEAT, EXPERIENCED, SEASON_CARDS, card_at
from chabudai.games.thousand_cats.faces import middle_row, multiplier_card, number_card
from chabudai.games.thousand_cats.facts import facts
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.score_steps import score_steps
from chabudai.games.thousand_cats.scoring import TOO_MUCH_BOOZE, game_points
from chabudai.games.thousand_cats.words import CARDS, PHASE_NAMES, SEASONS, SUITS
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People, counter, is_asked
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
from chabudai.scene.words import Verbatim, Words


def lay_out(view: Cats, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words, people),
        buttons=[f"token {season}" for season in SEASONS],
        notes={f"start {seat}": people.name(seat).text for seat in range(view.equipment.players)},
        scoring=score_steps(view, words, people) if view.over() else [],
    )


# ---- Status and prompt ---------------------------------------------------------------------------------------------


def _status(view: Cats, words: Words) -> str:
    values = {"game": view.part + 1, "round": view.round + 1, "target": view.equipment.target}
    if view.over():
        return words.text("status", "over")
    if view.counted:
        return words.text("status", "between", game=view.part, target=view.equipment.target)
    playing = view.due < 0 and view.first in (phases.PLAY, phases.SWAP)
    kind = "round" if playing else "preparation"
    return words.text("status", f"extra_{kind}" if view.extra else kind, **values)


def _prompt(view: Cats, words: Words) -> str:
    phase = PHASE_NAMES[view.first]
    return words.text("prompt", "token_for_yorozu" if phase == "token" and view.counted else phase)


def _remark(view: Cats, words: Words) -> str:
    """Explain what the choice will lead to."""
    if not is_asked(view):
        return ""
    if view.first == phases.SWAP:
        return words.text("remark", "swap", card=CARDS[view.seats[view.viewer].played])
    if view.first != phases.PLAY:
        return ""
    sentences = [words.text("remark", "play", low=CARDS[view.low], high=CARDS[view.high])]
    hand = view.seats[view.viewer].hand
    if view.hand_size(view.viewer) == 1:
        sentences.append(words.text("remark", "last"))
    elif not hand & SEASON_CARDS & ~view.closed:
        sentences.append(words.text("remark", "free"))
    return words.tables["name"]["joint"].join(sentences)


# ---- The middle ----------------------------------------------------------------------------------------------------


def _middle(view: Cats, words: Words) -> list[AnyZone]:
    zones: list[AnyZone] = []
    if view.high >= 0 and not view.counted:
        zones.append(Strip(id="seasons", title=words.text("zone", "seasons"), chips=_seasons(view, words)))
        zones.append(middle_row(view.equipment, view.low, view.high, words))
    if view.due < 0 and view.first in (phases.PLAY, phases.SWAP) and not view.counted:
        ring = [_played_card(view, words, seat) for seat in range(view.equipment.players)]
        if any(ring):
            zones.append(Ring(id="played", title=words.text("zone", "played"), cards=ring))
    if view.equipment.with_dummy:
        zones += _dummy(view, words)
    if view.equipment.rule_set == ADVANCED and view.due < 0 and view.first in (phases.THREE_TOKENS, phases.ONE_TOKEN):
        left = [
            Chip(words.text("season", "token", season=name, number=view.supply(season)), name)
            for season, name in enumerate(SEASONS)
        ]
        zones.append(Strip(id="supply", title=words.text("zone", "supply"), chips=left))
    return zones


def _seasons(view: Cats, words: Words) -> list[Chip]:
    """Return a chip for each season, open or closed."""
    seasons = view.open_seasons()
    chips = []
    for season, name in enumerate(SEASONS):
        marks: list[Mark] = [] if has(seasons, season) else ["closed"]
        chips.append(Chip(words.text("season", "closed" if marks else "open", season=name), name, marks))
    return chips


def _played_card(view: Cats, words: Words, seat: int) -> Card | None:
    """Return the card in front of a seat, face down until it is revealed."""
    played = view.seats[seat].played
    if played >= 0:
        return number_card(view.equipment, played, words)
    return Card() if view.has_chosen(seat) else None


def _dummy(view: Cats, words: Words) -> list[AnyZone]:
    dummy = view.seats[DUMMY_SEAT]
    zones: list[AnyZone] = []
    if dummy.played >= 0:
        shown = [number_card(view.equipment, dummy.played, words)]
        zones.append(Row(id="dummy_played", title=words.text("zone", "dummy_played"), cards=shown))
    taken = [card_at(dummy.row, place) for place in range(view.round)]
    if taken:
        chips = [_card_chip(view, words, number) for number in taken]
        zones.append(Strip(id="dummy_taken", title=words.text("zone", "dummy_taken"), chips=chips))
    return zones


def _card_chip(view: Cats, words: Words, number: int) -> Chip:
    """Return a card in its shortest form."""
    suit = SUITS[view.equipment.season[number]]
    return Chip(f"{words.sentence('suit_sign', suit)}{view.equipment.value(number)}", suit)


# ---- The seats -----------------------------------------------------------------------------------------------------


def _seat(view: Cats, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    counters = [counter(words, "booze", player.booze, most=TOO_MUCH_BOOZE)]
    if not view.counted or view.over():
        # Between two games, the tokens that counted in the scoring have been returned (TC-61), so the points can no
        # longer be computed.
        counters.append(counter(words, "game", game_points(view, seat)))
    if view.equipment.rule_set == ADVANCED:
        counters.append(_tokens(view, words, seat))
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=seat == view.viewer,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=_seat_zones(view, words, seat),
        counters=counters,
        markers=_markers(view, words, seat),
    )


def _tokens(view: Cats, words: Words, seat: int) -> Counter:
    """Return a counter of the tokens of a seat, with their seasons."""
    owned = {name: view.seats[seat].tokens_of(season) for season, name in enumerate(SEASONS)}
    season_texts = [
        Verbatim(words.text("season", "token", season=name, number=number) if number > 1 else words.name(name))
        for name, number in owned.items()
        if number
    ]
    return counter(words, "tokens", sum(owned.values()), words.list(season_texts).text)


def _seat_zones(view: Cats, words: Words, seat: int) -> list[AnyZone]:
    player = view.seats[seat]
    you = seat == view.viewer
    zones: list[AnyZone] = []
    if player.multiplier >= 0:
        chosen = [multiplier_card(view.equipment, player.multiplier, words)]
        zones.append(Row(id=f"multiplier-{seat}", title=words.text("zone", "multiplier"), cards=chosen))
    taken = [number_card(view.equipment, card_at(player.row, place), words) for place in range(view.round)]
    zones.append(Row(id=f"taken-{seat}", title=words.text("zone", "taken"), cards=taken))
    if view.equipment.rule_set == EXPERIENCED:
        zones += _multipliers(view, words, seat)
    title = words.text("zone", "hand")
    if you:
        # A chosen card is already in front of the seat.
        hand = player.hand & ~(1 << player.played) if player.played >= 0 else player.hand
        zones.append(
            Fan(
                id="hand",
                title=title,
                verbs=["play"],
                cards=[number_card(view.equipment, number, words) for number in members(hand)],
                sortable=True,
            )
        )
    elif not view.counted:
        size = view.hand_size(seat) - (1 if view.has_chosen(seat) else 0)
        zones.append(Pile(id=f"hand-{seat}", title=title, count=size))
    return zones


def _multipliers(view: Cats, words: Words, seat: int) -> list[AnyZone]:
    number_held = view.multipliers_held(seat)
    title = words.text("zone", "multipliers")
    if not number_held:
        return []
    if seat != view.viewer:
        return [Pile(id=f"multipliers-{seat}", title=title, count=number_held)]
    cards = [multiplier_card(view.equipment, number, words) for number in members(view.seats[seat].multipliers)]
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
