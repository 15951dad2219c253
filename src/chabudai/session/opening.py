"""The first entry of a table: with a setup of one's choice, or for the guided first game."""

from chabudai.kernel.setup import Setup
from chabudai.records.first_game import first_game_of
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.settings import Pace, Settings


def opening(game: Game, setup: Setup, host: str, *, aids: bool, pace: Pace) -> log.Opened:
    """Open a table with this setup."""
    return log.Opened(_settings(game, setup, aids=aids, pace=pace, first_game=False), game.rules_version, host)


def first_opening(game: Game, host: str, *, aids: bool, pace: Pace) -> log.Opened:
    """Open a table for the guided first game: its opening deal is fixed, and the rest comes from its own seed."""
    first = first_game_of(game)
    setup = game.setup(first.players, first.options)
    settings = _settings(game, setup, aids=aids, pace=pace, first_game=True)
    return log.Opened(settings, game.rules_version, host, list(first.chance), first.seed)


def _settings(game: Game, setup: Setup, *, aids: bool, pace: Pace, first_game: bool) -> Settings:
    return Settings(
        game=game.name,
        players=setup.players,
        options=dict(setup.options),
        data=setup.overriding() or None,
        aids=aids,
        first_game=first_game,
        pace=pace,
    )
