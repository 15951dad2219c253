"""Positions of Kasane no Irome for its tests."""

from collections.abc import Mapping

from chabudai.games.kasane import GAME
from chabudai.games.kasane.equipment import KINDS, card_list
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.state import State
from chabudai.testing.table import StackedTable, deal


def of_kasane(state: State) -> Kasane:
    """Narrow a state to the class of this game."""
    assert isinstance(state, Kasane)
    return state


def kasane(table: StackedTable) -> Kasane:
    """Return the state of a table."""
    return of_kasane(table.state)


def digits(cards: str) -> int:
    """Encode cards as a hand, field or row holds them, the last one on top."""
    value = 0
    for card in cards.replace("-", " ").split():
        value = value * 16 + CARDS.index(card) + 1
    return value


def shown(value: int) -> str:
    """Decode a hand, field or row into words."""
    return " ".join(CARDS[card - 1] for card in card_list(value))


def counts(value: int) -> dict[str, int]:
    """Count the cards of a draw pile or of the discards by kind."""
    numbers = {CARDS[kind]: value >> 4 * kind & 15 for kind in range(KINDS)}
    return {card: number for card, number in numbers.items() if number}


def hand_and_field(hand: str, field: str) -> dict[str, object]:
    """Return the fields of a `Player` with this hand and field."""
    sizes = {"held": len(hand.replace("-", " ").split()), "laid": len(field.replace("-", " ").split())}
    return {"hand": digits(hand), "field": digits(field), **sizes}


def turn(
    hand: str = "",
    field: str = "",
    take: str = "1",
    players: int = 4,
    data: Mapping[str, object] | None = None,
    **options: object,
) -> StackedTable:
    """Set up a turn of seat 0 with this hand and field; row 0 ends in the card to take."""
    table = deal(GAME, players, options=options, data=data, chance={"start": "0"})
    state = kasane(table)
    seats = [player.as_json() for player in state.seats]
    seats[0] |= hand_and_field(hand, field)
    rows = [row.as_json() for row in state.rows]
    rows[0] = {"cards": digits(f"9 9 {take}")}
    table.set_up(seats=seats, rows=rows)
    return table


def taken(hand: str = "", field: str = "", take: str = "1", **further: object) -> StackedTable:
    """Set up a turn as `turn` does, and let seat 0 take the card."""
    table = turn(hand, field, take, **further)  # type: ignore[arg-type]
    table.play("take 0")
    return table


def last_turn(
    *fields: str, points: tuple[int, ...] = (0, 0, 0, 0), hands: tuple[str, ...] = ("", "", "", "")
) -> StackedTable:
    """Set up the last turn of a game, in which no meld is possible, with these fields, points and hands."""
    players = len(fields)
    table = deal(GAME, players, chance={"start": "0"})
    state = kasane(table)
    seats = []
    for seat, player in enumerate(state.seats):
        seats.append(player.as_json() | hand_and_field(hands[seat], fields[seat]) | {"points": points[seat]})
    rows = [{"cards": digits("9")} for _ in state.rows]
    rows[0] = {"cards": digits("9 9")}
    table.set_up(
        seats=seats, rows=rows, part=players - 1, turns=11, waiting=1 << players - 1, starter=0,
        dealt=state.equipment.dealt_per_round, free=0, twice_free=0,
    )  # fmt: skip
    return table


def offered(table: StackedTable, seat: int = 0) -> set[str]:
    """Return the melds that a seat may choose from, without passing."""
    return {move.removeprefix("meld ") for move in table.legal(seat) if move.startswith("meld ")}
