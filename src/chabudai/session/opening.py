"""Makes the first entry of a table: for any setup, or for the guided first game."""

from typing import Unpack

from chabudai.kernel.setup import Setup
from chabudai.records.guided_game import first_game_of
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.settings import Settings, TableRunSettings, check_times


def open_table(game: Game, setup: Setup, host: str, **run_settings: Unpack[TableRunSettings]) -> log.Opened:
    """Make the first entry of a table with this setup."""
    return log.Opened(_settings(game, setup, run_settings, first_game=False), game.rules_version, host)


def open_guided_table(game: Game, host: str, **run_settings: Unpack[TableRunSettings]) -> log.Opened:
    """Make the first entry of a guided first game: its opening deal is fixed, the rest comes from its own seed."""
    guided = first_game_of(game)
    settings = _settings(game, game.setup(guided.players, guided.options), run_settings, first_game=True)
    return log.Opened(settings, game.rules_version, host, list(guided.chance), guided.seed)


def _settings(game: Game, setup: Setup, run_settings: TableRunSettings, *, first_game: bool) -> Settings:
    settings = Settings(
        game=game.name,
        players=setup.players,
        options=dict(setup.options),
        data=setup.overridden_tables() or None,
        first_game=first_game,
        **run_settings,
    )
    check_times(settings.limit, settings.takeover)
    return settings
