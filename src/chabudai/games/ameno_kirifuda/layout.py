"""What a person sees of Ameno Kirifuda."""

from functools import lru_cache

from chabudai.games.ameno_kirifuda import rules
from chabudai.games.ameno_kirifuda.equipment import ANY, Equipment, longest_line
from chabudai.games.ameno_kirifuda.facts import facts
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SEASONS, SPACES, verb_of
from chabudai.kernel.bits import count, has, members
from chabudai.scene.make import People, counter, is_asked
from chabudai.scene.tricks import trick
from chabudai.scene.vocabulary import (
    AnyZone,
    Card,
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
    ScoreStep,
    Seat,
    Space,
    Strip,
    Token,
)
from chabudai.scene.words import Said, Words


def lay_out(view: Ameno, words: Words, people: People) -> Layout:
    """The table as the view's owner sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words, people),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.rules.players)],
        facts=facts(view, words, people),
        scoring=_scoring(view, words, people) if view.over() else [],
    )


@lru_cache(maxsize=1024)
def card(number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """A card of a season."""
    word = CARDS[number]
    return Card(word, words.name(word), str(number % 8 + 1), SEASONS[number // 8], marks=list(marks))


@lru_cache(maxsize=1024)
def plaque(rules: Equipment, number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """An Omegumi card."""
    word = OMEGUMI[number]
    points = rules.points[number]
    needs = condition(rules, number, words)
    return Card(
        word,
        name=words.text("omegumi", "name", needs=needs, points=points),
        suit=SEASONS[number // 4],
        note=words.text("omegumi", "points", points=points),
        marks=list(marks),
        chips=[Chip(str(need), season) for season, need in _needs(rules, number).items()],
    )


def condition(rules: Equipment, number: int, words: Words) -> Said:
    """What an Omegumi card asks for, in words."""
    needs = [words.text("omegumi", "need", season=season, need=need) for season, need in _needs(rules, number).items()]
    # A data file may leave a card without any condition (AK-4).
    return words.list([Said(need) for need in needs or [words.text("omegumi", "no_need")]])


def _needs(rules: Equipment, number: int) -> dict[str, int]:
    needs = rules.needs[number * 4 : number * 4 + 4]
    return {season: need for season, need in zip(SEASONS, needs, strict=True) if need != ANY}


def _status(view: Ameno, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    phase = "tricks" if view.first >= rules.PLAY and view.due < 0 else "preparation"
    return words.text("status", phase, round=view.part + 1, trick=view.trick + 1, tricks=view.rules.tricks)


def _prompt(view: Ameno, words: Words) -> str:
    if view.first == rules.PLAY and view.led < 0:
        return words.text("prompt", "lead")
    season = SEASONS[view.best >> 3] if view.best >= 0 else ""
    return words.text("prompt", verb_of(view.first), season=season, left=view.owed)


def _remark(view: Ameno, words: Words, people: People) -> str:
    """Why the prompt is what it is, what to think of, or who wins so far."""
    if view.over() or view.due >= 0:
        return ""
    if view.first == rules.PLAY and view.led >= 0:
        led, trump = SEASONS[view.led], SEASONS[(view.led + 1) & 3]
        winner = people.name(view.winner)
        return words.text("remark", "winning", seat=winner, card=CARDS[view.best], led=led, trump=trump)
    if view.first == rules.TO:
        return words.text("remark", "overflow", season=SEASONS[view.overflow()])
    if view.first in (rules.PLACE, rules.PUSH, rules.RETURN):
        return words.text("remark", "won", seat=people.name(view.winner), card=CARDS[view.best])
    return words.text("remark", "lead" if view.first == rules.PLAY else verb_of(view.first))


def _middle(view: Ameno, words: Words) -> list[AnyZone]:
    zones: list[AnyZone] = []
    if view.face_up:
        plaques = [plaque(view.rules, number, words) for number in members(view.face_up)]
        zones.append(Row(id="face_up", title=words.text("zone", "face_up"), verbs=["draft"], cards=plaques))
    zones.append(_board(tuple(player.board for player in view.seats), view.pushed, words))
    if view.first >= rules.PLAY and view.due < 0 and not view.over():
        played = [player.played for player in view.seats]
        cards = trick(played, view.leader, view.winner, lambda number, marks: card(number, words, marks))
        zones.append(Ring(id="trick", title=words.text("zone", "trick"), cards=cards))
    if view.led >= 0:
        zones.append(Strip(id="order", title=words.text("zone", "order"), chips=_order(view, words), ordered=True))
    return zones


@lru_cache(maxsize=4096)
def _board(boards: tuple[int, ...], pushed: int, words: Words) -> Grid:
    """The spaces with everybody's stones: the same for all who look, and most of the time as it was."""
    owners = {space: seat for seat, board in enumerate(boards) for space in members(board)}
    rows = []
    for season, name in enumerate(SEASONS):
        spaces = []
        for space in range(season * 4, season * 4 + 4):
            token = Token(words.text("zone", "stone"), owners[space]) if space in owners else None
            marks: list[Mark] = ["moving"] if space == pushed else []
            spaces.append(Space(SPACES[space], words.name(SPACES[space]), token, marks))
        rows.append(GridRow(words.name(name), name, spaces))
    return Grid(id="board", title=words.text("zone", "board"), verbs=["place", "push", "to", "return"], rows=rows)


def _order(view: Ameno, words: Words) -> list[Chip]:
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
    met = view.met(seat)
    plaques = []
    for number in members(player.omegumi):
        marks: tuple[Mark, ...] = ("scored",) if has(player.scored, number) else ("met",) if has(met, number) else ()
        plaques.append(plaque(view.rules, number, words, marks))
    title = words.text("zone", "omegumi")
    zones: list[AnyZone] = [Row(id=f"omegumi-{seat}", title=title, verbs=["discard"] if you else [], cards=plaques)]
    title = words.text("zone", "hand")
    if you:
        hand = [card(number, words) for number in members(player.hand)]
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


def _scoring(view: Ameno, words: Words, people: People) -> list[ScoreStep]:
    """Stones times line for everybody, then the scored Omegumi cards one by one (AK-32)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.rules.players

    def step(text: str, seat: int, points: int) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals)))

    for seat, player in enumerate(view.seats):
        stones, line = count(player.board), longest_line(player.board)
        step(words.text("score", "stones", seat=people.name(seat), stones=stones, line=line), seat, stones * line)
    for seat, player in enumerate(view.seats):
        for number in members(player.scored):
            needs = condition(view.rules, number, words)
            step(words.text("score", "omegumi", seat=people.name(seat), needs=needs), seat, view.rules.points[number])
    return steps
