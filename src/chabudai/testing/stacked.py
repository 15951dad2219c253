"""Stacked decks: chance for a test, written as a text that names only what matters."""

import re
from collections.abc import Mapping, Sequence

from chabudai.kernel.bits import has, members
from chabudai.kernel.chance import Chance
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_ANY = -1
"""Any outcome that the text does not name."""
_FILL = -2
"""As many of those as fill the part."""
_COUNTED = re.compile(r"…([1-9]\d*)")


class Stacked:
    """A source of chance that follows texts, one for each entry of an event in turn; the rest comes from a seed.

    A text is the outcomes in their order, in words of the record. They may be divided by `|` into parts, as into hands.
    `…5` stands for five outcomes that the text does not name; `…` alone for as many of them as fill its part. The parts
    with `…` are filled up to one size, such that the whole text is the whole deck:

    - `"spring-1 spring-7"`: these two come first;
    - `"spring-1 … | … | spring-7 … | …"`: four even hands, seat 0 with Spring 1, seat 2 with Spring 7;
    - `"6 9 | 1 …6 | …7 | …"`: two cards face up, hands of seven, and the rest of the deck.
    """

    def __init__(self, chances: Sequence[Chance], texts: Mapping[str, str | Sequence[str]], seed: int) -> None:
        self.chances = chances
        self.rng = Rng(seed)
        self._texts: list[list[list[list[int]]]] = [[] for _ in chances]
        self._to_come: list[list[int]] = [[] for _ in chances]
        names = [chance.name for chance in chances]
        for name, given in texts.items():
            if name not in names:
                raise BadChance(f"there is no chance {name!r}; there are: {', '.join(names)}")
            event = names.index(name)
            for text in [given] if isinstance(given, str) else given:
                self._texts[event].append([_part(chances[event], part.split()) for part in text.split("|")])

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        event = state.due
        if state.drawn() == 0:
            self._to_come[event] = self._filled(state, self._texts[event].pop(0)) if self._texts[event] else []
        to_come = self._to_come[event]
        if not to_come:
            return state.draw(self.rng)
        outcome = to_come.pop(0)
        if outcome == _ANY:
            return self._unnamed(state, to_come)
        if not has(state.odds(), outcome):
            chance = self.chances[event]
            raise BadChance(f"{chance.name}: {chance.outcomes[outcome]} cannot come at place {state.drawn()}")
        return outcome

    def _filled(self, state: State, parts: list[list[int]]) -> list[int]:
        """The outcomes of a text in one row, with `…` filled."""
        open_parts = [part for part in parts if _FILL in part]
        whole = sum(state.weight(outcome) for outcome in members(state.odds()))
        to_share = whole - sum(len(part) for part in parts if _FILL not in part)
        size, uneven = divmod(to_share, len(open_parts)) if open_parts else (0, 0)
        missing = [size - len(part) + 1 for part in open_parts]
        if uneven or any(number < 0 for number in missing):
            name = self.chances[state.due].name
            raise BadChance(f"{name}: {to_share} outcomes cannot fill {len(open_parts)} parts up to one size")
        row: list[int] = []
        for part in parts:
            for outcome in part:
                row += [_ANY] * (size - len(part) + 1) if outcome == _FILL else [outcome]
        return row

    def _unnamed(self, state: State, to_come: list[int]) -> int:
        """An outcome that the text does not name, each card as likely as the others."""
        cards: list[int] = []
        for outcome in members(state.odds()):
            cards += [outcome] * (state.weight(outcome) - to_come.count(outcome))
        if not cards:
            raise BadChance(f"{self.chances[state.due].name}: the text names all outcomes that are left, so … is none")
        return cards[self.rng.below(len(cards))]


def _part(chance: Chance, words: list[str]) -> list[int]:
    known = [str(outcome) for outcome in chance.outcomes]
    part: list[int] = []
    for word in words:
        counted = _COUNTED.fullmatch(word)
        if counted:
            part += [_ANY] * int(counted[1])
        elif word in known:
            part.append(known.index(word))
        elif word == "…" and _FILL not in part:
            part.append(_FILL)
        elif word == "…":
            raise BadChance(f"{chance.name}: a part is filled by one … only")
        else:
            raise BadChance(f"{chance.name}: there is no {word!r}")
    return part
