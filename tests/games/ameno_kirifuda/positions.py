"""Positions of Ameno Kirifuda for its tests."""

from collections.abc import Mapping, Sequence

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.equipment import STONES
from chabudai.games.ameno_kirifuda.phases import DISCARD, DRAFT, PLAY
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SPACES
from chabudai.kernel.bits import bit, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import StackedTable, deal

FOUR_WINS = """
    spring-1 summer-2 summer-3 summer-4 summer-5 summer-6 summer-7 summer-8 |
    spring-2 spring-3 spring-4 spring-5 spring-6 … |
    spring-7 spring-8 winter-1 winter-2 winter-3 … |
    summer-1 winter-4 winter-5 winter-6 winter-7 winter-8 …
"""
"""Hands with which seat 0 can win four or more tricks with Summer cards, if the others play no Autumn, the trump."""


def ameno(table: StackedTable) -> Ameno:
    """Return the state of a table."""
    return of_ameno(table.state)


def of_ameno(state: State) -> Ameno:
    """Narrow a state to the class of this game."""
    assert isinstance(state, Ameno)
    return state


def first_trick(hands: str, players: int = 4, discards: int = 0, **options: object) -> StackedTable:
    """Deal these hands and play up to the first trick; only the leader discards, `discards` cards."""
    table = deal(GAME, players, options=options, chance={"deck": hands})
    prepare(table, discards)
    return table


def prepare(table: StackedTable, discards: int = 0) -> None:
    """Draft the first card each time; then only the leader discards, `discards` cards."""
    while table.state.first == DRAFT:
        draft_first(table)
    for _ in range(discards):
        table.play(table.legal(ameno(table).leader)[0])
    while table.state.first == DISCARD:
        table.play("done")


def draft_first(table: StackedTable) -> None:
    """Draft the first Omegumi card that is face up."""
    table.play(table.legal(members(table.state.waiting)[0])[0])


def trick(table: StackedTable, cards: str, *then: str) -> None:
    """Play these cards in turn, then make these moves."""
    table.play(*(f"play {card}" for card in cards.split()), *then)


def lay_stones(table: StackedTable, picture: str, in_hand: Sequence[int] = (1, 1, 1, 1)) -> None:
    """Put stones on the board: for each space, row by row, the owner's seat, or `.` if it is free."""
    owners = picture.split()
    seats = []
    for seat, player in enumerate(ameno(table).seats):
        board = mask_of([space for space, owner in enumerate(owners) if owner == str(seat)])
        supply = STONES - in_hand[seat] - owners.count(str(seat))
        assert supply >= 0, f"seat {seat} has more than {STONES} stones"
        seats.append({**player.as_json(), "board": board, "stones": in_hand[seat], "supply": supply})
    free = mask_of([space for space, owner in enumerate(owners) if owner == "."])
    table.set_up(seats=seats, free=free)


def picture(table: StackedTable) -> str:
    """Return the board as `lay_stones` reads it, on one line."""
    owners = ["."] * len(SPACES)
    for seat, player in enumerate(ameno(table).seats):
        for space in members(player.board):
            owners[space] = str(seat)
    return " | ".join(" ".join(owners[start : start + 4]) for start in range(0, 16, 4))


def last_trick(cards: str, omegumi: str = "", part: int = 0, data: Mapping[str, object] | None = None) -> StackedTable:
    """Set up the last trick of a round: seat 0 leads, and has these Omegumi cards."""
    hands = cards.split()
    table = deal(GAME, len(hands), data=data, chance={"omegumi": omegumi})
    state = ameno(table)
    seats = []
    for seat, player in enumerate(state.seats):
        owned = mask_of([OMEGUMI.index(card) for card in omegumi.split()]) if seat == 0 else 0
        seats.append({**player.as_json(), "hand": bit(CARDS.index(hands[seat])), "omegumi": owned})
    gone = state.equipment.deck & ~mask_of([CARDS.index(card) for card in hands])
    table.set_up(
        seats=seats, gone=gone, face_up=0, drafts=state.equipment.omegumi_per_round, trick=state.equipment.tricks - 1,
        first=PLAY, waiting=1, leader=0, part=part,
    )  # fmt: skip
    return table


def named(words: Sequence[str], mask: int) -> str:
    """Return the members of a bit set, in words."""
    return " ".join(words[number] for number in members(mask))
