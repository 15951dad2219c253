"""Ameno Kirifuda: trick-taking where the season after the led one is trump and each trick places a stone."""

from pathlib import Path

from chabudai.games.ameno_kirifuda.advice import advice
from chabudai.games.ameno_kirifuda.corrected import corrected_texts
from chabudai.games.ameno_kirifuda.first_game import FIRST_GAME
from chabudai.games.ameno_kirifuda.knowledge import KNOWLEDGE
from chabudai.games.ameno_kirifuda.layout import lay_out
from chabudai.games.ameno_kirifuda.moment import lay_out_moment
from chabudai.games.ameno_kirifuda.observation import OBSERVATION
from chabudai.games.ameno_kirifuda.reasons import reason
from chabudai.games.ameno_kirifuda.rules import AmenoSetup
from chabudai.games.ameno_kirifuda.words import ACTIONS, CARDS, EVENTS, OMEGUMI, SPACES
from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.scene.game import Game


def _score_bounds(setup: AmenoSetup) -> tuple[int, int]:
    """Bound the score: at most seven stones times a line of four, plus the four best Omegumi cards (AK-32)."""
    points = sorted(setup.points)
    return 0, 7 * 4 + sum(points[-4:])


GAME = Game(
    name="ameno_kirifuda",
    title="Ameno Kirifuda",
    native_title="アメノキリフダ",
    credits="design Sencha, box design warmtail, published by MowMowGames; English translation Ryan Campbell",
    players=(3, 4),
    make_setup=AmenoSetup,
    options=(
        Option(
            name="tricks_3p",
            meaning="tricks in a round with 3 players: 8 plays every card, 6 leaves two cards in each hand",
            default=8,
            values=(8, 6),
            players=(3,),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("omegumi", OMEGUMI), Chance("deck", CARDS)),
    vocabulary={"card": CARDS, "omegumi": OMEGUMI, "space": SPACES},
    events=EVENTS,
    moments=frozenset({"won", "bachiatari", "scored", "round_over"}),
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.ameno_kirifuda",
    lay_out=lay_out,
    lay_out_moment=lay_out_moment,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
    corrected_texts=corrected_texts,
)
