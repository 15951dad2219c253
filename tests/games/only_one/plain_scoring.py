"""A second implementation of the scoring, written directly from the clauses. It shares no code with the game."""

from collections.abc import Sequence
from dataclasses import dataclass

KINDS = ["1", "2", "3", "4A", "4B", "5", "6A", "6B", "7", "8A", "8B", "9", "10"]


@dataclass
class Scored:
    """The result of a game."""

    points: list[int]
    potions: list[int]
    token: int
    winners: list[int]


def plain_scoring(
    owned_cards: Sequence[str],
    discard: str,
    token: int,
    familiars: Sequence[str],
    play_points: Sequence[int],
    teams: bool,
) -> Scored:
    """Score the cards that each seat owns, and add the points from play.

    Cards are written as in records. `token` is the seat with the start token. Each seat has a familiar's power or `-`.
    """
    players = len(owned_cards)
    seats = range(players)
    owned = [cards.split() for cards in owned_cards]
    score = [play_points[seat] + sum("*" in card for card in owned[seat]) for seat in seats]
    score = [score[seat] + (familiars[seat] != "-") for seat in seats]
    potions = [0] * players

    def side(seat: int) -> list[int]:
        return [other for other in seats if other == seat or (teams and abs(other - seat) == 2)]

    def side_total(numbers: list[int], seat: int) -> int:
        return sum(numbers[other] for other in side(seat))

    def sixteen_is_reached() -> bool:
        return any(familiars[seat] == "sixteen" and side_total(score, seat) >= 16 for seat in seats)

    for kind in KINDS:
        if sixteen_is_reached():
            break
        counts = [sum(card.replace("*", "") == kind for card in cards) for cards in owned]
        if max(counts) == 0:
            continue
        clockwise_from_token = sorted(seats, key=lambda seat: (seat - token) % players)
        winner = next(seat for seat in clockwise_from_token if counts[seat] == max(counts))
        bonus = counts[(winner - 1) % players]
        if players > 2:
            bonus += sum(card.replace("*", "") == kind for card in discard.split())
        score[winner] += 1 + bonus
        if familiars[winner] == "encore" and winner == token:
            score[winner] += 2
        if familiars[winner] == "windfall" and bonus >= 3:
            score[winner] += 2
        potions[winner] += 1
        token = winner

    best = [seat for seat in seats if side_total(score, seat) == max(side_total(score, other) for other in seats)]
    crowned = [seat for seat in best if familiars[seat] == "crown"]
    if crowned:
        winners = side(crowned[0])
    else:
        most = max(side_total(potions, seat) for seat in best)
        best = [seat for seat in best if side_total(potions, seat) == most]
        winners = side(min(best, key=lambda seat: (seat - token) % players))
    return Scored(score, potions, token, winners)
