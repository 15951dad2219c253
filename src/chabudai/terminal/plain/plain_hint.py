"""Describes a hint: a sentence for each choice, best first."""

from collections.abc import Iterator

from chabudai.bots.hint import Hint, Prospect
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Words
from chabudai.terminal.plain.plain_words import PlainWords


def hint_sentences(scene: Scene, hint: Hint, words: Words, say: PlainWords) -> Iterator[str]:
    """Yield the choices with their numbers in the scene, their estimates and their reasons."""
    if hint.identical:
        yield words.text("hint", "identical")
    else:
        yield say("plain_hint.head")
    if hint.points_decide:
        yield words.text("hint", "points_decide")
    allowed = [choice for choice in scene.choices if choice.why is None]
    numbers = {choice.action: (number, choice.text) for number, choice in enumerate(allowed, start=1)}
    for rank, prospect in enumerate(hint.choices):
        number, text = numbers[prospect.action]
        kind = "other" if hint.identical else "best" if rank == 0 else "equal" if prospect.equal else "other"
        sentence = say(f"plain_hint.{kind}", number=number, text=text, estimates=_estimates(prospect, say))
        reason = "" if prospect.reason is None else say.sentence(words.say("advice", prospect.reason))
        yield f"{sentence} {reason}".rstrip()
    yield say("plain_hint.source", simulations=hint.simulations)
    if not hint.complete:
        yield words.text("hint", "cut_short")


def _estimates(prospect: Prospect, say: PlainWords) -> str:
    return say(
        "plain_hint.estimates",
        win=f"{100 * prospect.win:.1f}",
        error=f"{100 * prospect.error:.1f}",
        points=f"{prospect.score:.1f}",
        margin=f"{prospect.margin:+.1f}",
    )
