"""The knowledge of Wishing for Fine Weather!! that search uses: how to judge choices, and how likely a world is."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.fine_weather.judgement import CardJudgement, WishJudgement
from chabudai.games.fine_weather.phases import PLAY, WISH
from chabudai.games.fine_weather.rules import Weather
from chabudai.kernel.bits import bit, count, lowest
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.knowledge import CHOICES
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import past_card, past_cards


@final
class WeatherKnowledge(JudgementKnowledge):
    """Judges wishes by the hand, and cards by the points of the trick for the seat that may win it."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Weather)
        if state.first == PLAY:
            return CardJudgement(state, seat)
        return WishJudgement(state, seat)

    def likelihood(self, world: State, observer: i64) -> float:
        """Return how likely the other seats' wishes, announcements and cards of this round are in this world."""
        assert isinstance(world, Weather)
        replayed = rebuild_first_wish(world)
        weights = [0.0] * CHOICES
        likelihood = 1.0
        if count(replayed.seats[0].hand) < replayed.equipment.cards_per_hand:
            return likelihood  # drawn from a view without recall, which lacks the cards played
        while True:
            seat = lowest(replayed.waiting)
            if replayed.first == PLAY:
                choice = past_card(world.seats[seat].past, replayed.trick)
            elif replayed.first == WISH:
                choice = world.seats[seat].wish
            else:
                choice = world.seats[seat].announced
            if choice < 0:
                return likelihood
            if seat != observer:
                likelihood *= self.choice_probability(replayed, seat, choice, weights)
            replayed.commit(seat, replayed.first + choice)


def rebuild_first_wish(world: Weather) -> Weather:
    """Return the position before the first wish of this round, rebuilt from the cards that the world keeps."""
    replayed = world.clone()
    assert isinstance(replayed, Weather)
    replayed.listening = False
    for i in range(world.equipment.players):
        player = replayed.seats[i]
        player.hand |= past_cards(player.past)
        player.past = 0
        player.played = NONE
        player.void = 0
        player.won = 0
        player.tricks = 0
        player.wish = NONE
        player.announced = NONE
    replayed.trick = 0
    replayed.led = NONE
    replayed.leader = replayed.opener
    replayed.first = WISH
    replayed.waiting = bit(replayed.wisher())
    return replayed


KNOWLEDGE: Final = WeatherKnowledge(noise=1.0, temperature=1.0, blunder=6.0)
