"""The fact panels of Only One Collection. During play, all but the familiars' powers are memory aids."""

from chabudai.games.only_one.equipment import COUNTS, EGG, KIND_COUNT, ONE, Cards
from chabudai.games.only_one.forecast import clash_probability
from chabudai.games.only_one.phases import FOR_LOOKING
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.score_steps import kind_results, tie_break
from chabudai.games.only_one.scoring import KindResult
from chabudai.games.only_one.words import COLUMNS, INGREDIENTS, KINDS, POWERS
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People, headings
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Words


def facts(view: OnlyOne, words: Words, people: People) -> list[Facts]:
    """Return the panels: risk of a bust, projected scoring, cards left, and the powers in play.

    Who may explore looks first at the risk. After the end, the final score comes first.
    """
    panels: list[Facts] = []
    if view.over():
        panels += [_totals(view, words, people), _kinds(view, words, people)]
    elif view.recall:
        if not view.revealed and view.due < 0 and view.wanted != FOR_LOOKING:
            panels.append(_clashes(view, words))
        panels += [_totals(view, words, people), _kinds(view, words, people), _left(view, words)]
    if view.equipment.familiars:
        panels.append(_powers(view, words, people))
    return panels


def _kinds(view: OnlyOne, words: Words, people: People) -> Facts:
    """Show who wins each kind: with how many cards, by which tie-break, and for which bonus (OO-31)."""
    rows = []
    for result in kind_results(view):
        cells = _cells(result, words, people, view)
        rows.append(FactRow(words.name(KINDS[result.kind]), cells, INGREDIENTS[result.kind]))
    extra = ["extra"] if view.equipment.familiars else []
    discard = ["discard"] if view.equipment.players > 2 else []  # OO-40: two players have no such bonus
    columns = headings(words, ("who", "has", "tie", *discard, "right", *extra, "points"))
    title = words.text("fact", "scored" if view.over() else "projection")
    return Facts(id="kinds", title=title, **columns, rows=rows)


def _cells(result: KindResult, words: Words, people: People, view: OnlyOne) -> list[str]:
    if result.winner < 0:
        return [words.text("fact", "nobody" if view.over() else "nobody_yet")]
    why = tie_break(result)
    extra = result.encore + result.windfall
    return [
        people.name(result.winner).text,
        str(result.number),
        words.text("fact", why) if why else "",
        *([f"+{result.discarded}" if result.discarded else "·"] if view.equipment.players > 2 else []),
        f"+{result.right}" if result.right else "·",
        *([f"+{extra}" if extra else "·"] if view.equipment.familiars else []),
        str(result.points()),
    ]


def _totals(view: OnlyOne, words: Words, people: People) -> Facts:
    """Show special cards, potions and points, and a team's total (OO-60): final, or as if the game ended now."""
    tally = view.tally()
    rows = []
    for seat in range(view.equipment.players):
        cells = [str(tally.special_points(seat)), str(tally.potions[seat]), str(tally.points[seat])]
        if view.equipment.teams:
            cells.append(str(sum(tally.points[partner] for partner in members(view.sides(seat)))))
        wins = has(tally.winners(), seat)
        rows.append(FactRow(people.name(seat).text, cells, seat=seat, marks=["winning"] if wins else []))
    names = ["special", "potions", "points", *(["team"] if view.equipment.teams else [])]
    return Facts(
        id="totals",
        title=words.text("fact", "final" if view.over() else "totals"),
        **headings(words, names),
        rows=rows,
    )


def _clashes(view: OnlyOne, words: Words) -> Facts:
    """Show for each column the probability that the next card clashes in it."""
    rows = []
    for column in members(view.lying):
        percent = round(100 * clash_probability(view, column))
        rows.append(FactRow(words.name(COLUMNS[column]), [f"{percent}%"]))
    return Facts(id="clashes", title=words.text("fact", "clashes"), rows=rows)


def _left(view: OnlyOne, words: Words) -> Facts:
    """Show how many cards of each kind are left, with a star if a special one is among them.

    Cards on top of the deck that the viewer knows count too.
    """
    deck = Cards()
    deck.copy_from(view.deck)
    for known in view.top:
        if known > ONE:
            deck.add(known)
    rows = []
    for kind in range(1, KIND_COUNT):
        if view.equipment.plays_with(kind):
            special = has(deck.special, kind) or (kind == EGG and deck.count_of(EGG) > 0)
            star = words.sentence("card", "star") if special else ""
            left = words.text("fact", "of", left=deck.count_of(kind), all=COUNTS[kind])
            rows.append(FactRow(words.name(KINDS[kind]), [left, star], INGREDIENTS[kind]))
    return Facts(id="left", title=words.text("fact", "left"), rows=rows)


def _powers(view: OnlyOne, words: Words, people: People) -> Facts:
    """Show the powers of the familiars in play, and their owners."""
    owners = {player.familiar: people.name(seat).text for seat, player in enumerate(view.seats)}
    heads = [column.familiar for column in view.columns]
    rows = []
    for power, name in enumerate(POWERS):
        if power in owners or power in heads:
            whose = owners.get(power, words.text("fact", "nobody_yet"))
            rows.append(FactRow(words.name(name), [whose, words.text("power", name)]))
    return Facts(id="powers", title=words.text("fact", "powers"), rows=rows)
