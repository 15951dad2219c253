"""Chance that people fix beforehand, as on a command line: `familiars=encore,crown` chooses sides, `start=2` a seat."""

from collections.abc import Sequence

from chabudai.kernel.chance import Chance, Entry, Scripted, Source
from chabudai.kernel.errors import BadChance


def fixed_chance(chances: Sequence[Chance], texts: Sequence[str], then: Source) -> Scripted:
    """A source of chance that follows these texts as far as they go, and else asks `then`.

    A text names an event and its first outcomes, in words of the record. Where an event comes several times, each text
    that names it is for another time. What cannot come is refused when it is due.
    """
    return Scripted(chances, [read_chance(chances, text) for text in texts], then)


def read_chance(chances: Sequence[Chance], text: str) -> Entry:
    """The entry that a text stands for."""
    name, equals, outcomes = text.partition("=")
    if not equals:
        raise BadChance(f"chance is fixed by a name and outcomes, as in name=one,two, not {text!r}")
    for event, chance in enumerate(chances):
        if chance.name == name:
            return Entry(event, [_outcome(chance, word.strip()) for word in outcomes.split(",")])
    raise BadChance(f"there is no chance {name!r}; there is: {', '.join(chance.name for chance in chances)}")


def check_fixed(script: Scripted) -> None:
    """After a game: refuse texts that it never came to, or not to their end."""
    unused = script.unused()
    if unused is not None:
        raise BadChance(f"{unused}: the game did not come to it")
    for event, chance in enumerate(script.events):
        rest = script.rest(event)
        if rest:
            words = ", ".join(str(chance.outcomes[outcome]) for outcome in rest)
            raise BadChance(f"{chance.name}: the game did not come to {words}")


def _outcome(chance: Chance, word: str) -> int:
    known = [str(outcome) for outcome in chance.outcomes]
    if word not in known:
        raise BadChance(f"{chance.name}: there is no {word!r}; there is: {', '.join(known)}")
    return known.index(word)
