"""Wishing for Fine Weather!!: a trick-taking game in which each player's wish decides how their tricks score."""

from pathlib import Path

from chabudai.games.fine_weather.advice import advice
from chabudai.games.fine_weather.corrected import rules_values
from chabudai.games.fine_weather.equipment import FINE, RAINY, SNOW
from chabudai.games.fine_weather.first_game import FIRST_GAME
from chabudai.games.fine_weather.knowledge import KNOWLEDGE
from chabudai.games.fine_weather.layout import lay_out
from chabudai.games.fine_weather.moment import lay_out_moment
from chabudai.games.fine_weather.observation import OBSERVATION
from chabudai.games.fine_weather.reasons import reason
from chabudai.games.fine_weather.rules import WeatherSetup
from chabudai.games.fine_weather.scoring import EACH_TRICK, NO_TRICK
from chabudai.games.fine_weather.words import ACTIONS, CARDS, EVENTS, SUITS, WISHES
from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance, OpeningChoice
from chabudai.kernel.options import Option
from chabudai.scene.game import Game


def _score_bounds(setup: WeatherSetup) -> tuple[int, int]:
    """Bound the score: the number of rounds times what one round can score at most and at least under any wish."""
    suit_sizes = [sum(card.startswith(suit) for card in CARDS) for suit in SUITS]
    rows = [setup.card_points[start : start + len(SUITS)] for start in range(0, len(setup.card_points), len(SUITS))]
    suit_points = [[size * points for size, points in zip(suit_sizes, row, strict=True)] for row in rows]
    least = [sum(min(0, points) for points in row) for row in suit_points]
    most = [sum(max(0, points) for points in row) for row in suit_points]
    plain = sum(suit_sizes[:3])
    # Snow, Very Cloudy, Very Rainy.
    least += [EACH_TRICK * setup.cards_per_hand, -plain, -suit_sizes[FINE]]
    most += [NO_TRICK, plain, 2 * suit_sizes[RAINY] + 2 ** suit_sizes[SNOW]]
    return setup.rounds * min(least), setup.rounds * max(most)


GAME = Game(
    name="fine_weather",
    title="Wishing for Fine Weather!!",
    native_title="あ〜した天氣にニャ〜れ!!",
    credits="design Dice-K, published by Bistro Kaidan Club (ビストロ怪談倶楽部)",
    players=(3, 4),
    make_setup=WeatherSetup,
    options=(
        Option(
            name="rounds",
            meaning="how many rounds to play: 3, or one per player",
            default=3,
            values=(3, "players"),
        ),
        Option(
            name="first_lead",
            meaning=(
                "who leads the first trick of later rounds: the player with the lowest total, or each player in turn"
            ),
            default="lowest",
            values=("lowest", "rotate"),
        ),
        Option(
            name="hidden_wishes",
            meaning="make wishes in secret, and announce one that may be false",
            default=False,
            values=(False, True),
        ),
        Option(
            name="wishes",
            meaning="how many wishes to choose from: 8, or 5 without the Very wishes",
            default=8,
            values=(8, 5),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("start", (0, 1, 2, 3)), Chance("deck", CARDS)),
    vocabulary={"card": CARDS, "wish": WISHES},
    events=EVENTS,
    moments=frozenset({"won", "scored", "round_over"}),
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.fine_weather",
    lay_out=lay_out,
    lay_out_moment=lay_out_moment,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
    opening_choices=(OpeningChoice("start"),),
    assumed_facts=frozenset({"wishes", "so_far"}),
    rules_values=rules_values,
)
