"""The final scoring of Kasane no Irome, step by step."""

from chabudai.games.kasane.equipment import PLUS_ONE, TURNS_PER_PLAYER, card_list
from chabudai.games.kasane.faces import kimono_card, kimono_cards
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import COLOR_BONUS_MINIMUM, count_colors
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Card, Counted, ScoreStep
from chabudai.scene.words import Words


def score_steps(view: Kasane, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: everybody's melds and "+1" cards, then the colors (KI-30), then all twelve cards (KI-31)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(text: str, seat: int, points: int, cards: list[Card]) -> None:
        totals[seat] += points
        counted = Counted(f"robe-{seat}", words.text("zone", "robe"), cards)
        steps.append(ScoreStep(text, seat, points, list(totals), [counted]))

    for seat, player in enumerate(view.seats):
        add_step(
            words.text("score", "melds", seat=people.name(seat)), seat, player.points, kimono_cards(player.field, words)
        )
    for seat, player in enumerate(view.seats):
        if player.laid >= COLOR_BONUS_MINIMUM:
            colors = count_colors(player.field)
            sentence = "colours_one" if colors == 1 else "colours"
            text = words.text("score", sentence, seat=people.name(seat), laid=player.laid, colours=colors)
            # One card of each color, the lowest in the robe.
            one_each = [number for number in dict.fromkeys(card_list(player.field)) if number != PLUS_ONE]
            add_step(text, seat, view.color_bonus(seat), [kimono_card(number, words) for number in one_each])
    for seat, player in enumerate(view.seats):
        if player.laid == TURNS_PER_PLAYER:
            text = words.text("score", "all_twelve", seat=people.name(seat))
            add_step(text, seat, view.score(seat) - totals[seat], kimono_cards(player.field, words))
    return steps
