"""Stacked decks for tests: a text names the outcomes of chance that matter to the test."""

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
"""As many unnamed outcomes as fill the section."""
_COUNTED = re.compile(r"…([1-9]\d*)")


class Stacked:
    """A source of chance that follows texts, and otherwise draws from a seed.

    Each text is for one record entry of a chance event, such as one shuffle of a deck. It lists outcomes in order, as
    records write them. `|` separates sections, for example hands. `…5` stands for five outcomes that the text does not
    name; `…` stands for as many as fill its section. All sections with `…` get the same size, so that the text covers
    the whole deck:

    - `"spring-1 spring-7"`: these two come first;
    - `"spring-1 … | … | spring-7 … | …"`: four equal hands, seat 0 with Spring 1 and seat 2 with Spring 7;
    - `"6 9 | 1 …6 | …7 | …"`: two cards face up, two hands of seven, then the rest of the deck.
    """

    def __init__(self, chances: Sequence[Chance], texts: Mapping[str, str | Sequence[str]], seed: int) -> None:
        self.chances = chances
        self.rng = Rng(seed)
        self._texts: list[list[list[list[int]]]] = [[] for _ in chances]
        """For each chance event: the texts of later entries, each a list of sections, each a list of outcomes."""
        self._remaining: list[list[int]] = [[] for _ in chances]
        """For each chance event: the outcomes that are left of the text of its current entry."""
        names = [chance.name for chance in chances]
        for name, entry_texts in texts.items():
            if name not in names:
                raise BadChance(f"there is no chance event {name!r}; the chance events are: {', '.join(names)}")
            number = names.index(name)
            for text in [entry_texts] if isinstance(entry_texts, str) else entry_texts:
                self._texts[number].append([_section(chances[number], section.split()) for section in text.split("|")])

    def outcome(self, state: State) -> int:
        """Return the next outcome of the chance event that is due."""
        due = state.due
        if state.drawn() == 0:
            self._remaining[due] = self._filled(state, self._texts[due].pop(0)) if self._texts[due] else []
        remaining = self._remaining[due]
        if not remaining:
            return state.draw(self.rng)
        outcome = remaining.pop(0)
        if outcome == _ANY:
            return self._unnamed(state, remaining)
        if not has(state.possible_outcomes(), outcome):
            chance = self.chances[due]
            raise BadChance(f"{chance.name}: outcome {state.drawn()} cannot be {chance.outcomes[outcome]}")
        return outcome

    def _filled(self, state: State, sections: list[list[int]]) -> list[int]:
        """Return the outcomes of all sections in one list, with each `…` filled."""
        open_sections = [section for section in sections if _FILL in section]
        total = sum(state.weight(outcome) for outcome in members(state.possible_outcomes()))
        to_share = total - sum(len(section) for section in sections if _FILL not in section)
        size, uneven = divmod(to_share, len(open_sections)) if open_sections else (0, 0)
        missing = [size - len(section) + 1 for section in open_sections]
        if uneven or any(number < 0 for number in missing):
            name = self.chances[state.due].name
            raise BadChance(
                f"{name}: {len(open_sections)} sections with … cannot divide {to_share} of the outcomes equally"
            )
        outcomes: list[int] = []
        for section in sections:
            for outcome in section:
                outcomes += [_ANY] * (size - len(section) + 1) if outcome == _FILL else [outcome]
        return outcomes

    def _unnamed(self, state: State, remaining: list[int]) -> int:
        """Draw an outcome that the rest of the text does not name; each card has the same probability."""
        cards: list[int] = []
        for outcome in members(state.possible_outcomes()):
            cards += [outcome] * (state.weight(outcome) - remaining.count(outcome))
        if not cards:
            name = self.chances[state.due].name
            raise BadChance(f"{name}: the text names all outcomes that are left, so … has none to draw")
        return cards[self.rng.below(len(cards))]


def _section(chance: Chance, words: list[str]) -> list[int]:
    """Return the outcomes of a section. `…5` becomes _ANY five times, and `…` becomes _FILL."""
    known = [str(outcome) for outcome in chance.outcomes]
    section: list[int] = []
    for word in words:
        counted = _COUNTED.fullmatch(word)
        if counted:
            section += [_ANY] * int(counted[1])
        elif word in known:
            section.append(known.index(word))
        elif word == "…" and _FILL not in section:
            section.append(_FILL)
        elif word == "…":
            raise BadChance(f"{chance.name}: a section can have only one …")
        else:
            raise BadChance(f"{chance.name}: there is no outcome {word!r}")
    return section
