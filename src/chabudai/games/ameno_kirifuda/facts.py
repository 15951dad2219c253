"""What one would reckon at a table of Ameno Kirifuda; with memory aids also what one would remember."""

from chabudai.games.ameno_kirifuda.equipment import cards_of, longest_line
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import SEASONS
from chabudai.kernel.bits import bit, count, has, members
from chabudai.scene.make import People
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Words


def facts(view: Ameno, words: Words, people: People) -> list[Facts]:
    """The panels: the standing; dangers; and, if the view has recall, the cards left and who lacks what."""
    panels = [_standing(view, words, people)]
    if not view.over():
        panels += _dangers(view, words, people)
        if view.recall and view.due < 0:
            panels += [_left(view, words), *_voids(view, words, people)]
    return panels


def _standing(view: Ameno, words: Words, people: People) -> Facts:
    rows = []
    for seat, player in enumerate(view.seats):
        line = f"×{longest_line(player.board)}"
        cells = [str(count(player.board)), line, f"+{view.omegumi_points(seat)}", str(view.score(seat))]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    columns = [words.text("fact", column) for column in ("stones", "line", "omegumi", "points")]
    return Facts(id="standing", title=words.text("fact", "standing"), columns=columns, rows=rows)


def _dangers(view: Ameno, words: Words, people: People) -> list[Facts]:
    """Who would suffer Bachiatari by winning the next trick (AK-24)."""
    return [
        Facts(
            id=f"bachiatari-{seat}",
            title=words.text("fact", "bachiatari", seat=people.name(seat)),
            warning=True,
        )
        for seat, player in enumerate(view.seats)
        if player.stones == 0
    ]


def _left(view: Ameno, words: Words) -> Facts:
    """The cards that have not been seen in this round, by season."""
    unseen = view.rules.deck & ~view.gone
    for player in view.seats:
        unseen &= ~player.hand
        if player.played >= 0:
            unseen &= ~bit(player.played)
    rows = []
    for season, name in enumerate(SEASONS):
        ranks = " ".join(str(card % 8 + 1) for card in members(unseen & cards_of(season)))
        rows.append(FactRow(words.name(name), [ranks or words.text("fact", "none")], suit=name))
    return Facts(id="left", title=words.text("fact", "left"), rows=rows)


def _voids(view: Ameno, words: Words, people: People) -> list[Facts]:
    """Who has shown to lack a season by not following."""
    rows = []
    for seat, player in enumerate(view.seats):
        if player.void and seat != view.viewer:
            lacking = [name for season, name in enumerate(SEASONS) if has(player.void, season)]
            rows.append(FactRow(people.name(seat).text, [words.list(lacking).text], seat=seat))
    return [Facts(id="voids", title=words.text("fact", "voids"), rows=rows)] if rows else []
