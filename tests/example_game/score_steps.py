"""The final scoring of The Moon in the Pond, step by step."""

from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Words
from example_game.equipment import NIGHTS
from example_game.rules import Pond


def score_steps(view: Pond, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: the points, player by player."""
    steps = []
    totals = [0] * view.equipment.players
    for seat in range(view.equipment.players):
        totals[seat] = view.score(seat)
        text = words.text("score", "nights", seat=people.name(seat), nights=NIGHTS)
        steps.append(ScoreStep(text, seat, view.score(seat), list(totals)))
    return steps
