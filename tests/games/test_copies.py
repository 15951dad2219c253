"""The generated `copy_from` and `fields` of every position cover all its fields."""

from collections.abc import Iterator

import pytest

from chabudai.games.registry import games
from chabudai.kernel.piece import Piece, attributes
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.testing.copy_check import change_every_field

SETUPS = [pytest.param(game.setup(n), id=f"{game.name}-{n}") for game in games().values() for n in game.players]


def pieces(piece: Piece) -> Iterator[Piece]:
    """Yield a piece and all pieces in it."""
    yield piece
    for name in piece.fields():
        value = getattr(piece, name)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Piece):
                yield from pieces(item)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_copy_has_every_field(setup: Setup) -> None:
    state, copy = setup.start(), setup.start()
    change_every_field(copy, state)
    for name, value in copy.position().items():
        assert value != state.position()[name], name
    copy.copy_from(state)
    assert copy == state


@pytest.mark.parametrize("setup", SETUPS)
def test_fields_are_all_attributes_in_order(setup: Setup) -> None:
    base_attributes = attributes(State(setup))
    for piece in pieces(setup.start()):
        names = [name for name in attributes(piece) if not isinstance(getattr(piece, name), Setup)]
        own = [name for name in names if name not in base_attributes] if isinstance(piece, State) else names
        assert list(piece.fields()) == own, type(piece).__name__
