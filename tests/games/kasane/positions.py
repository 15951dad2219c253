"""Positions of Kasane no Irome for the tests of its rules."""

from collections.abc import Mapping

from chabudai.games.kasane import GAME
from chabudai.games.kasane.equipment import KINDS, listed
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.state import State
from chabudai.testing.table import Table, deal


def of_kasane(state: State) -> Kasane:
    """The state, known to be one of this game."""
    assert isinstance(state, Kasane)
    return state


def kasane(table: Table) -> Kasane:
    """The position of the table."""
    return of_kasane(table.state)


def digits(cards: str) -> int:
    """Cards as a hand, a field or a row holds them: the last one on top."""
    value = 0
    for card in cards.replace("-", " ").split():
        value = value * 16 + CARDS.index(card) + 1
    return value


def shown(value: int) -> str:
    """The same in words."""
    return " ".join(CARDS[card - 1] for card in listed(value))


def counts(value: int) -> dict[str, int]:
    """The cards of a draw pile or of the discards, by kind."""
    held = {CARDS[kind]: value >> 4 * kind & 15 for kind in range(KINDS)}
    return {card: number for card, number in held.items() if number}


def belongings(hand: str, field: str) -> dict[str, object]:
    """A hand and a field, with their sizes, as a position holds them."""
    sizes = {"held": len(hand.replace("-", " ").split()), "laid": len(field.replace("-", " ").split())}
    return {"hand": digits(hand), "field": digits(field), **sizes}


def turn(
    hand: str = "",
    field: str = "",
    take: str = "1",
    players: int = 4,
    data: Mapping[str, object] | None = None,
    **options: object,
) -> Table:
    """Seat 0 is to take, with this hand and this field; the card to take is the end of row 0, with others below it."""
    table = deal(GAME, players, options=options, data=data, chance={"start": "0"})
    state = kasane(table)
    seats = [player.as_json() for player in state.seats]
    seats[0] |= belongings(hand, field)
    rows = [row.as_json() for row in state.rows]
    rows[0] = {"cards": digits(f"9 9 {take}")}
    table.set_up(seats=seats, rows=rows)
    return table


def taken(hand: str = "", field: str = "", take: str = "1", **further: object) -> Table:
    """The same after the card was taken."""
    table = turn(hand, field, take, **further)  # type: ignore[arg-type]
    table.play("take 0")
    return table


def last_turn(*fields: str, points: tuple[int, ...] = (0, 0, 0, 0), hands: tuple[str, ...] = ("", "", "", "")) -> Table:
    """The last turn of a game, in which the last seat takes a card that allows no meld: these fields, points, hands."""
    players = len(fields)
    table = deal(GAME, players, chance={"start": "0"})
    state = kasane(table)
    seats = []
    for seat, player in enumerate(state.seats):
        seats.append(player.as_json() | belongings(hands[seat], fields[seat]) | {"points": points[seat]})
    rows = [{"cards": digits("9")} for _ in state.rows]
    rows[0] = {"cards": digits("9 9")}
    table.set_up(
        seats=seats, rows=rows, part=players - 1, turns=11, waiting=1 << players - 1, starter=0,
        dealt=state.rules.dealt_a_round, free=0, twice_free=0,
    )  # fmt: skip
    return table


def offered(table: Table, seat: int = 0) -> set[str]:
    """The melds that a seat may choose from, without passing."""
    return {move.removeprefix("meld ") for move in table.legal(seat) if move.startswith("meld ")}
