"""Kasane no Irome: take the end card of a row, keep your hand in order, and play melds off its top."""

from pathlib import Path

from chabudai.games.kasane.advice import advice
from chabudai.games.kasane.corrected import corrected_texts, rules_values
from chabudai.games.kasane.equipment import TURNS_PER_PLAYER
from chabudai.games.kasane.first_game import FIRST_GAME
from chabudai.games.kasane.knowledge import KNOWLEDGE
from chabudai.games.kasane.layout import lay_out
from chabudai.games.kasane.moment import lay_out_moment
from chabudai.games.kasane.observation import OBSERVATION
from chabudai.games.kasane.reasons import reason
from chabudai.games.kasane.rules import KasaneSetup
from chabudai.games.kasane.scoring import ALL_TWELVE_BONUS, COLOR_BONUS
from chabudai.games.kasane.words import ACTIONS, CARDS, EVENTS, MELDS, ROWS, SEATS
from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance, OpeningChoice
from chabudai.kernel.options import Option
from chabudai.scene.game import Game


def _score_bounds(setup: KasaneSetup) -> tuple[int, int]:
    """Bound the score: the twelve best boxes, every "+1", and the highest bonus.

    `box_points` lists a kind that has only one box twice, so the upper bound is never reached.
    """
    return 0, sum(sorted(setup.box_points)[-TURNS_PER_PLAYER:]) + setup.plus_ones + max(COLOR_BONUS) + ALL_TWELVE_BONUS


GAME = Game(
    name="kasane",
    title="Kasane no Irome",
    native_title="襲ノ色目",
    credits="design Origuchi Hinata, illustration Hunaoka, published by Ouyuuan; English translation Hanenashi Error",
    players=(3, 4),
    make_setup=KasaneSetup,
    options=(
        Option(
            name="open_hands",
            meaning="play with all hands face up, so nobody has to remember them",
            default=False,
            values=(False, True),
        ),
        Option(
            name="blocked_pairs",
            meaning="harder: one 2-card box of Juu and one of Kasane start out marked",
            default=False,
            values=(False, True),
            players=(3,),
        ),
        Option(
            name="plus_one_meld",
            meaning='easier: you may play a meld on a turn in which you take a "+1"',
            default=False,
            values=(False, True),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("start", SEATS), Chance("deck", CARDS)),
    vocabulary={"card": CARDS, "row": ROWS, "meld": MELDS},
    events=EVENTS,
    moments=frozenset({"melded", "melded_on", "round_over"}),
    scoring_events=frozenset({"coloured", "all_twelve"}),
    fleeting_events=frozenset({"took"}),  # KI-22: only the option `open_hands` reveals hands
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.kasane",
    lay_out=lay_out,
    lay_out_moment=lay_out_moment,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
    opening_choices=(OpeningChoice("start"),),
    assumed_facts=frozenset({"melds"}),
    corrected_texts=corrected_texts,
    rules_values=rules_values,
)
