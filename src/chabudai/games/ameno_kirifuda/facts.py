"""The fact panels of Ameno Kirifuda. Unseen cards and revealed voids are memory aids."""

from chabudai.games.ameno_kirifuda.equipment import cards_of
from chabudai.games.ameno_kirifuda.phases import PLAY
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import SEASONS
from chabudai.kernel.bits import bit, count, members
from chabudai.scene.builder import People, headings
from chabudai.scene.trick_zones import cards_left, voids_shown
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Words


def facts(view: Ameno, words: Words, people: People) -> list[Facts]:
    """Return the panels: warnings, the standing and, if the view has recall, unseen cards and revealed voids.

    Who plays a card looks first at the cards; who takes a card or moves a stone, at the standing.
    """
    standing = _standing(view, words, people)
    if view.over():
        return [standing]
    warnings = _warnings(view, words, people)
    if not view.recall or view.due >= 0:
        return [*warnings, standing]
    cards = [_unseen_cards(view, words), *voids_shown([player.void for player in view.seats], SEASONS, people)]
    return [*warnings, *cards, standing] if view.first == PLAY else [*warnings, standing, *cards]


def _standing(view: Ameno, words: Words, people: People) -> Facts:
    """Return the points: final, or if the game ended now.

    If it ended now, Omegumi cards whose condition holds would be scored (AK-30).
    """
    rows = []
    for seat, player in enumerate(view.seats):
        stones, line = count(player.board), longest_line(player.board)
        omegumi = sum(view.equipment.points[number] for number in members(player.scored | view.fulfilled(seat)))
        cells = [str(stones), f"×{line}", f"+{omegumi}", str(stones * line + omegumi)]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    title = words.text("fact", "final" if view.over() else "standing")
    columns = headings(words, ("stones", "line", "omegumi", "points"))
    return Facts(id="standing", title=title, **columns, rows=rows)


def _warnings(view: Ameno, words: Words, people: People) -> list[Facts]:
    """Return a warning for each seat that would suffer Bachiatari if it won a trick (AK-24)."""
    return [
        Facts(
            id=f"bachiatari-{seat}",
            title=words.text("fact", "bachiatari", seat=people.name(seat)),
            warning=True,
        )
        for seat, player in enumerate(view.seats)
        if player.stones == 0
    ]


def _unseen_cards(view: Ameno, words: Words) -> Facts:
    """Return the cards that the viewer has not seen in this round, by season."""
    unseen = view.equipment.deck & ~view.gone
    for player in view.seats:
        unseen &= ~player.hand
        if player.played >= 0:
            unseen &= ~bit(player.played)
    seasons = [(name, cards_of(season)) for season, name in enumerate(SEASONS)]
    rows = cards_left(unseen, seasons, lambda card: card % 8 + 1, words)
    return Facts(id="left", title=words.text("fact", "left"), rows=rows)
