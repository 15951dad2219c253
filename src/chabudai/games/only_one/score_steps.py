"""The final scoring of Only One Collection, step by step, and who wins each kind and why."""

from chabudai.games.only_one.equipment import CROWN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.scoring import KindResult
from chabudai.games.only_one.words import KINDS
from chabudai.kernel.bits import below, count, has, lowest, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Verbatim, Words


def kind_results(view: OnlyOne) -> list[KindResult]:
    """Score each kind with the cards collected so far."""
    results: list[KindResult] = []
    view.tally(results)
    return results


def tie_break(result: KindResult) -> str:
    """Return what broke a tie for a kind: "token", "nearest" (to the token), or "" if there was no tie."""
    if count(result.tied) < 2:
        return ""
    return "token" if has(result.tied, result.holder) else "nearest"


def score_steps(view: OnlyOne, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: points scored during play, special cards, then each kind in order (OO-30, OO-31).

    If the power `sixteen` ended the scoring (OO-50), a last step without points says so.
    """
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players
    tally = view.tally()

    def add_step(text: str, seat: int, points: int) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals)))

    for seat, player in enumerate(view.seats):
        if player.points:
            add_step(words.text("score", "familiar", seat=people.name(seat)), seat, player.points)
    for seat in range(view.equipment.players):
        points = tally.special_points(seat)
        sentence = "special" if points else "special_none"
        add_step(words.text("score", sentence, seat=people.name(seat), points=points), seat, points)
    for result in kind_results(view):
        if result.winner >= 0:
            add_step(_kind_text(result, words, people), result.winner, result.points())
    if tally.sixteen >= 0:
        add_step(words.text("score", "sixteen", seat=people.name(tally.sixteen)), tally.sixteen, 0)
    return steps


def _kind_text(result: KindResult, words: Words, people: People) -> str:
    """Say who won a kind, why, and for how many points."""
    gains = [words.text("score", "potion")]
    for name in ("discarded", "right", "encore", "windfall"):
        points = getattr(result, name)
        if points:
            gains.append(words.text("score", name, points=points))
    why = tie_break(result)
    return words.text(
        "score",
        f"kind_{why}" if why else "kind",
        kind=KINDS[result.kind],
        seat=people.name(result.winner),
        number=result.number,
        holder=people.name(result.holder),
        brought=words.list([Verbatim(gain) for gain in gains]),
    )


def decided_by(view: OnlyOne) -> str:
    """Return what decided a finished game: points, the crown, potions or the start token (OO-32, OO-60)."""
    tally = view.standing()
    best = tally.leaders(tally.points, below(view.equipment.players))
    if best == view.sides(lowest(best)):
        return "points"
    if any(tally.has_power(seat, CROWN) for seat in members(best)):
        return "crown"
    best = tally.leaders(tally.potions, best)
    return "potions" if best == view.sides(lowest(best)) else "token"
