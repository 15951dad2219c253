"""The knowledge of Only One Collection that search uses: how to judge choices."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.only_one.judgement import CardJudgement, TurnJudgement
from chabudai.games.only_one.phases import TURN
from chabudai.games.only_one.rules import OnlyOne
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.state import State


@final
class OnlyOneKnowledge(JudgementKnowledge):
    """Judges a turn by the worth of columns against the risk of exploring, and other choices by the worth of cards."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, OnlyOne)
        if state.first == TURN:
            return TurnJudgement(state, seat)
        return CardJudgement(state, seat)


KNOWLEDGE: Final = OnlyOneKnowledge(noise=0.3, temperature=0.4, blunder=2.0)
