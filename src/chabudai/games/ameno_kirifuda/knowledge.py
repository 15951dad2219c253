"""What is known about playing Ameno Kirifuda well, and what the others' cards tell about their hands."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import SPACES
from chabudai.games.ameno_kirifuda.judgement import CardsJudged, OmegumiJudged, StonesJudged
from chabudai.games.ameno_kirifuda.position import NO_SPACES, chosen_spaces
from chabudai.games.ameno_kirifuda.rules import PLACE, PLAY, Ameno
from chabudai.kernel.bits import below, bit, lowest
from chabudai.kernel.judging import Judgement, Judging
from chabudai.kernel.knowledge import CHOICES
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import all_recalled, recalled


@final
class AmenoKnowledge(Judging):
    """Judges cards by the tricks they win, stones by lines, and Omegumi cards by what they still lack."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Ameno)
        if state.first == PLAY:
            return CardsJudged(state, seat)
        if state.first >= PLACE:
            return StonesJudged(state, seat)
        return OmegumiJudged(state, seat)

    def likelihood(self, world: State, observer: i64) -> float:
        """By the cards that the others have played in this round; where stones lie depends on no hand."""
        assert isinstance(world, Ameno)
        if world.first < PLAY:
            return 1.0
        then = first_trick(world)
        spaces = chosen_spaces(world.spaces)
        taken: i64 = 0
        weights = [0.0] * CHOICES
        likelihood = 1.0
        while True:
            seat = lowest(then.waiting)
            if then.first == PLAY:
                choice = recalled(world.seats[seat].past, then.trick)
                if choice < 0:
                    return likelihood
                if seat != observer:
                    likelihood *= self.chance(then, seat, choice, weights)
            else:
                if taken == len(spaces):
                    return likelihood
                choice = spaces[taken]
                taken += 1
            then.commit(seat, then.first + choice)


def first_trick(world: Ameno) -> Ameno:
    """The position in which the first trick of this round began, as far as it is remembered."""
    then = world.clone()
    assert isinstance(then, Ameno)
    then.listening = False
    then.free = below(SPACES)
    for i in range(world.rules.players):
        player = then.seats[i]
        player.hand |= all_recalled(player.past)
        player.past = 0
        player.played = NONE
        player.void = 0
        player.board = player.before & below(SPACES)
        player.stones = player.before >> SPACES
        then.free &= ~player.board
    then.gone = 0
    then.trick = 0
    then.led = NONE
    then.best = NONE
    then.winner = NONE
    then.pushed = NONE
    then.owed = 0
    then.spaces = NO_SPACES
    then.leader = then.opener
    then.first = PLAY
    then.waiting = bit(then.opener)
    return then


KNOWLEDGE: Final = AmenoKnowledge(whim=1.0, temper=1.0, folly=6.0)
