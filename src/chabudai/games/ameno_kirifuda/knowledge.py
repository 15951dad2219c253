"""The knowledge of Ameno Kirifuda that search uses: how to judge choices, and how likely a world is."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import SPACE_COUNT
from chabudai.games.ameno_kirifuda.judgement import CardJudgement, OmegumiJudgement, StoneJudgement
from chabudai.games.ameno_kirifuda.phases import PLACE, PLAY
from chabudai.games.ameno_kirifuda.position import NO_SPACES, unpack_spaces
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.kernel.bits import below, bit, lowest
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.knowledge import CHOICES
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import past_card, past_cards


@final
class AmenoKnowledge(JudgementKnowledge):
    """Judges cards by the tricks they win, stones by lines, and Omegumi cards by the stones they still need."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Ameno)
        if state.first == PLAY:
            return CardJudgement(state, seat)
        if state.first >= PLACE:
            return StoneJudgement(state, seat)
        return OmegumiJudgement(state, seat)

    def likelihood(self, world: State, observer: i64) -> float:
        """Multiply the probabilities of the cards that other seats played this round; without recall, return 1.

        The chosen spaces are replayed but not judged: they do not depend on hands. A position keeps only the first 14
        of them, so cards played after a fifteenth are not judged either.
        """
        assert isinstance(world, Ameno)
        if world.first < PLAY:
            return 1.0
        replayed = rebuild_first_trick(world)
        spaces = unpack_spaces(world.spaces)
        next_space: i64 = 0
        weights = [0.0] * CHOICES
        likelihood = 1.0
        while True:
            seat = lowest(replayed.waiting)
            if replayed.first == PLAY:
                choice = past_card(world.seats[seat].past, replayed.trick)
                if choice < 0:
                    return likelihood
                if seat != observer:
                    likelihood *= self.choice_probability(replayed, seat, choice, weights)
            else:
                if next_space == len(spaces):
                    return likelihood
                choice = spaces[next_space]
                next_space += 1
            replayed.commit(seat, replayed.first + choice)


def rebuild_first_trick(world: Ameno) -> Ameno:
    """Return the position at the start of this round's first trick, rebuilt from what the world keeps."""
    replayed = world.clone()
    assert isinstance(replayed, Ameno)
    replayed.listening = False
    replayed.free = below(SPACE_COUNT)
    for i in range(world.equipment.players):
        player = replayed.seats[i]
        player.hand |= past_cards(player.past)
        player.past = 0
        player.played = NONE
        player.void = 0
        player.board = player.before & below(SPACE_COUNT)
        player.stones = player.before >> SPACE_COUNT
        replayed.free &= ~player.board
    replayed.gone = 0
    replayed.trick = 0
    replayed.led = NONE
    replayed.best = NONE
    replayed.winner = NONE
    replayed.pushed = NONE
    replayed.owed = 0
    replayed.spaces = NO_SPACES
    replayed.leader = replayed.opener
    replayed.first = PLAY
    replayed.waiting = bit(replayed.opener)
    return replayed


KNOWLEDGE: Final = AmenoKnowledge(noise=1.0, temperature=1.0, blunder=6.0)
