"""The setups that the conformance suite checks: every player count, and combinations of option values."""

from dataclasses import replace

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.options import Option
from chabudai.sampling.setups import setups
from example_game import GAME as POND


def test_every_player_count_and_option_value_is_included() -> None:
    assert [(setup.players, setup.options["tricks_3p"]) for setup in setups(AMENO, None, None)] == [
        (3, 8),
        (3, 6),
        (4, 8),
    ]


def test_fixed_options_stay_fixed() -> None:
    assert {setup.options["lie"] for setup in setups(POND, None, {"lie": 2})} == {2}


def test_too_many_combinations_are_reduced_to_single_changes_and_the_last_combination() -> None:
    flags = tuple(Option(name=f"flag_{i}", meaning="on or off", default=False, values=(False, True)) for i in range(6))
    option_sets = [setup.options for setup in setups(replace(AMENO, options=(*AMENO.options, *flags)), 4, None)]
    flags_on = sorted(sum(options[flag.name] is True for flag in flags) for options in option_sets)
    assert flags_on == [0, *(1 for _ in flags), 6]
