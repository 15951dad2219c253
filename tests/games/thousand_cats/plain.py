"""A second, plain implementation of Festival of Thousand Cats: reads a record and computes its result.

It follows the rules with words and lists, shares no code with the game, and is not optimized.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil

from chabudai.records.record import Record

SEASONS = ["spring", "summer", "fall", "winter"]
FISH = {0: 2, 2: 1, 6: 1, 8: 2}
"""The number of fish on a card, by its place in its season; none at other places."""


def season(card: str) -> str:
    return card.split("-")[0]


def value(card: str) -> int:
    return int(card.split("-")[1])


def place(card: str) -> int:
    """Return the place of a card in its season; -1 for a Yorozu."""
    return value(card) - 1 - SEASONS.index(season(card)) if season(card) in SEASONS else -1


def strength(card: str) -> tuple[int, int]:
    """Return what ranks a card: its value, then its number of cats."""
    cats = 4 - SEASONS.index(season(card)) if season(card) in SEASONS else 0
    return value(card), cats


def has_booze(card: str) -> bool:
    return season(card) == "yorozu" or place(card) in (1, 7)


def is_crow(card: str) -> bool:
    return place(card) == 4


def multipliers(card: str) -> dict[str, int]:
    """Return the multiplier of each season on a multiplier card."""
    kind, number = card.split("-")
    doubled = int(number) - 1
    subtracted = (doubled + 1 + ["kou", "otsu", "hei"].index(kind)) % 4
    return {name: 2 if i == doubled else -1 if i == subtracted else 1 for i, name in enumerate(SEASONS)}


class Unfinished(Exception):
    """The record ends here."""


@dataclass
class Plain:
    """A match read from its record. If the record is unfinished, the fields hold its last position."""

    record: Record
    totals: list[int] = field(default_factory=list)
    hands: list[set[str]] = field(default_factory=list)
    """Cards dealt and not yet played."""
    played: list[list[str]] = field(default_factory=list)
    lacking: list[set[str]] = field(default_factory=list)
    """The seasons that each seat has shown it lacks."""
    rows: list[list[str]] = field(default_factory=list)
    pair: list[str] = field(default_factory=list)
    keeper: int | None = None
    games: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.humans = self.record.players
        self.totals = [0] * self.humans
        self.chance = [(entry.what, list(entry.result)) for entry in self.record.chance]
        self.moves = [(seat, text.split()) for seat, text in self.record.moves]
        self.unused: list[list[str]] = [[] for _ in range(self.humans)]
        self.tokens = [Counter[str]() for _ in range(self.humans)]
        with suppress(Unfinished):
            self._match()

    def winners(self) -> list[int]:
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def _take_chance(self, what: str) -> list[str]:
        name, result = self.chance.pop(0)
        assert name == what, f"expected the chance event {what}, not {name}"
        return [str(word) for word in result]

    def _move(self, seat: int, verb: str) -> list[str]:
        """Take the next move from the record, which must be this one, and return its other words."""
        if not self.moves:
            raise Unfinished
        mover, (made, *rest) = self.moves.pop(0)
        assert (mover, made) == (seat, verb), f"expected seat {seat} to {verb}, not seat {mover} to {made}"
        return rest

    def _match(self) -> None:
        extra = False
        while True:
            self._deal()
            self._prepare()
            self._rounds()
            self._score()
            self.games += 1
            reached = max(self.totals) >= int(self.record.options["target"])
            if extra or (reached and len(self.winners()) == 1):
                break
            extra = reached
            self._tokens_for_booze()
        assert not self.chance
        assert not self.moves
        self.over = True

    def _deal(self) -> None:
        while True:
            booze, deck = self._take_chance("booze"), self._take_chance("deck")
            self.hands = [set(booze[2 * i : 2 * i + 2] + deck[2 + 7 * i : 9 + 7 * i]) for i in range(4)]
            self.pair = sorted(deck[:2], key=strength)
            self.deck = self._take_chance("dummy") if self.humans == 3 else []
            self.played, self.rows = [[], [], [], []], [[], [], [], []]
            self.lacking = [set(), set(), set(), set()]
            asked = [seat for seat in range(self.humans) if sum(map(is_crow, self.hands[seat])) >= 3]
            self.keeper = asked[0] if asked else None
            if not asked:
                return
            if not self.moves:
                raise Unfinished
            if self.moves[0][1] == ["keep"]:
                self._move(asked[0], "keep")
                return
            self._move(asked[0], "redeal")

    def _lowest(self) -> int:
        lowest = [seat for seat, total in enumerate(self.totals) if total == min(self.totals)]
        if len(lowest) == 1:
            return lowest[0]
        drawn = int(self._take_chance("lowest")[0])
        assert drawn in lowest
        return drawn

    def _clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.humans for i in range(self.humans)]

    def _prepare(self) -> None:
        match self.record.options["rules"]:
            case "experienced":
                self._choose_multipliers()
            case "advanced" if self.games == 0:
                for word in self._take_chance("order"):
                    chosen = self._move(int(word), "tokens")
                    assert len(set(chosen)) == 3
                    self.tokens[int(word)].update(chosen)
            case "advanced":
                for seat in self._clockwise(self._lowest()):
                    self._one_token(seat, may_pass=True)

    def _choose_multipliers(self) -> None:
        if not any(self.unused):
            cards, per_player = self._take_chance("multipliers"), 12 // self.humans
            self.unused = [cards[per_player * seat : per_player * seat + per_player] for seat in range(self.humans)]
        first = int(self._take_chance("start")[0]) if self.games == 0 else int(self._move(self._lowest(), "start")[0])
        self.chosen: dict[int, str] = {}
        for seat in self._clockwise(first):
            (self.chosen[seat],) = self._move(seat, "multiplier")
            self.unused[seat].remove(self.chosen[seat])

    def _one_token(self, seat: int, may_pass: bool) -> None:
        left = {name: self.humans - sum(tokens[name] for tokens in self.tokens) for name in SEASONS}
        allowed = [name for name in SEASONS if left[name] > 0 and self.tokens[seat][name] < 2]
        if not allowed:
            assert may_pass
            self._move(seat, "pass")
            return
        (taken,) = self._move(seat, "token")
        assert taken in allowed
        self.tokens[seat][taken] += 1

    def _rounds(self) -> None:
        for _ in range(9):
            self._round()
            if any(sum(map(has_booze, row)) == 3 for row in self.rows[: self.humans]):
                return

    def _round(self) -> None:
        closed = {season(card) for card in self.pair}
        cards: list[str] = []
        for seat in range(4):
            if seat < self.humans:
                (card,) = self._move(seat, "play")
                free = [held for held in self.hands[seat] if season(held) in set(SEASONS) - closed]
                assert card in self.hands[seat]
                assert card in free or season(card) == "yorozu" or not free
                if season(card) in closed & set(SEASONS) and len(self.hands[seat]) > 1:
                    self.lacking[seat] |= set(SEASONS) - closed
            else:
                card = self.deck.pop(0)
            cards.append(card)
        for seat, card in enumerate(cards):
            self.hands[seat].remove(card)
            self.played[seat].append(card)
        self._swap(cards)
        order = sorted(range(4), key=lambda seat: strength(cards[seat]))
        lowest, highest = order[0], order[-1]
        taken = list(cards)
        taken[lowest], taken[highest] = self.pair
        self.pair = [cards[lowest], cards[highest]]
        for row, card in zip(self.rows, taken, strict=True):
            row.append(card)

    def _swap(self, cards: list[str]) -> None:
        crows = sorted([card for card in cards if is_crow(card)], key=value)
        yorozu = [card for card in sorted(cards, key=value) if season(card) == "yorozu"]
        pairs: list[tuple[str, str]] = []
        if len(yorozu) == 2 and len(crows) == 1:
            owner = cards.index(crows[0])
            if owner == 3 and self.humans == 3:
                pairs = [(min(yorozu, key=lambda card: abs(value(card) - value(crows[0]))), crows[0])]
            else:
                pairs = [(self._move(owner, "swap")[0], crows[0])]
        elif crows:
            pairs = [(card, crows[0] if card == "yorozu-0" else crows[-1]) for card in yorozu]
        for card, crow in pairs:
            i, j = cards.index(card), cards.index(crow)
            cards[i], cards[j] = crow, card

    def times(self, seat: int) -> dict[str, int]:
        """Return by how much the fish of each season are multiplied for a seat."""
        match self.record.options["rules"]:
            case "experienced":
                return multipliers(self.chosen[seat])
            case "advanced":
                return {name: self.tokens[seat][name] for name in SEASONS}
        return dict.fromkeys(SEASONS, 1)

    def _score(self) -> None:
        for seat in range(self.humans):
            row, times = self.rows[seat], self.times(seat)
            fish = sum(FISH.get(place(card), 0) * times[season(card)] for card in row if season(card) in SEASONS)
            booze = sum(map(has_booze, row))
            points = ceil(fish / 2) if booze == 3 else fish + 2 * booze
            self.totals[seat] += points - sum(map(is_crow, row))

    def _tokens_for_booze(self) -> None:
        if self.record.options["rules"] != "advanced":
            return
        self.tokens = [
            Counter(season(card) for card in self.rows[seat] if has_booze(card) and season(card) != "yorozu")
            for seat in range(self.humans)
        ]
        for card in ("yorozu-0", "yorozu-13"):
            for seat in range(self.humans):
                if card in self.rows[seat]:
                    self._one_token(seat, may_pass=False)
