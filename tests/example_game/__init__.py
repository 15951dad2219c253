"""The Moon in the Pond: the example of a game in a package of its own; the guide for adding one is written around it.

It is tiny, and yet has what is hard: a choice made at once, a card that one player has looked at, a card laid face
down under a name that may be false, cards that all have seen and that then lie face down, a new deck in mid-game,
partners, and two parts. So small are its hidden worlds that they can all be written down.
"""

from pathlib import Path

from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.kernel.tables import load_tables
from chabudai.scene.game import Game
from example_game.layout import lay_out
from example_game.rules import NIGHTS, PondSetup
from example_game.words import ACTIONS, CARDS, EVENTS, PLACES, reason


def _score_bounds(setup: PondSetup) -> tuple[int, int]:
    """Nothing but lies, or the best card every night."""
    return -NIGHTS * setup.lie, NIGHTS * max(setup.points)


GAME = Game(
    name="moon_in_the_pond",
    title="The Moon in the Pond",
    native_title="池の月",
    credits="made for this repository",
    players=(2, 4),
    make_setup=PondSetup,
    options=(
        Option(name="lie", meaning="the points that a false name costs", default=1, range=(0, 3)),
        Option(
            name="whisper",
            meaning="partners may look at each other's dealt card",
            default=False,
            values=(False, True),
            players=(4,),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("deck", CARDS),),
    vocabulary={"card": CARDS, "place": PLACES},
    events=EVENTS,
    reason=reason,
    score_bounds=_score_bounds,
    package="example_game",
    lay_out=lay_out,
)
