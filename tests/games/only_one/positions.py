"""Positions of Only One Collection for its tests."""

from collections.abc import Sequence

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import FULL, ONE, CardColumn, Cards
from chabudai.games.only_one.phases import TURN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS, KINDS, POWERS
from chabudai.kernel.bits import below, bit, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import StackedTable, deal


def only_one(table: StackedTable) -> OnlyOne:
    """Return the state of a table."""
    return of_only_one(table.state)


def of_only_one(state: State) -> OnlyOne:
    """Narrow a state to the class of this game."""
    assert isinstance(state, OnlyOne)
    return state


def begin(deck: str = "", players: int = 4, start: int = 0, familiars: str = "", **options: object) -> StackedTable:
    """Start a game with these cards on top of the deck, and with familiars if any are named."""
    if familiars:
        options["familiars"] = True
    return deal(GAME, players, options=options, chance={"start": str(start), "deck": deck, "familiars": familiars})


def position(
    columns: str,
    players: int = 4,
    *,
    turn: int = 0,
    token: int = 0,
    out: Sequence[int] = (),
    collections: Sequence[str] = (),
    discard: str = "",
    familiars: str = "",
    points: Sequence[int] = (0, 0, 0, 0),
    part: int = 1,
    deck: str = "",
    teams: bool = False,
) -> StackedTable:
    """Set up a turn in the middle of a game: columns (`-` if gone), collections and discard.

    `deck` names the next cards of the deck, which also has all other cards that are not on the table, in no order. If
    the 1 is on the table, it has appeared. `out` are the seats that are out of the round. `familiars` names one for
    each seat, or `-`.
    """
    heads = len(columns.split("|"))
    table = begin(f"…{heads} {deck}", players, familiars="foresight" if familiars else "", teams=teams)
    if familiars:
        table.play(*(f"collect {column}" for column in range(heads)))
    state = only_one(table)
    cards_by_column = [_cards("" if column.strip() == "-" else column) for column in columns.split("|")]
    owned = [_cards(cards) for cards in (*collections, *[""] * players)[:players]]
    shown = [card for cards in [*cards_by_column, *owned, _cards(discard)] for card in cards]
    left = Cards()
    left.kinds, left.special = state.equipment.kinds, state.equipment.special
    for card in shown:
        if card != ONE:
            left.take(card)
    powers = familiars.split() or ["-"] * players
    seats = []
    for seat in range(players):
        seats.append(
            {
                **state.seats[seat].as_json(),
                "used": False,
                "cards": _bag(owned[seat]).as_json(),
                "familiar": POWERS.index(powers[seat]) if powers[seat] != "-" else -1,
                "points": points[seat],
            }
        )
    revealed = ONE in shown
    table.set_up(
        seats=seats,
        columns=[_column(cards).as_json() for cards in cards_by_column],
        lying=mask_of([column for column, cards in enumerate(cards_by_column) if cards]),
        full=mask_of([column for column, cards in enumerate(cards_by_column) if len(cards) == FULL]),
        deck=left.as_json(),
        discard=_bag(_cards(discard)).as_json(),
        turned=max(len(shown), state.equipment.before_the_one + 1) if revealed else len(shown),
        revealed=revealed,
        turn=turn,
        token=token,
        in_round=below(players) & ~sum(bit(seat) for seat in out),
        waiting=bit(turn),
        first=TURN,
        due=-1,
        wanted=1,
        card=-1,
        part=part,
        events=[],
    )
    return table


def scored(
    collections: Sequence[str],
    *,
    token: int = 0,
    discard: str = "",
    familiars: str = "",
    points: Sequence[int] = (0, 0, 0, 0),
    teams: bool = False,
) -> StackedTable:
    """Set up a game that has just been scored, with these collections and this holder of the start token.

    The holder took the last column: the first card named in their collection.
    """
    players = len(collections)
    last, *others = collections[token].split()
    owned = [" ".join(others) if seat == token else cards for seat, cards in enumerate(collections)]
    out = [seat for seat in range(players) if seat != token]
    columns = [last] + ["-"] * (3 if players == 4 else 2)
    table = position(
        " | ".join(columns), players, turn=token, token=token, out=out, collections=owned, discard=discard,
        familiars=familiars, points=points, teams=teams,
    )  # fmt: skip
    table.set_up(revealed=True)
    table.play("collect 0")
    assert table.state.over()
    return table


def columns(table: StackedTable) -> str:
    """Return the columns in the format of `position`."""
    return " | ".join(_words(column.listed()) or "-" for column in only_one(table).columns)


def collection(table: StackedTable, seat: int) -> str:
    """Return the collection of a seat."""
    return _words(only_one(table).seats[seat].cards.listed())


def discarded(table: StackedTable) -> str:
    """Return the discarded cards."""
    return _words(only_one(table).discard.listed())


def kind_counts(cards: Cards) -> dict[str, int]:
    """Count the cards of each kind, leaving out kinds without cards."""
    return {word: cards.count_of(kind) for kind, word in enumerate(KINDS) if cards.count_of(kind)}


def winners(table: StackedTable) -> list[int]:
    """Return the seats that have won."""
    return members(table.state.winners())


def _cards(text: str) -> list[int]:
    return [CARDS.index(word) for word in text.split()]


def _words(cards: list[int]) -> str:
    return " ".join(CARDS[card] for card in cards)


def _bag(cards: list[int]) -> Cards:
    bag = Cards()
    for card in cards:
        bag.add(card)
    return bag


def _column(cards: list[int]) -> CardColumn:
    column = CardColumn()
    for card in cards:
        column.add(card)
    return column
