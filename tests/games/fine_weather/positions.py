"""Positions of Wishing for Fine Weather!! for the tests of its rules."""

from collections.abc import Mapping, Sequence

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import ALL_CARDS
from chabudai.games.fine_weather.rules import ANNOUNCE, PLAY, WISH, Weather
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, mask_of, members
from chabudai.kernel.state import State
from chabudai.testing.table import Table, deal


def weather(table: Table) -> Weather:
    """The position of the table."""
    return of_weather(table.state)


def of_weather(state: State) -> Weather:
    """The state, known to be one of this game."""
    assert isinstance(state, Weather)
    return state


def cards(words: str) -> int:
    """The set of these cards."""
    return mask_of([CARDS.index(word) for word in words.split()])


def named(mask: int) -> str:
    """The cards of a set, in words."""
    return " ".join(CARDS[number] for number in members(mask))


def first_trick(hands: str, players: int = 4, start: int = 0, **options: object) -> Table:
    """A first round with these hands (the rest set aside), led by `start`; everybody wishes for Fine, openly."""
    aside = {3: "…6", 4: "…4"}[players]
    table = deal(GAME, players, options=options, chance={"start": str(start), "deck": f"{hands} | {aside}"})
    wish_all(table)
    return table


def wish_all(table: Table, wish: str = "fine") -> None:
    """Let everybody make this wish, and announce it where wishes are hidden."""
    while table.state.first in (WISH, ANNOUNCE) and table.state.waiting:
        table.play(f"{'wish' if table.state.first == WISH else 'announce'} {wish}")


def trick(table: Table, words: str) -> None:
    """Play these cards, one after the other."""
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
) -> Table:
    """Before the last trick of a round: a card in each hand, from seat 0 on, and what else is said, seat by seat.

    `won` are the cards won so far, `tricks` their tricks, `past` the wishes of the rounds before.
    """
    hands = words.split()
    players = len(hands)
    table = deal(GAME, players, options=options, data=data, chance={"start": str(opener)})
    state = weather(table)
    seats = []
    seen = cards(words)
    for seat, player in enumerate(state.seats):
        pile = cards(won[seat]) if won else 0
        seen |= pile
        wished = [WISHES.index(each) for each in past[seat].split()] if past else [0] * part
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
        seats=seats, undealt=ALL_CARDS & ~seen, dealt=state.rules.hand * players, trick=state.rules.hand - 1,
        first=PLAY, waiting=bit(leader), leader=leader, opener=opener, previous=-1, part=part,
    )  # fmt: skip
    return table


def scored(wish: str, won: str, players: int = 4, data: Mapping[str, object] | None = None) -> int:
    """The points that seat 0 gets for these numbers of Fine, Cloudy, Rainy, Thunder and Snow cards.

    The last trick is seat 0's too, and of these cards; if there are none it goes to another seat.
    """
    numbers = [int(number) for number in won.split()]
    pile = [f"{suit}-{rank + 1}" for suit, number in zip(SUITS, numbers, strict=True) for rank in range(number)]
    assert len(pile) % players == 0, "tricks are won whole"
    if pile:
        led = next(card for card in reversed(pile) if not card.startswith(("thunder", "snow")))
        others = [card for card in pile if card != led and not card.startswith("thunder")]
        # Lower cards of the led suit, or others that cannot win: Snow is dealt out last, and there is no Thunder.
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
