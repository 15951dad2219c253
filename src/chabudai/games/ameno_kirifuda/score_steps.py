"""The final scoring of Ameno Kirifuda, step by step, and the conditions of Omegumi cards in words."""

from chabudai.games.ameno_kirifuda.equipment import ANY, Equipment
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import SEASONS, stones_word
from chabudai.kernel.bits import count, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import ScoreStep
from chabudai.scene.words import Verbatim, Words


def score_steps(view: Ameno, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: stones × line for each seat, then the scored Omegumi cards one by one (AK-32)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(text: str, seat: int, points: int) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals)))

    for seat, player in enumerate(view.seats):
        stones, line = count(player.board), longest_line(player.board)
        text = words.text("score", "stones", seat=people.name(seat), stones=stones_word(stones), line=line)
        add_step(text, seat, stones * line)
    for seat, player in enumerate(view.seats):
        for number in members(player.scored):
            needs = condition(view.equipment, number, words)
            text = words.text("score", "omegumi", seat=people.name(seat), needs=needs)
            add_step(text, seat, view.equipment.points[number])
    return steps


def condition(equipment: Equipment, number: int, words: Words) -> Verbatim:
    """Describe what an Omegumi card requires."""
    needs = [
        words.text("omegumi", "need", season=SEASONS[season], need=need)
        for season, need in required(equipment.needs, number).items()
    ] + [
        words.text("omegumi", "need_all" if need else "need_nobody", season=SEASONS[season], need=need)
        for season, need in required(equipment.all_needs, number).items()
    ]
    # A data file may define a card without conditions (AK-4).
    return words.list([Verbatim(need) for need in needs or [words.text("omegumi", "no_need")]])


def required(needs: bytes, number: int) -> dict[int, int]:
    """Return the exact number of stones that an Omegumi card requires, by season.

    `needs` is the requirements of all cards: for the owner's stones (`Equipment.needs`), or for all players' together.
    """
    return {season: need for season, need in enumerate(needs[number * 4 : number * 4 + 4]) if need != ANY}
