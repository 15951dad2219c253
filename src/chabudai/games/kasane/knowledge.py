"""The knowledge of Kasane no Irome that search uses: how to judge choices."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.kasane.judgement import TurnJudgement
from chabudai.games.kasane.rules import Kasane
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.state import State


@final
class KasaneKnowledge(JudgementKnowledge):
    """Judges every choice by points, by the boxes left within reach and, on the last turn, by the final bonus."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Kasane)
        return TurnJudgement(state, seat)


KNOWLEDGE: Final = KasaneKnowledge(noise=0.5, temperature=0.5, blunder=4.0)
