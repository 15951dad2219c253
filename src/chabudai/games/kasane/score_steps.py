"""The final scoring of Kasane no Irome, step by step."""

from chabudai.games.kasane.equipment import TURNS_PER_PLAYER
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import COLOR_BONUS_MINIMUM, count_colors
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Words


def score_steps(view: Kasane, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: everybody's melds and "+1" cards, then the colors (KI-30), then all twelve cards (KI-31)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(text: str, seat: int, points: int) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals)))

    for seat, player in enumerate(view.seats):
        add_step(words.text("score", "melds", seat=people.name(seat)), seat, player.points)
    for seat, player in enumerate(view.seats):
        if player.laid >= COLOR_BONUS_MINIMUM:
            colors = count_colors(player.field)
            sentence = "colours_one" if colors == 1 else "colours"
            text = words.text("score", sentence, seat=people.name(seat), laid=player.laid, colours=colors)
            add_step(text, seat, view.color_bonus(seat))
    for seat, player in enumerate(view.seats):
        if player.laid == TURNS_PER_PLAYER:
            text = words.text("score", "all_twelve", seat=people.name(seat))
            add_step(text, seat, view.score(seat) - totals[seat])
    return steps
