"""The Moon in the Pond: the example of a game in a package of its own, which docs/adding-a-game.md walks through.

It is tiny, but has the hard features: simultaneous choices, a card that one player has looked at, a card laid face down
under a name that may be false, cards that everyone has seen before they are turned face down, a reshuffled deck,
partners, and two parts. So few worlds fit a view that tests can list them all.
"""

from pathlib import Path

from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.scene.game import Game
from example_game.equipment import NIGHTS
from example_game.layout import lay_out
from example_game.reasons import reason
from example_game.rules import PondSetup
from example_game.words import ACTIONS, CARDS, EVENTS, PLACES


def _score_bounds(setup: PondSetup) -> tuple[int, int]:
    """Bound the score: a lie that scores nothing every night, or the best card every night."""
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
