"""The layout of Ameno Kirifuda: the table as a viewer sees it, made from the view alone."""

from functools import lru_cache

from chabudai.games.ameno_kirifuda import phases
from chabudai.games.ameno_kirifuda.faces import omegumi_card, season_card
from chabudai.games.ameno_kirifuda.facts import facts
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.score_steps import score_steps
from chabudai.games.ameno_kirifuda.words import CARDS, SEASONS, SPACES, verb_of
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People, counter, is_asked
from chabudai.scene.trick_zones import trick
from chabudai.scene.vocabulary import (
    AnyZone,
    Chip,
    Fan,
    Grid,
    GridRow,
    Layout,
    Mark,
    Marker,
    Pile,
    Ring,
    Row,
    Seat,
    Space,
    Strip,
    Token,
)
from chabudai.scene.words import Words


def lay_out(view: Ameno, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words, people),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words, people),
        scoring=score_steps(view, words, people) if view.over() else [],
    )


def _status(view: Ameno, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    phase = "tricks" if view.first >= phases.PLAY and view.due < 0 else "preparation"
    return words.text("status", phase, round=view.part + 1, trick=view.trick + 1, tricks=view.equipment.tricks)


def _prompt(view: Ameno, words: Words) -> str:
    if view.first == phases.PLAY and view.led < 0:
        return words.text("prompt", "lead")
    season = SEASONS[view.best >> 3] if view.best >= 0 else ""
    return words.text("prompt", verb_of(view.first), season=season, left=view.owed)


def _remark(view: Ameno, words: Words, people: People) -> str:
    """Explain the prompt, or say which card is winning or has won."""
    if view.over() or view.due >= 0:
        return ""
    if view.first == phases.PLAY and view.led >= 0:
        led, trump = SEASONS[view.led], SEASONS[(view.led + 1) & 3]
        winner = people.name(view.winner)
        return words.text("remark", "winning", seat=winner, card=CARDS[view.best], led=led, trump=trump)
    if view.first == phases.MOVE_TO:
        return words.text("remark", "overflow", season=SEASONS[view.overflow()])
    if view.first in (phases.PLACE, phases.PUSH, phases.RETURN):
        return words.text("remark", "won", seat=people.name(view.winner), card=CARDS[view.best])
    return words.text("remark", "lead" if view.first == phases.PLAY else verb_of(view.first))


def _middle(view: Ameno, words: Words) -> list[AnyZone]:
    zones: list[AnyZone] = []
    if view.face_up:
        cards = [omegumi_card(view.equipment, number, words) for number in members(view.face_up)]
        zones.append(Row(id="face_up", title=words.text("zone", "face_up"), verbs=["draft"], cards=cards))
    zones.append(_board(tuple(player.board for player in view.seats), view.pushed, words))
    if view.first >= phases.PLAY and view.due < 0 and not view.over():
        played = [player.played for player in view.seats]
        trick_cards = trick(played, view.leader, view.winner, lambda number, marks: season_card(number, words, marks))
        zones.append(Ring(id="trick", title=words.text("zone", "trick"), cards=trick_cards))
    if view.led >= 0:
        zones.append(Strip(id="order", title=words.text("zone", "order"), chips=_strength(view, words), ordered=True))
    return zones


@lru_cache(maxsize=4096)
def _board(stones_by_seat: tuple[int, ...], pushed: int, words: Words) -> Grid:
    """Return the board, cached because every viewer sees the same one and it seldom changes."""
    owners = {space: seat for seat, stones in enumerate(stones_by_seat) for space in members(stones)}
    rows = []
    for season, name in enumerate(SEASONS):
        spaces = []
        for space in range(season * 4, season * 4 + 4):
            token = Token(words.text("zone", "stone"), owners[space]) if space in owners else None
            marks: list[Mark] = ["moving"] if space == pushed else []
            spaces.append(Space(SPACES[space], words.name(SPACES[space]), token, marks))
        rows.append(GridRow(words.name(name), name, spaces))
    return Grid(id="board", title=words.text("zone", "board"), verbs=["place", "push", "to", "return"], rows=rows)


def _strength(view: Ameno, words: Words) -> list[Chip]:
    """Return the seasons by their strength in this trick, the strongest first; the last two never win (AK-21)."""
    led, trump = SEASONS[view.led], SEASONS[(view.led + 1) & 3]
    others = [season for season in SEASONS if season not in (led, trump)]
    return [
        Chip(words.text("order", "trump", season=trump), trump),
        Chip(words.text("order", "led", season=led), led),
        Chip(words.text("order", "never", seasons=words.list(others))),
    ]


def _seat(view: Ameno, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    you = seat == view.viewer
    fulfilled = view.fulfilled(seat)
    cards = []
    for number in members(player.omegumi):
        marks: tuple[Mark, ...] = (
            ("scored",) if has(player.scored, number) else ("met",) if has(fulfilled, number) else ()
        )
        cards.append(omegumi_card(view.equipment, number, words, marks))
    title = words.text("zone", "omegumi")
    zones: list[AnyZone] = [Row(id=f"omegumi-{seat}", title=title, verbs=["discard"] if you else [], cards=cards)]
    title = words.text("zone", "hand")
    if you:
        hand = [season_card(number, words) for number in members(player.hand)]
        zones.append(Fan(id="hand", title=title, verbs=["play"], cards=hand, sortable=True))
    else:
        zones.append(Pile(id=f"hand-{seat}", title=title, count=view.hand_size(seat)))
    markers = []
    if seat == view.leader:
        markers.append(Marker("leads", words.text("marker", "leads")))
    if player.stones == 0 and not view.over():
        markers.append(Marker("bachiatari", words.text("marker", "bachiatari"), warning=True))
    supply = words.text("counter", "supply", supply=player.supply)
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=you,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=zones,
        counters=[counter(words, "stones", player.stones, supply)],
        markers=markers,
    )
