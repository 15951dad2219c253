"""The final scoring of Ameno Kirifuda, step by step."""

from collections.abc import Iterator

from chabudai.games.ameno_kirifuda.equipment import SPACE_COUNT
from chabudai.games.ameno_kirifuda.faces import condition, omegumi_card, required
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import SPACES, stones_word
from chabudai.kernel.bits import below, count, has, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Counted, ScoreStep
from chabudai.scene.words import Words


def score_steps(view: Ameno, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: stones × line for each seat, then the scored Omegumi cards one by one (AK-32)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players

    def add_step(text: str, seat: int, points: int, counted: list[Counted]) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals), counted))

    board = words.text("zone", "board")
    for seat, player in enumerate(view.seats):
        stones, line = count(player.board), line_of(player.board)
        text = words.text("score", "stones", seat=people.name(seat), stones=stones_word(stones), line=len(line))
        spaces = [SPACES[space] for space in members(player.board)]
        counted = Counted("board", board, spaces=spaces, line=[SPACES[space] for space in line])
        add_step(text, seat, stones * len(line), [counted])
    for seat, player in enumerate(view.seats):
        for number in members(player.scored):
            needs = condition(view.equipment, number, words)
            text = words.text("score", "omegumi", seat=people.name(seat), needs=needs)
            counts = [
                Counted(
                    f"omegumi-{seat}",
                    words.text("zone", "omegumi"),
                    cards=[omegumi_card(view.equipment, number, words)],
                )
            ]
            # A card scored in an earlier round keeps its points, even if its condition no longer holds (AK-30).
            if has(view.fulfilled(seat), number):
                counts.append(Counted("board", board, spaces=_required_stones(view, seat, number)))
            add_step(text, seat, view.equipment.points[number], counts)
    return steps


def _required_stones(view: Ameno, seat: int, number: int) -> list[str]:
    """Return the spaces of the stones that fulfill an Omegumi card: a seat's own, or everybody's, by season."""
    own, everybody = (required(needs, number) for needs in (view.equipment.needs, view.equipment.all_needs))
    stones = view.seats[seat].board
    taken = below(SPACE_COUNT) & ~view.free
    return [
        SPACES[space]
        for space in range(SPACE_COUNT)
        if (space // 4 in own and has(stones, space)) or (space // 4 in everybody and has(taken, space))
    ]


def line_of(board: int) -> list[int]:
    """Return the spaces of a longest line of stones: the first of the longest (AK-32)."""
    longest: list[int] = []
    for line in _lines(board):
        if len(line) > len(longest):
            longest = line
    return longest


def _lines(board: int) -> Iterator[list[int]]:
    """Yield all unbroken lines of stones: from each stone along a row, a column and both diagonals."""
    for space in members(board):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = []
            row, column = divmod(space, 4)
            while 0 <= row < 4 and 0 <= column < 4 and has(board, row * 4 + column):
                line.append(row * 4 + column)
                row, column = row + down, column + right
            yield line
