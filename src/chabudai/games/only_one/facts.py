"""What one would reckon and remember at a table of Only One Collection: all of it but the powers are memory aids."""

from chabudai.games.only_one.counting import kind_steps, tie_break
from chabudai.games.only_one.equipment import COUNTS, EGG, KINDS, ONE, Cards
from chabudai.games.only_one.forecast import clash_chance
from chabudai.games.only_one.position import LOOK
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.scoring import KindStep
from chabudai.games.only_one.words import COLUMNS, INGREDIENTS, POWERS
from chabudai.games.only_one.words import KINDS as KIND_WORDS
from chabudai.kernel.bits import has, members
from chabudai.scene.make import People
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Words


def facts(view: OnlyOne, words: Words, people: People) -> list[Facts]:
    """The panels: scoring as it would be now, clash odds, what is left, and the powers in play."""
    panels: list[Facts] = []
    if view.recall or view.over():
        panels += [_kinds(view, words, people), _totals(view, words, people)]
    if view.recall and not view.over():
        if not view.revealed and view.due < 0 and view.wanted != LOOK:
            panels.append(_clashes(view, words))
        panels.append(_left(view, words))
    if view.rules.familiars:
        panels.append(_powers(view, words, people))
    return panels


def _kinds(view: OnlyOne, words: Words, people: People) -> Facts:
    """Who wins each kind, by how many cards and by which tie-break, with what bonus (OO-31)."""
    rows = []
    for step in kind_steps(view):
        cells = _cells(step, words, people, with_familiars=view.rules.familiars, over=view.over())
        rows.append(FactRow(words.name(KIND_WORDS[step.kind]), cells, INGREDIENTS[step.kind]))
    extra = ["extra"] if view.rules.familiars else []
    columns = [words.text("fact", column) for column in ("who", "has", "tie", "discard", "right", *extra, "points")]
    title = words.text("fact", "scored" if view.over() else "projection")
    return Facts(id="kinds", title=title, columns=columns, rows=rows)


def _cells(step: KindStep, words: Words, people: People, *, with_familiars: bool, over: bool) -> list[str]:
    if step.winner < 0:
        return [words.text("fact", "nobody" if over else "nobody_yet")]
    why = tie_break(step)
    extra = step.encore + step.windfall
    return [
        people.name(step.winner).text,
        str(step.number),
        words.text("fact", why) if why else "",
        f"+{step.discarded}" if step.discarded else "·",
        f"+{step.right}" if step.right else "·",
        *([f"+{extra}" if extra else "·"] if with_familiars else []),
        str(step.points()),
    ]


def _totals(view: OnlyOne, words: Words, people: People) -> Facts:
    """Special cards, potions and points, at the end or if it ended now; a team's points together (OO-60)."""
    tally = view.tally()
    rows = []
    for seat in range(view.rules.players):
        cells = [str(tally.special_points(seat)), str(tally.potions[seat]), str(tally.points[seat])]
        if view.rules.teams:
            cells.append(str(sum(tally.points[other] for other in members(view.sides(seat)))))
        wins = has(tally.winners(), seat)
        rows.append(FactRow(people.name(seat).text, cells, seat=seat, marks=["winning"] if wins else []))
    names = ["special", "potions", "points", *(["team"] if view.rules.teams else [])]
    return Facts(
        id="totals",
        title=words.text("fact", "totals"),
        columns=[words.text("fact", name) for name in names],
        rows=rows,
    )


def _clashes(view: OnlyOne, words: Words) -> Facts:
    """For each column how likely the next card is to break it."""
    rows = []
    for column in members(view.lying):
        odds = round(100 * clash_chance(view, column))
        rows.append(FactRow(words.name(COLUMNS[column]), [f"{odds} %"]))
    return Facts(id="clashes", title=words.text("fact", "clashes"), rows=rows)


def _left(view: OnlyOne, words: Words) -> Facts:
    """How many cards of each kind are still to come, of how many; a star where the special one is among them.

    Cards that the viewer knows to lie on top are in the deck too.
    """
    deck = Cards()
    deck.copy_from(view.deck)
    for known in view.top:
        if known > ONE:
            deck.add(known)
    rows = []
    for kind in range(1, KINDS):
        if view.rules.plays_with(kind):
            special = has(deck.special, kind) or (kind == EGG and deck.number(EGG) > 0)
            star = words.sentence("card", "star") if special else ""
            left = words.text("fact", "of", left=deck.number(kind), all=COUNTS[kind])
            rows.append(FactRow(words.name(KIND_WORDS[kind]), [left, star], INGREDIENTS[kind]))
    return Facts(id="left", title=words.text("fact", "left"), rows=rows)


def _powers(view: OnlyOne, words: Words, people: People) -> Facts:
    """What the familiars in play can do, and whose they are."""
    owners = {player.familiar: people.name(seat).text for seat, player in enumerate(view.seats)}
    lying = [column.familiar for column in view.columns]
    rows = []
    for power, name in enumerate(POWERS):
        if power in owners or power in lying:
            whose = owners.get(power, words.text("fact", "nobody_yet"))
            rows.append(FactRow(words.name(name), [whose, words.text("power", name)]))
    return Facts(id="powers", title=words.text("fact", "powers"), rows=rows)
