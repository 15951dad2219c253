"""Describes a table in sentences: the seats, what lies on the table, and the numbered choices."""

from collections.abc import Iterator

from chabudai.scene.vocabulary import Choice, Counter, Scene, Seat
from chabudai.terminal.plain.plain_facts import facts_sentences
from chabudai.terminal.plain.plain_words import PlainWords
from chabudai.terminal.plain.plain_zones import zone_sentences


def table_sentences(scene: Scene, say: PlainWords) -> Iterator[str]:
    """Yield the table as the viewer sees it, without the choices: others first, then the middle, then the viewer.

    Of the facts, only warnings are included, because hearing all of them on every turn would take long.
    """
    yield " ".join([say.sentence(scene.title), say.sentence(scene.status)])
    start = scene.viewer + 1
    seats = [*scene.seats[start:], *scene.seats[:start]]
    for seat in seats:
        if not seat.you:
            yield " ".join(seat_sentences(scene, seat, say))
    for zone in scene.zones:
        yield from zone_sentences(scene, zone, say)
    for facts in scene.facts:
        if facts.warning:
            yield from facts_sentences(scene, facts, say)
    if scene.assumed:
        yield say.sentence(scene.terms["assumed_note"])
    for seat in seats:
        if seat.you:
            yield from seat_sentences(scene, seat, say)


def choice_sentences(scene: Scene, say: PlainWords) -> Iterator[str]:
    """Yield the prompt and the choices with their numbers, and how many more are not allowed now."""
    if scene.remark:
        yield say.sentence(scene.remark)
    if scene.prompt:
        yield say.sentence(scene.prompt)
    allowed = [choice for choice in scene.choices if choice.why is None]
    for number, choice in enumerate(allowed, start=1):
        yield say("plain.choice", number=number, text=choice_words(choice, say))
    closed = len(scene.choices) - len(allowed)
    reasons = {choice.why for choice in scene.choices if choice.why is not None}
    if len(reasons) == 1:
        yield say.sentence(scene.terms["cannot"].format(why=reasons.pop()))
    elif closed:
        yield say("plain.closed", number=closed)


def choice_words(choice: Choice, say: PlainWords) -> str:
    """Return a choice with its note."""
    return say("plain.with_note", text=choice.text, note=choice.note) if choice.note else choice.text


def seat_sentences(scene: Scene, seat: Seat, say: PlainWords) -> Iterator[str]:
    """Yield who sits at a seat with what status, and then each of its zones."""
    parts = [
        scene.terms["score"].format(score=seat.score),
        *(_counted(scene, counter, say) for counter in seat.counters),
    ]
    parts += [marker.name for marker in seat.markers]
    parts += [scene.terms["choosing"]] if seat.waited_for else []
    name = f"{seat.name[:1].upper()}{seat.name[1:]}" if seat.you else seat.name
    yield say("plain.seat", name=name, parts=say.listed(parts))
    for zone in seat.zones:
        yield from zone_sentences(scene, zone, say)


def score_sentence(scene: Scene, number: int, say: PlainWords) -> str:
    """Return a step of the final scoring: its points, its reason, and all totals after it."""
    step = scene.scoring[number]
    totals = say.listed([say("plain.total", name=seat.name, score=step.totals[seat.number]) for seat in scene.seats])
    if step.seat is None:
        return say("plain.step_for_all", text=step.text, totals=totals)
    name = scene.seats[step.seat].name
    return say("plain.step", name=name, points=f"{step.points:+d}", text=step.text, totals=totals)


def result_sentences(scene: Scene, say: PlainWords) -> Iterator[str]:
    """Yield who won, and all scores, winners first."""
    ranked = sorted(scene.seats, key=lambda seat: (seat.number not in scene.winners, -seat.score))
    scores = [
        say("plain.winner" if seat.number in scene.winners else "plain.total", name=seat.name, score=seat.score)
        for seat in ranked
    ]
    yield say("plain.result", text=say.listed(scores))
    if scene.prompt:
        yield say.sentence(scene.prompt)


def _counted(scene: Scene, counter: Counter, say: PlainWords) -> str:
    """Return a number and its noun, in the word order of the language, with its note."""
    text = scene.terms["counted"].format(number=counter.value, name=counter.name)
    return say("plain.cell", text=text, where=counter.note) if counter.note else text
