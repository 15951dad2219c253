"""What search knows about Ameno Kirifuda: how to judge choices, and how likely a world is given the cards played."""

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
        """Multiply the chances of the cards that the other seats played this round; stones say nothing about hands."""
        assert isinstance(world, Ameno)
        if world.first < PLAY:
            return 1.0
        then = rebuild_first_trick(world)
        spaces = unpack_spaces(world.spaces)
        taken: i64 = 0
        weights = [0.0] * CHOICES
        likelihood = 1.0
        while True:
            seat = lowest(then.waiting)
            if then.first == PLAY:
                choice = past_card(world.seats[seat].past, then.trick)
                if choice < 0:
                    return likelihood
                if seat != observer:
                    likelihood *= self.choice_probability(then, seat, choice, weights)
            else:
                if taken == len(spaces):
                    return likelihood
                choice = spaces[taken]
                taken += 1
            then.commit(seat, then.first + choice)


def rebuild_first_trick(world: Ameno) -> Ameno:
    """Return the position at the start of this round's first trick, as far as the world remembers it."""
    then = world.clone()
    assert isinstance(then, Ameno)
    then.listening = False
    then.free = below(SPACE_COUNT)
    for i in range(world.equipment.players):
        player = then.seats[i]
        player.hand |= past_cards(player.past)
        player.past = 0
        player.played = NONE
        player.void = 0
        player.board = player.before & below(SPACE_COUNT)
        player.stones = player.before >> SPACE_COUNT
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


KNOWLEDGE: Final = AmenoKnowledge(noise=1.0, temperature=1.0, blunder=6.0)
