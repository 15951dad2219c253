"""Pieces find their fields, and copy them, without generated code."""

from chabudai.kernel.piece import Piece, attributes
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from kernel.toys import Coin, Purse, purse


class Bag(Piece):
    """A piece that sets an attribute after `__init__`."""

    def __init__(self) -> None:
        self.size = 3

    def shake(self) -> None:
        self.shaken = True


class BoardSetup(Setup):
    def start(self) -> "Board":
        return Board(self)


class Board(State):
    """A state that sets attributes before and after those of its base class, and refers to its setup twice."""

    def __init__(self, setup: Setup) -> None:
        self.before = 1
        super().__init__(setup)
        self.equipment = setup
        self.after = 2
        self.due = 0


def board() -> Board:
    return BoardSetup(2, {}, {}, ()).start()


def changed() -> Purse:
    """Return a purse in which every field differs from a new one."""
    state = purse()
    state.total, state.open, state.cards, state.rows = 7, True, [4, 5, 6], [[8], []]
    state.best.face = 2
    state.coins[1].shown = True
    return state


def test_fields_are_in_the_order_of_init() -> None:
    assert Coin().fields() == ("face", "shown")
    assert purse().fields() == ("total", "open", "cards", "rows", "best", "coins")


def test_attributes_of_the_base_class_and_the_setup_are_not_fields() -> None:
    assert board().fields() == ("before", "after")


def test_an_attribute_set_after_init_is_never_a_field() -> None:
    bag = Bag()
    bag.shake()
    assert bag.fields() == ("size",)
    assert attributes(bag) == ["size", "shaken"]


def test_fields_of_every_shape_are_copied() -> None:
    copy, original = purse(), changed()
    assert all(getattr(copy, name) != getattr(original, name) for name in copy.fields())
    copy.copy_from(original)
    assert copy == original


def test_a_copy_shares_nothing_with_the_original() -> None:
    copy, original = purse(), changed()
    copy.copy_from(original)
    copy.cards.append(0)
    copy.rows[0].append(0)
    copy.best.face = 0
    copy.coins[1].shown = False
    assert original == changed()


def test_a_copy_keeps_its_own_pieces() -> None:
    copy = purse()
    best, coins = copy.best, list(copy.coins)
    copy.copy_from(changed())
    assert copy.best is best
    assert all(coin is before for coin, before in zip(copy.coins, coins, strict=True))


def test_copying_copies_both_references_to_the_setup() -> None:
    copy, original = board(), board()
    assert copy.equipment is not original.equipment
    copy.copy_from(original)
    assert copy.setup is original.setup
    assert copy.equipment is original.equipment
