"""The final scoring of Festival of Thousand Cats, step by step: the last game of the match."""

from chabudai.games.thousand_cats.equipment import BASIC, BOOZE, CROWS, card_at, factor_of
from chabudai.games.thousand_cats.faces import multiplier_card, number_card
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
from chabudai.kernel.bits import has
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Counted, ScoreStep
from chabudai.scene.words import Verbatim, Words


def score_steps(view: Cats, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: totals before the last game, if any, then fish, booze and crows (TC-30, TC-53, TC-61)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(sentence: str, seat: int, points: int, counted: list[Counted], **values: str | int) -> None:
        totals[seat] += points
        filled: dict[str, str | int | Verbatim] = {**values, "seat": people.name(seat)}
        steps.append(ScoreStep(words.text("score", sentence, **filled), seat, points, list(totals), counted))

    for seat in range(view.equipment.players):
        if view.part > 1:
            add_step("before", seat, view.seats[seat].total - game_points(view, seat), [])
    for seat in range(view.equipment.players):
        player = view.seats[seat]
        taken = [card_at(player.row, place) for place in range(view.round)]
        with_fish = [number for number in taken if view.equipment.fish[number]]
        with_booze = [number for number in taken if has(BOOZE, number)]
        factors = fish_factors(view.equipment, player)
        if view.equipment.rule_set == BASIC:
            points = fish_points(view, seat)
            add_step("fish", seat, points, _taken(view, seat, with_fish, words), fish=points)
        else:
            for season, name in enumerate(SEASONS):
                fish, factor = fish_of(view, seat, season), factor_of(factors, season)
                if fish:
                    cards = [number for number in with_fish if view.equipment.season[number] == season]
                    counted = _taken(view, seat, cards, words) + _multiplier(view, seat, words)
                    add_step("season", seat, fish * factor, counted, fish=fish, season=name, times=factor)
        if player.booze == TOO_MUCH_BOOZE:
            fish = fish_points(view, seat)
            add_step("halved", seat, halved(fish) - fish, _taken(view, seat, with_fish + with_booze, words))
        elif player.booze:
            counted = _taken(view, seat, with_booze, words)
            add_step("booze", seat, BOOZE_POINTS * player.booze, counted, booze=player.booze)
        crows = crows_taken(view, seat)
        if crows:
            counted = _taken(view, seat, [number for number in taken if has(CROWS, number)], words)
            add_step("crows", seat, -crows, counted, crows=crows)
    return steps


def _taken(view: Cats, seat: int, cards: list[int], words: Words) -> list[Counted]:
    """Return these cards among those that a seat has taken."""
    shown = [number_card(view.equipment, number, words) for number in cards]
    return [Counted(f"taken-{seat}", words.text("zone", "taken"), shown)]


def _multiplier(view: Cats, seat: int, words: Words) -> list[Counted]:
    """Return the multiplier card of a seat, if it uses one (TC-53)."""
    card = view.seats[seat].multiplier
    if card < 0:
        return []
    shown = [multiplier_card(view.equipment, card, words)]
    return [Counted(f"multiplier-{seat}", words.text("zone", "multiplier"), shown)]
