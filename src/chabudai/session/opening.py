"""Makes the first entry of a table: for any setup, or for the guided first game."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from chabudai.kernel.bits import has
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.records.guided_game import first_game_of
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.refusal import Refused
from chabudai.session.settings import Settings, TableRunSettings, check_times

_ATTEMPTS = 500
"""How often to draw the outcomes that people left to chance until they fit the others."""


def open_table(
    game: Game, setup: Setup, host: str, chance: Sequence[str] = (), **run_settings: Unpack[TableRunSettings]
) -> log.Opened:
    """Make the first entry of a table with this setup, and with what the players decided (`decided_chance`)."""
    settings = _settings(game, setup, run_settings, first_game=False)
    return log.Opened(settings, game.rules_version, host, list(chance))


def decided_chance(game: Game, setup: Setup, decided: Mapping[str, Sequence[str]], rng: Rng) -> list[str]:
    """Return what the players decided before the game as fixed chance, in the format of `--chance`.

    `decided` has the outcomes of each opening choice in words of the record; empty ones are left to chance.
    """
    numbers = {chance.name: number for number, chance in enumerate(game.chances)}
    wanted: dict[tuple[int, int], int] = {}
    for name, outcomes in decided.items():
        if not any(outcomes):
            continue
        if all(choice.chance != name for choice in game.opening_choices):
            raise Refused("no_opening_choice", choice=name)
        known = [str(outcome) for outcome in game.chances[numbers[name]].outcomes]
        for place, outcome in enumerate(outcomes):
            if outcome and outcome not in known:
                raise Refused("opening_does_not_fit")
            if outcome:
                wanted[numbers[name], place] = known.index(outcome)
    if not wanted:
        return []
    for _ in range(_ATTEMPTS):
        drawn = _draw(setup, wanted, rng)
        if drawn is not None:
            return [
                f"{chance.name}={','.join(str(chance.outcomes[outcome]) for outcome in drawn[number])}"
                for number, chance in enumerate(game.chances)
                if any(number == event for event, _ in wanted)
            ]
    raise Refused("opening_does_not_fit")


def _draw(setup: Setup, wanted: Mapping[tuple[int, int], int], rng: Rng) -> dict[int, list[int]] | None:
    """Draw the chance events before the first choice; None if an outcome that was decided is not possible."""
    state, drawn = setup.start(), dict[int, list[int]]()
    while state.due >= 0:
        event, place = state.due, state.drawn()
        outcome = wanted.get((event, place))
        if outcome is None:
            outcome = state.draw(rng)
        elif not has(state.possible_outcomes(), outcome):
            return None
        drawn.setdefault(event, []).append(outcome)
        state.step()
        state.turn_up(outcome)
    return drawn if all(place < len(drawn.get(event, ())) for event, place in wanted) else None


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
