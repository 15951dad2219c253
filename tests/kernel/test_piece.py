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


class TableSetup(Setup):
    def start(self) -> "Table":
        return Table(self)


class Table(State):
    def __init__(self, setup: Setup) -> None:
        self.before = 1
        super().__init__(setup)
        self.equipment = setup
        self.after = 2
        self.due = 0


def table() -> Table:
    return TableSetup(2, {}, {}, ()).start()


def changed() -> Purse:
    """Return a purse in which every field differs from a new one."""
    other = purse()
    other.total, other.open, other.cards, other.rows = 7, True, [4, 5, 6], [[8], []]
    other.best.face = 2
    other.coins[1].shown = True
    return other


def test_fields_are_in_the_order_of_init() -> None:
    assert Coin().fields() == ("face", "shown")
    assert purse().fields() == ("total", "open", "cards", "rows", "best", "coins")


def test_attributes_of_the_base_class_and_the_setup_are_not_fields() -> None:
    assert table().fields() == ("before", "after")


def test_an_attribute_set_after_init_is_never_a_field() -> None:
    bag = Bag()
    bag.shake()
    assert bag.fields() == ("size",)
    assert attributes(bag) == ["size", "shaken"]


def test_fields_of_every_shape_are_copied() -> None:
    mine, other = purse(), changed()
    assert all(getattr(mine, name) != getattr(other, name) for name in mine.fields())
    mine.copy_from(other)
    assert mine == other


def test_a_copy_shares_nothing_with_the_original() -> None:
    mine, other = purse(), changed()
    mine.copy_from(other)
    mine.cards.append(0)
    mine.rows[0].append(0)
    mine.best.face = 0
    mine.coins[1].shown = False
    assert other == changed()


def test_a_copy_keeps_its_own_pieces() -> None:
    mine = purse()
    best, coins = mine.best, list(mine.coins)
    mine.copy_from(changed())
    assert mine.best is best
    assert all(one is other for one, other in zip(mine.coins, coins, strict=True))


def test_copying_copies_both_references_to_the_setup() -> None:
    mine, other = table(), table()
    assert mine.equipment is not other.equipment
    mine.copy_from(other)
    assert mine.setup is other.setup
    assert mine.equipment is other.equipment
