"""What a piece knows of itself without being told: its fields, and how to copy them."""

from chabudai.kernel.piece import Piece, attributes
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from kernel.toys import Coin, Purse, purse


class Bag(Piece):
    """A piece that begins to use an attribute only after it was made."""

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
        self.rules = setup
        self.after = 2
        self.due = 0


def table() -> Table:
    return TableSetup(2, {}, {}, ()).start()


def changed() -> Purse:
    """A purse of which every field differs from a new one's."""
    other = purse()
    other.total, other.open, other.cards, other.rows = 7, True, [4, 5, 6], [[8], []]
    other.best.face = 2
    other.coins[1].shown = True
    return other


def test_fields_come_in_the_order_of_init() -> None:
    assert Coin().fields() == ("face", "shown")
    assert purse().fields() == ("total", "open", "cards", "rows", "best", "coins")


def test_the_attributes_of_every_state_and_the_setup_are_no_fields() -> None:
    assert table().fields() == ("before", "after")


def test_what_is_set_later_is_no_field_even_if_it_is_there_when_fields_are_first_asked_for() -> None:
    bag = Bag()
    bag.shake()
    assert bag.fields() == ("size",)
    assert attributes(bag) == ["size", "shaken"]


def test_every_shape_of_field_is_copied() -> None:
    mine, other = purse(), changed()
    assert all(getattr(mine, name) != getattr(other, name) for name in mine.fields())
    mine.copy_from(other)
    assert mine == other


def test_a_copy_shares_nothing() -> None:
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


def test_the_setup_comes_with_a_copy_under_both_names() -> None:
    mine, other = table(), table()
    assert mine.rules is not other.rules
    mine.copy_from(other)
    assert mine.setup is other.setup
    assert mine.rules is other.rules
