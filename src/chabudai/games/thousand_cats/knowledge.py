"""The knowledge of Festival of Thousand Cats that search uses: how to judge choices."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.judgement import CardJudgement, OtherJudgement
from chabudai.games.thousand_cats.phases import PLAY
from chabudai.games.thousand_cats.rules import Cats
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.state import State


@final
class CatsKnowledge(JudgementKnowledge):
    """Judges cards by what they are likely to win.

    `OtherJudgement` judges all other choices, mostly by the fish in hand.
    """

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Cats)
        if state.first == PLAY:
            return CardJudgement(state, seat)
        return OtherJudgement(state, seat)


KNOWLEDGE: Final = CatsKnowledge(noise=0.3, temperature=0.3, blunder=3.0)
