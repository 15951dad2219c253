"""Playing knowledge of Kasane no Irome, for playouts and search."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.kasane.judgement import TurnJudgement
from chabudai.games.kasane.rules import Kasane
from chabudai.kernel.judgement import Judgement, JudgementKnowledge
from chabudai.kernel.state import State


@final
class KasaneKnowledge(JudgementKnowledge):
    """Takes the card whose best meld gains most, and keeps boxes within reach."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Kasane)
        return TurnJudgement(state, seat)


KNOWLEDGE: Final = KasaneKnowledge(noise=0.5, temperature=0.5, blunder=4.0)
