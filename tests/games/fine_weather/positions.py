"""Positions of Wishing for Fine Weather!! for its tests."""

from collections.abc import Mapping, Sequence

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import ALL_CARDS
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY, WISH
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import StackedTable, deal


def weather(table: StackedTable) -> Weather:
    """Return the state of a table."""
    return of_weather(table.state)


def of_weather(state: State) -> Weather:
    """Narrow a state to the class of this game."""
    assert isinstance(state, Weather)
    return state


def cards(words: str) -> int:
    """Return the set of these cards."""
    return mask_of([CARDS.index(word) for word in words.split()])


def named(mask: int) -> str:
    """Return the names of the cards in a set."""
    return " ".join(CARDS[number] for number in members(mask))


def first_trick(hands: str, players: int = 4, start: int = 0, **options: object) -> StackedTable:
    """Deal these hands for round 1, opened by `start`, and let everybody wish for Fine (and announce it)."""
    aside = {3: "…6", 4: "…4"}[players]
    table = deal(GAME, players, options=options, chance={"start": str(start), "deck": f"{hands} | {aside}"})
    wish_all(table)
    return table


def wish_all(table: StackedTable, wish: str = "fine") -> None:
    """Let everybody make this wish, and announce it if wishes are hidden."""
    while table.state.first in (WISH, ANNOUNCE) and table.state.waiting:
        table.play(f"{'wish' if table.state.first == WISH else 'announce'} {wish}")


def trick(table: StackedTable, words: str) -> None:
    """Play these cards in order."""
    table.play(*(f"play {card}" for card in words.split()))


def last_trick(
    words: str,
    *,
    won: Sequence[str] = (),
    wish: Sequence[str] = (),
    announced: Sequence[str] = (),
    past: Sequence[str] = (),
    points: Sequence[int] = (),
    part: int = 0,
    opener: int = 0,
    leader: int = 0,
    tricks: Sequence[int] = (),
    data: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> StackedTable:
    """Set up the last trick of a round: `words` has one card for each hand, from seat 0 on.

    The sequences have an entry for each seat: `won` the cards won so far, `tricks` the number of tricks won, `past` the
    wishes of earlier rounds, `points` the total before this round. By default, all wishes are for Fine.
    """
    hands = words.split()
    players = len(hands)
    table = deal(GAME, players, options=options, data=data, chance={"start": str(opener)})
    state = weather(table)
    tricks_in_round = state.equipment.cards_per_hand
    seats = []
    seen = cards(words)
    for seat, player in enumerate(state.seats):
        pile = cards(won[seat]) if won else 0
        seen |= pile
        wished = [WISHES.index(name) for name in past[seat].split()] if past else [0] * part
        changes = {
            "hand": cards(hands[seat]),
            "won": pile,
            "tricks": tricks[seat] if tricks else 0,
            "wish": WISHES.index(wish[seat]) if wish else 0,
            "announced": WISHES.index(announced[seat]) if announced else -1,
            "points": points[seat] if points else 0,
            "wished": wished + [-1] * (4 - len(wished)),
        }
        seats.append({**player.as_json(), **changes})
    table.set_up(
        seats=seats, undealt=ALL_CARDS & ~seen, dealt=tricks_in_round * players, trick=tricks_in_round - 1,
        first=PLAY, waiting=bit(leader), leader=leader, opener=opener, previous=-1, part=part,
    )  # fmt: skip
    return table


def scored(wish: str, won: str, players: int = 4, data: Mapping[str, object] | None = None) -> int:
    """Return the points of seat 0 for these numbers of Fine, Cloudy, Rainy, Thunder and Snow cards.

    Seat 0 wins the last trick with some of them; without cards, another seat wins it.
    """
    numbers = [int(number) for number in won.split()]
    pile = [f"{suit}-{rank + 1}" for suit, number in zip(SUITS, numbers, strict=True) for rank in range(number)]
    assert len(pile) % players == 0, "the cards must fill whole tricks"
    if pile:
        led = next(card for card in reversed(pile) if not card.startswith(("thunder", "snow")))
        others = [card for card in pile if card != led and not card.startswith("thunder")]
        # Cards that cannot beat the led card: lower ones, other suits, and Snow without Thunder.
        last = [led, *others[: players - 1]]
    else:
        last = list(CARDS[:players])
    before = " ".join(card for card in pile if card not in last)
    table = last_trick(
        " ".join(last),
        wish=[wish] * players,
        won=[before, *[""] * (players - 1)],
        tricks=[max(0, len(pile) // players - 1), *[0] * (players - 1)],
        data=data,
    )
    trick(table, " ".join(last))
    assert table.events("won") == [(0 if pile else players - 1, last[0] if pile else last[-1], *last)]
    return int(table.state.scores()[0])
