"""What is known about playing Wishing for Fine Weather!! well, and what the others' choices tell about their hands."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.fine_weather.judgement import CardsJudged, WishesJudged
from chabudai.games.fine_weather.rules import PLAY, WISH, Weather
from chabudai.kernel.bits import bit, count, lowest
from chabudai.kernel.judging import Judgement, Judging
from chabudai.kernel.knowledge import CHOICES
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import all_recalled, recalled


@final
class WeatherKnowledge(Judging):
    """Judges wishes by the hand, and cards by what the trick pays to whom."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Weather)
        if state.first == PLAY:
            return CardsJudged(state, seat)
        return WishesJudged(state, seat)

    def likelihood(self, world: State, observer: i64) -> float:
        """By the wishes and the cards of the others in this round."""
        assert isinstance(world, Weather)
        then = first_wish(world)
        weights = [0.0] * CHOICES
        likelihood = 1.0
        if count(then.seats[0].hand) < then.rules.hand:
            return likelihood  # this world has no memory of the cards played
        while True:
            seat = lowest(then.waiting)
            if then.first == PLAY:
                choice = recalled(world.seats[seat].past, then.trick)
            elif then.first == WISH:
                choice = world.seats[seat].wish
            else:
                choice = world.seats[seat].announced
            if choice < 0:
                return likelihood
            if seat != observer:
                likelihood *= self.chance(then, seat, choice, weights)
            then.commit(seat, then.first + choice)


def first_wish(world: Weather) -> Weather:
    """The position in which the first wish of this round was made, as far as it is remembered."""
    then = world.clone()
    assert isinstance(then, Weather)
    then.listening = False
    for i in range(world.rules.players):
        player = then.seats[i]
        player.hand |= all_recalled(player.past)
        player.past = 0
        player.played = NONE
        player.void = 0
        player.won = 0
        player.tricks = 0
        player.wish = NONE
        player.announced = NONE
    then.trick = 0
    then.led = NONE
    then.leader = then.opener
    then.first = WISH
    then.waiting = bit(then.wisher())
    return then


KNOWLEDGE: Final = WeatherKnowledge(whim=1.0, temper=1.0, folly=6.0)
