"""Positions of Festival of Thousand Cats for its tests."""

from collections.abc import Mapping, Sequence

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.equipment import BOOZE, CARD_BITS, HANDS, SEASON_BOOZE, card_at
from chabudai.games.thousand_cats.phases import PLAY, REDEAL
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import game_points
from chabudai.games.thousand_cats.words import CARDS, SEASONS
from chabudai.kernel.bits import below, bit, has, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import StackedTable, deal

NO_ICON = "spring-4"
"""A card without an icon."""


def cats(table: StackedTable) -> Cats:
    """Return the state of a table."""
    return of_cats(table.state)


def of_cats(state: State) -> Cats:
    """Narrow a state to the class of this game."""
    assert isinstance(state, Cats)
    return state


def numbers(cards: str) -> list[int]:
    """Return the numbers of these cards."""
    return [CARDS.index(card) for card in cards.split()]


def card_words(mask: int) -> str:
    """Return the words of the cards in a set."""
    return " ".join(CARDS[number] for number in members(mask))


def dealt(
    hands: str = "… | … | … | …", face_up: str = "", players: int = 4, seed: int = 0, **options: object
) -> StackedTable:
    """Deal a game in which the four seats hold at least these cards with these face up; no player has three crows."""
    return deal_unasked(chance_for(hands, face_up), players, seed, **options)


def deal_unasked(chance: Mapping[str, str], players: int, seed: int = 0, **options: object) -> StackedTable:
    """Deal a game in which nobody is asked about a re-deal."""
    for attempt in range(100):
        table = deal(GAME, players, options=options, chance=chance, seed=100 * seed + attempt)
        if cats(table).keeper < 0:
            return table
    raise AssertionError("somebody always has three crows")


def keep(table: StackedTable) -> None:
    """Keep the hand if a seat is asked about a re-deal."""
    while table.state.first == REDEAL and table.state.waiting:
        table.play("keep")


def chance_for(hands: str, face_up: str = "") -> dict[str, str]:
    """Return the chance outcomes of a deal: season cards with booze have their own deck (TC-10)."""
    parts = [part.replace("…", "").split() for part in hands.split("|")]
    booze = [[card for card in part if has(SEASON_BOOZE, CARDS.index(card))] for part in parts]
    others = [[card for card in part if not has(SEASON_BOOZE, CARDS.index(card))] for part in parts]
    rows = [" | ".join(" ".join([*part, "…"]) for part in kind) for kind in (booze, others)]
    return {"booze": rows[0], "deck": f"{face_up or '…2'} | {rows[1]}"}


def play(table: StackedTable, cards: str) -> None:
    """Play these cards, one for each player in seat order."""
    table.play(*(f"play {card}" for card in cards.split()))


def last_round(
    hands: str,
    face_up: str = "spring-1 winter-12",
    taken: Sequence[str] = (),
    totals: Sequence[int] = (),
    dummy: str = "",
    tokens: Sequence[str] = (),
    multipliers: Sequence[int] = (),
    table: StackedTable | None = None,
    rules: str = "basic",
    target: int = 200,
) -> StackedTable:
    """Set up the last round of a game: one card in each hand, and the cards that each seat has taken so far.

    Rows are filled up with cards without icons. `tokens` are seasons, one text for each seat.
    """
    cards = numbers(hands)
    if table is None:
        table = deal(GAME, len(cards), options={"rules": rules, "target": target})
        table.play_on(until=lambda state: state.first == PLAY)
    low, high = numbers(face_up)
    seats = []
    for seat, player in enumerate(cats(table).seats):
        row = numbers(taken[seat]) if seat < len(taken) else []
        values = {**player.as_json(), "void": 0, "shown_booze": 0, "shown_crows": 0}
        values["row"] = packed(row + numbers(NO_ICON) * (8 - len(row)))
        values["booze"] = sum(has(BOOZE, number) for number in row) if seat < len(cards) else 0
        values["hand"] = bit(cards[seat]) if seat < len(cards) else 0
        values["played"] = numbers(dummy)[0] if seat >= len(cards) else -1
        if totals and seat < len(totals):
            values["total"] = totals[seat]
        if tokens and seat < len(tokens):
            values["tokens"] = sum(16 ** SEASONS.index(season) for season in tokens[seat].split())
        if multipliers and seat < len(multipliers):
            values["multiplier"] = multipliers[seat]
        seats.append(values)
    seasons = {CARDS[number].split("-")[0] for number in (low, high)}
    closed = mask_of([number for number, card in enumerate(CARDS) if card.split("-")[0] in seasons - {"yorozu"}])
    table.set_up(
        seats=seats, low=low, high=high, closed=closed, round=8, deck=0, keeper=-1, counted=False,
        first=PLAY, waiting=below(len(cards)), due=-1,
    )  # fmt: skip
    return table


def packed(row: Sequence[int]) -> int:
    """Return a row of cards packed into one number."""
    return sum(number << (CARD_BITS * place) for place, number in enumerate(row))


def row(table: StackedTable, seat: int) -> str:
    """Return the cards that a seat has taken, in order."""
    state = cats(table)
    return " ".join(CARDS[card_at(state.seats[seat].row, place)] for place in range(state.round))


def pair(table: StackedTable) -> str:
    """Return the face-up pair."""
    return f"{CARDS[cats(table).low]} {CARDS[cats(table).high]}"


def points_of(taken: str, tokens: str = "", multiplier: int = -1, **options: object) -> int:
    """Return the points of a player who took these cards in one game."""
    table = deal(GAME, 4, options=options)
    cards = numbers(taken)
    player = cats(table).seats[0].as_json()
    player["row"] = packed(cards)
    player["booze"] = sum(has(BOOZE, number) for number in cards)
    player["tokens"] = sum(16 ** SEASONS.index(season) for season in tokens.split())
    player["multiplier"] = multiplier
    others = [player.as_json() for player in cats(table).seats[1:]]
    table.set_up(seats=[player, *others], round=len(cards))
    return game_points(cats(table), 0)


def booze_held(state: Cats, seat: int) -> int:
    """Return the number of season cards with booze that a seat really holds."""
    return len(members(state.seats[seat].hand & SEASON_BOOZE))


ALL_SEATS = range(HANDS)
"""The seats with hands, including the dummy."""
