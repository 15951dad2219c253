"""The step-by-step count of the last game of a match."""

from chabudai.games.thousand_cats.equipment import BASIC, factor_of
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import TOO_MUCH_BOOZE, fish_factors, halved
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Verbatim, Words


def score_steps(view: Cats, words: Words, people: People) -> list[ScoreStep]:
    """Return the totals before the last game, then fish, booze and crows of each player (TC-30, TC-53, TC-61)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def step(sentence: str, seat: int, points: int, **values: str | int) -> None:
        totals[seat] += points
        filled: dict[str, str | int | Verbatim] = {**values, "seat": people.name(seat)}
        steps.append(ScoreStep(words.text("score", sentence, **filled), seat, points, list(totals)))

    for seat in range(view.equipment.players):
        if view.part > 1:
            step("before", seat, view.seats[seat].total - view.points(seat))
    for seat in range(view.equipment.players):
        player = view.seats[seat]
        factors = fish_factors(view.equipment, player)
        if view.equipment.rule_set == BASIC:
            step("fish", seat, view.fish_points(seat), fish=view.fish_points(seat))
        else:
            for season, name in enumerate(SEASONS):
                fish, each = view.fish_of(seat, season), factor_of(factors, season)
                if fish:
                    step("season", seat, fish * each, fish=fish, season=name, times=each)
        if player.booze == TOO_MUCH_BOOZE:
            fish = view.fish_points(seat)
            step("halved", seat, halved(fish) - fish)
        elif player.booze:
            step("booze", seat, 2 * player.booze, booze=player.booze)
        crows = view.crows_taken(seat)
        if crows:
            step("crows", seat, -crows, crows=crows)
    return steps
