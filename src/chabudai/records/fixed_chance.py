"""Chance outcomes that people fix in advance, as on a command line: `familiars=encore,crown`, or `start=2`."""

from collections.abc import Sequence

from chabudai.kernel.chance import Chance, Scripted, ScriptEntry, Source
from chabudai.kernel.errors import BadChance


def fixed_chance(chances: Sequence[Chance], texts: Sequence[str], then: Source) -> Scripted:
    """Return a source of chance that follows these texts, and asks `then` for everything else.

    A text names a chance event and its first outcomes, in words of the record. If a chance event happens several times,
    the texts that name it apply to its occurrences in order. An impossible outcome is refused when it would be drawn.
    """
    return Scripted(chances, [read_chance(chances, text) for text in texts], then)


def read_chance(chances: Sequence[Chance], text: str) -> ScriptEntry:
    """Parse a text into an entry of a script."""
    name, equals, outcomes = text.partition("=")
    if not equals:
        raise BadChance(f"fix chance with a name and its outcomes, such as name=one,two, not {text!r}")
    for number, chance in enumerate(chances):
        if chance.name == name:
            return ScriptEntry(number, [_outcome(chance, word.strip()) for word in outcomes.split(",")])
    names = ", ".join(chance.name for chance in chances)
    raise BadChance(f"there is no chance event {name!r}; the chance events are: {names}")


def check_all_used(script: Scripted) -> None:
    """Raise BadChance after a game if it did not use all fixed outcomes."""
    unused = script.unused()
    if unused is not None:
        raise BadChance(f"{unused}: the game ended before it was drawn")
    for number, chance in enumerate(script.chances):
        remaining = script.remaining(number)
        if remaining:
            words = ", ".join(str(chance.outcomes[outcome]) for outcome in remaining)
            raise BadChance(f"{chance.name}: the game ended before it drew {words}")


def _outcome(chance: Chance, word: str) -> int:
    """Return the number of the outcome that this word stands for."""
    known = [str(outcome) for outcome in chance.outcomes]
    if word not in known:
        raise BadChance(f"{chance.name}: there is no outcome {word!r}; the outcomes are: {', '.join(known)}")
    return known.index(word)
