"""Random playouts."""

from chabudai.kernel.playout import checksum, playout, playout_part, playouts
from chabudai.kernel.rng import Rng
from example_game import GAME


def test_a_playout_ends_the_game_and_counts_its_choices() -> None:
    for players in (2, 4):
        state = GAME.setup(players).start()
        # On each of two nights, every player goes somewhere and lays a card.
        assert playout(state, Rng(1)) == 4 * players
        assert state.over()
        assert playout(state, Rng(1)) == 0


def test_a_part_is_played_to_its_end_but_no_further() -> None:
    state = GAME.setup(2).start()
    rng = Rng(1)
    playout_part(state, rng)
    assert (state.part, state.over()) == (1, False)
    playout_part(state, rng)
    assert state.over()


def test_playouts_start_from_the_same_position_and_do_not_change_it() -> None:
    start = GAME.setup(2).start()
    before = start.clone()
    assert playouts(start, Rng(1), 10) == 80
    assert start == before


def test_a_checksum_is_determined_by_seed_and_position() -> None:
    start = GAME.setup(2).start()
    total = checksum(start, Rng(1), 20)
    assert total == checksum(start, Rng(1), 20)
    assert start == GAME.setup(2).start()
    others = [
        checksum(start, Rng(2), 20),
        checksum(start, Rng(1), 21),
        checksum(GAME.setup(4).start(), Rng(1), 20),
        checksum(GAME.setup(2, {"lie": 2}).start(), Rng(1), 20),
    ]
    assert len({total, *others}) == 5
