"""What card data of a table's own changes in the texts of Wishing for Fine Weather!!: an example in the rules."""

from chabudai.games.fine_weather.equipment import THUNDER
from chabudai.games.fine_weather.rules import WeatherSetup
from chabudai.games.fine_weather.scoring import round_points
from chabudai.scene.words import Words

_WON = 1 | 2 << 4 | 3 << 8 | 2 << 12 | 1 << 16
"""The tally of the example: 1 Fine, 2 Cloudy, 3 Rainy, 2 Thunder, 1 Snow (FW-30)."""


def rules_values(setup: WeatherSetup, words: Words) -> dict[str, str]:
    """Return the points of the example of a wish for Thunder."""
    return {"thunder example": str(round_points(THUNDER, _WON, 3, setup.card_points))}
