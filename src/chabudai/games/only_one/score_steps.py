"""The final scoring of Only One Collection, step by step, and who wins each kind and why."""

from chabudai.games.only_one.equipment import CROWN, Cards, is_special, kind_of
from chabudai.games.only_one.faces import familiar_card, ingredient_card
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.scoring import KindResult
from chabudai.games.only_one.words import KINDS
from chabudai.kernel.bits import below, count, has, lowest, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Counted, ScoreStep
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

    def add_step(text: str, seat: int, points: int, counted: list[Counted]) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals), counted))

    for seat, player in enumerate(view.seats):
        if player.points:
            add_step(
                words.text("score", "familiar", seat=people.name(seat)),
                seat,
                player.points,
                _familiar(view, seat, words),
            )
    for seat in range(view.equipment.players):
        points = tally.special_points(seat)
        sentence = "special" if points else "special_none"
        add_step(
            words.text("score", sentence, seat=people.name(seat), points=points),
            seat,
            points,
            _specials(view, seat, words),
        )
    for result in kind_results(view):
        if result.winner >= 0:
            counted = _of_kind(view, result, words)
            add_step(_kind_text(result, words, people), result.winner, result.points(), counted)
    if tally.sixteen >= 0:
        text = words.text("score", "sixteen", seat=people.name(tally.sixteen))
        add_step(text, tally.sixteen, 0, _familiar(view, tally.sixteen, words))
    return steps


def _specials(view: OnlyOne, seat: int, words: Words) -> list[Counted]:
    """Return the special cards of a seat, and its familiar, if that has icons."""
    special = [number for number in view.seats[seat].cards.listed() if is_special(number)]
    familiar = view.seats[seat].familiar
    icons = familiar >= 0 and view.equipment.icons[familiar] > 0
    return [
        *([_counted(f"collection-{seat}", "collection", special, words)] if special else []),
        *(_familiar(view, seat, words) if icons else []),
    ]


def _familiar(view: OnlyOne, seat: int, words: Words) -> list[Counted]:
    """Return the familiar of a seat, if it has one: it may have passed to another since it scored."""
    power = view.seats[seat].familiar
    if power < 0:
        return []
    return [Counted(f"familiar-{seat}", words.text("zone", "familiar"), [familiar_card(power, words)])]


def _of_kind(view: OnlyOne, result: KindResult, words: Words) -> list[Counted]:
    """Return the cards that score a kind: the winner's, those in the discard, and the right neighbor's (OO-31)."""
    winner = result.winner
    right = (winner - 1) % view.equipment.players  # OO-11

    def of_kind(cards: Cards) -> list[int]:
        return [number for number in cards.listed() if kind_of(number) == result.kind]

    counted = [_counted(f"collection-{winner}", "collection", of_kind(view.seats[winner].cards), words)]
    if result.discarded:
        counted.append(_counted("discard", "discard", of_kind(view.discard), words))
    if result.right:
        counted.append(_counted(f"collection-{right}", "right", of_kind(view.seats[right].cards), words))
    return counted + (_familiar(view, winner, words) if result.encore + result.windfall else [])


def _counted(zone: str, title: str, cards: list[int], words: Words) -> Counted:
    return Counted(zone, words.text("zone", title), [ingredient_card(number, words) for number in cards])


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
