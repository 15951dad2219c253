"""The points of the last game of a match, step by step."""

from chabudai.games.thousand_cats.equipment import BASIC, times, times_of
from chabudai.games.thousand_cats.rules import TOO_MUCH_BOOZE, Cats, halved
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.scene.make import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Said, Words


def scoring(view: Cats, words: Words, people: People) -> list[ScoreStep]:
    """Totals before the last game; then for each player fish, booze and crows (TC-30, TC-53, TC-61)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.rules.players

    def step(sentence: str, seat: int, points: int, **values: str | int) -> None:
        totals[seat] += points
        said: dict[str, str | int | Said] = {**values, "seat": people.name(seat)}
        steps.append(ScoreStep(words.text("score", sentence, **said), seat, points, list(totals)))

    for seat in range(view.rules.players):
        if view.part > 1:
            step("before", seat, view.seats[seat].total - view.points(seat))
    for seat in range(view.rules.players):
        player = view.seats[seat]
        code = times_of(view.rules, player)
        if view.rules.mode == BASIC:
            step("fish", seat, view.fish_points(seat), fish=view.fish_points(seat))
        else:
            for season, name in enumerate(SEASONS):
                fish, each = view.fish_of(seat, season), times(code, season)
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
