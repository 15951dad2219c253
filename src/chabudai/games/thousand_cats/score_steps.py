"""The final scoring of Festival of Thousand Cats, step by step: the last game of the match."""

from chabudai.games.thousand_cats.equipment import BASIC, factor_of
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import (
    BOOZE_POINTS,
    TOO_MUCH_BOOZE,
    crows_taken,
    fish_factors,
    fish_of,
    fish_points,
    game_points,
    halved,
)
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Verbatim, Words


def score_steps(view: Cats, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: totals before the last game, if any, then fish, booze and crows (TC-30, TC-53, TC-61)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(sentence: str, seat: int, points: int, **values: str | int) -> None:
        totals[seat] += points
        filled: dict[str, str | int | Verbatim] = {**values, "seat": people.name(seat)}
        steps.append(ScoreStep(words.text("score", sentence, **filled), seat, points, list(totals)))

    for seat in range(view.equipment.players):
        if view.part > 1:
            add_step("before", seat, view.seats[seat].total - game_points(view, seat))
    for seat in range(view.equipment.players):
        player = view.seats[seat]
        factors = fish_factors(view.equipment, player)
        if view.equipment.rule_set == BASIC:
            add_step("fish", seat, fish_points(view, seat), fish=fish_points(view, seat))
        else:
            for season, name in enumerate(SEASONS):
                fish, factor = fish_of(view, seat, season), factor_of(factors, season)
                if fish:
                    add_step("season", seat, fish * factor, fish=fish, season=name, times=factor)
        if player.booze == TOO_MUCH_BOOZE:
            fish = fish_points(view, seat)
            add_step("halved", seat, halved(fish) - fish)
        elif player.booze:
            add_step("booze", seat, BOOZE_POINTS * player.booze, booze=player.booze)
        crows = crows_taken(view, seat)
        if crows:
            add_step("crows", seat, -crows, crows=crows)
    return steps
