"""The scoring as people follow it: the final one step by step, and what each kind would bring now."""

from chabudai.games.only_one.equipment import CROWN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.scoring import KindStep
from chabudai.games.only_one.words import KINDS
from chabudai.kernel.bits import below, count, has, lowest, members
from chabudai.scene.make import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Said, Words


def kind_steps(view: OnlyOne) -> list[KindStep]:
    """What each kind brings, from what has been collected so far."""
    steps: list[KindStep] = []
    view.tally(steps)
    return steps


def tie_break(step: KindStep) -> str:
    """Why the winner of a kind won it, though others have as many cards: nothing, the token, or the nearest to it."""
    if count(step.tied) < 2:
        return ""
    return "token" if has(step.tied, step.holder) else "nearest"


def scoring_steps(view: OnlyOne, words: Words, people: People) -> list[ScoreStep]:
    """The final scoring: points won during play, special cards, then kind after kind (OO-30, OO-31)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.rules.players
    tally = view.tally()

    def step(text: str, seat: int, points: int) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals)))

    for seat, player in enumerate(view.seats):
        if player.points:
            step(words.text("score", "familiar", seat=people.name(seat)), seat, player.points)
    for seat in range(view.rules.players):
        points = tally.special_points(seat)
        step(words.text("score", "special", seat=people.name(seat), points=points), seat, points)
    for each in kind_steps(view):
        if each.winner >= 0:
            step(_told(each, words, people), each.winner, each.points())
    if tally.sixteen >= 0:
        step(words.text("score", "sixteen", seat=people.name(tally.sixteen)), tally.sixteen, 0)
    return steps


def _told(step: KindStep, words: Words, people: People) -> str:
    """Who won a kind and why, and what it brought."""
    brought = [words.text("score", "potion")]
    for name in ("discarded", "right", "encore", "windfall"):
        points = getattr(step, name)
        if points:
            brought.append(words.text("score", name, points=points))
    why = tie_break(step)
    return words.text(
        "score",
        f"kind_{why}" if why else "kind",
        kind=KINDS[step.kind],
        seat=people.name(step.winner),
        number=step.number,
        holder=people.name(step.holder),
        brought=words.list([Said(part) for part in brought]),
    )


def decided_by(view: OnlyOne) -> str:
    """What decided the game at its end: points, the crown, potions or the start token (OO-32, OO-60)."""
    tally = view.standing()
    best = tally.ahead(tally.points, below(view.rules.players))
    if best == view.sides(lowest(best)):
        return "points"
    if any(tally.has_power(seat, CROWN) for seat in members(best)):
        return "crown"
    best = tally.ahead(tally.potions, best)
    return "potions" if best == view.sides(lowest(best)) else "token"
