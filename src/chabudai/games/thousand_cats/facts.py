"""The fact panels of Festival of Thousand Cats. Memory aids show what is known about the hands."""

from functools import cache, lru_cache

from chabudai.games.thousand_cats.equipment import CROWS, SEASON_SIZE, YOROZU_0, YOROZU_13, Equipment
from chabudai.games.thousand_cats.faces import icon_of
from chabudai.games.thousand_cats.phases import PLAY, SWAP
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import crows_taken, fish_points, game_points
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.kernel.bits import count, has
from chabudai.kernel.state import NONE
from chabudai.scene.builder import People, headings
from chabudai.scene.vocabulary import Cell, FactRow, Facts, Where
from chabudai.scene.words import Words

_WHERE: tuple[Where, ...] = ("held", "face_up", "gone")


def facts(view: Cats, words: Words, people: People) -> list[Facts]:
    """Return the panels: cards seen, warnings, the standing and, with recall, what is known about the hands.

    Who chooses a card looks first at the cards; who prepares a game, at the standing.
    """
    if view.over():
        return [_standing(view, words, people)]
    if view.counted:
        return []
    standing, warnings = _standing(view, words, people), _warnings(view, words, people)
    if view.is_dealing():
        return [standing, *warnings]
    known = [_known(view, words, people)] if view.recall else []
    if view.due < 0 and view.first in (PLAY, SWAP):
        return [_seen(view, words, people), *warnings, *known, standing]
    return [standing, _seen(view, words, people), *known]


def _seen(view: Cats, words: Words, people: People) -> Facts:
    """Show where each card is, as far as the viewer can see, by season."""
    hand = view.seats[view.viewer].hand if view.viewer >= 0 else 0
    in_sight = view.in_sight()
    # This includes the viewer's own chosen card, which is still in `hand`; `cell` looks there first.
    face_up = [view.low, view.high, *(player.played for player in view.seats)]

    def cell(number: int) -> str | Cell:
        value = view.equipment.value(number)
        if has(hand, number):
            return _cell(value, "held")
        if number in face_up:
            return _cell(value, "face_up")
        return _cell(value, "gone") if has(in_sight, number) else str(value)

    rows = []
    for season, name in enumerate(SEASONS):
        cells = [cell(season * SEASON_SIZE + place) for place in range(SEASON_SIZE)]
        rows.append(FactRow(words.name(name), cells, suit=name))
    yorozu = [cell(YOROZU_0), *[""] * (SEASON_SIZE - 2), cell(YOROZU_13)]
    rows.append(FactRow(words.name("yorozu"), yorozu, suit="yorozu"))
    icons = _icons(view.equipment)
    # In a replay the hand is not that of the reader.
    held = words.text("fact", "held") if people.addressed else words.text("zone", "hand")
    names = {"held": held, "face_up": words.text("fact", "face_up"), "gone": words.text("fact", "gone")}
    return Facts(
        id="seen",
        title=words.text("fact", "seen"),
        key=[Cell(names[where], where) for where in _WHERE],
        columns=[words.text("icon", shown) if shown else "" for shown in icons],
        pictures=list(icons),
        rows=rows,
        always=True,
    )


@cache
def _cell(value: int, where: Where) -> Cell:
    return Cell(str(value), where)


@lru_cache(maxsize=64)
def _icons(equipment: Equipment) -> tuple[str, ...]:
    """Return the icon of each column, or an empty text if the seasons differ there because of other card data."""
    places = [
        {icon_of(equipment, season * SEASON_SIZE + place) for season in range(len(SEASONS))}
        for place in range(SEASON_SIZE)
    ]
    return tuple(icons.pop() if len(icons) == 1 else "" for icons in places)


def _standing(view: Cats, words: Words, people: People) -> Facts:
    rows = []
    for seat in range(view.equipment.players):
        cells = [
            fish_points(view, seat),
            view.seats[seat].booze,
            crows_taken(view, seat),
            game_points(view, seat),
            view.score(seat),
        ]
        rows.append(FactRow(people.name(seat).text, [str(number) for number in cells], seat=seat))
    title = words.text("fact", "final" if view.over() else "standing")
    columns = headings(words, ("fish", "booze", "crows", "game", "total"))
    return Facts(id="standing", title=title, **columns, rows=rows)


def _warnings(view: Cats, words: Words, people: People) -> list[Facts]:
    """Warn about every player with two booze (TC-30)."""
    return [
        Facts(
            id=f"two_booze-{seat}",
            title=words.text("fact", "two_booze", seat=people.name(seat)),
            warning=True,
        )
        for seat in range(view.equipment.players)
        if view.seats[seat].booze == 2
    ]


def _known(view: Cats, words: Words, people: People) -> Facts:
    """Show for each other hand its number of season cards with booze (TC-10), and bounds for its crows (TC-11)."""
    own = view.seats[view.viewer].hand if view.viewer >= 0 else 0
    unseen = count(CROWS & ~view.in_sight() & ~own)
    keeper_least = 0 if view.keeper in (NONE, view.viewer) else max(0, 3 - view.seats[view.keeper].shown_crows)
    rows = []
    for seat in range(view.equipment.players):
        if seat != view.viewer:
            shown = view.seats[seat].shown_crows
            asked = seat == view.keeper
            least = keeper_least if asked else 0
            most = min(view.hand_size(seat), unseen if asked else min(unseen - keeper_least, 2 - shown))
            crows = str(most) if least == most else f"{least}–{most}"
            rows.append(FactRow(people.name(seat).text, [str(view.booze_held(seat)), crows], seat=seat))
    columns = headings(words, ("known_booze", "known_crows"))
    return Facts(id="known", title=words.text("fact", "known"), **columns, rows=rows)
