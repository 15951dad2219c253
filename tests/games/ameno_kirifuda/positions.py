"""Positions of Ameno Kirifuda for the tests of its rules."""

from collections.abc import Mapping, Sequence

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.equipment import STONES
from chabudai.games.ameno_kirifuda.rules import DISCARD, DRAFT, PLAY, Ameno
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SPACES
from chabudai.kernel.bits import bit, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import Table, deal

FOUR_WINS = """
    spring-1 summer-2 summer-3 summer-4 summer-5 summer-6 summer-7 summer-8 |
    spring-2 spring-3 spring-4 spring-5 spring-6 … |
    spring-7 spring-8 winter-1 winter-2 winter-3 … |
    summer-1 winter-4 winter-5 winter-6 winter-7 winter-8 …
"""
"""Hands with which seat 0 can win four tricks and more with summer cards, since the others need not play autumn."""


def ameno(table: Table) -> Ameno:
    """The position of the table."""
    return of_ameno(table.state)


def of_ameno(state: State) -> Ameno:
    """The state, known to be one of this game."""
    assert isinstance(state, Ameno)
    return state


def first_trick(hands: str, players: int = 4, discards: int = 0, **options: object) -> Table:
    """A first round with these hands, everybody having drafted; the leader discards so many cards, nobody else any."""
    table = deal(GAME, players, options=options, chance={"deck": hands})
    prepare(table, discards)
    return table


def prepare(table: Table, discards: int = 0) -> None:
    """Draft, always the first card that lies there; the leader discards the first of so many, nobody else any."""
    while table.state.first == DRAFT:
        draft_first(table)
    for number in range(discards):
        table.play(table.legal(ameno(table).leader)[0])
    while table.state.first == DISCARD:
        table.play("done")


def draft_first(table: Table) -> None:
    """Take the first Omegumi card that lies there."""
    table.play(table.legal(members(table.state.waiting)[0])[0])


def trick(table: Table, cards: str, *then: str) -> None:
    """Play these cards, one after the other, and then make these moves."""
    table.play(*(f"play {card}" for card in cards.split()), *then)


def lay(table: Table, picture: str, in_hand: Sequence[int] = (1, 1, 1, 1)) -> None:
    """Lay stones on the board: a row a season, the number of the owner on each space, `.` where none lies."""
    owners = picture.split()
    seats = []
    for seat, player in enumerate(ameno(table).seats):
        board = mask_of([space for space, owner in enumerate(owners) if owner == str(seat)])
        supply = STONES - in_hand[seat] - owners.count(str(seat))
        assert supply >= 0, f"seat {seat} has more than {STONES} stones"
        seats.append({**player.as_json(), "board": board, "stones": in_hand[seat], "supply": supply})
    free = mask_of([space for space, owner in enumerate(owners) if owner == "."])
    table.set_up(seats=seats, free=free)


def picture(table: Table) -> str:
    """The board as `lay` reads it, on one line."""
    owners = ["."] * len(SPACES)
    for seat, player in enumerate(ameno(table).seats):
        for space in members(player.board):
            owners[space] = str(seat)
    return " | ".join(" ".join(owners[start : start + 4]) for start in range(0, 16, 4))


def last_trick(cards: str, omegumi: str = "", part: int = 0, data: Mapping[str, object] | None = None) -> Table:
    """Before the last trick of a round: these cards in hand, seat 0 leading, and before it these Omegumi cards."""
    hands = cards.split()
    table = deal(GAME, len(hands), data=data, chance={"omegumi": omegumi})
    state = ameno(table)
    seats = []
    for seat, player in enumerate(state.seats):
        before_it = mask_of([OMEGUMI.index(card) for card in omegumi.split()]) if seat == 0 else 0
        seats.append({**player.as_json(), "hand": bit(CARDS.index(hands[seat])), "omegumi": before_it})
    gone = state.rules.deck & ~mask_of([CARDS.index(card) for card in hands])
    table.set_up(
        seats=seats, gone=gone, face_up=0, drafts=state.rules.turned_up, trick=state.rules.tricks - 1,
        first=PLAY, waiting=1, leader=0, part=part,
    )  # fmt: skip
    return table


def named(words: Sequence[str], mask: int) -> str:
    """The members of a set, in words."""
    return " ".join(words[number] for number in members(mask))
