"""A part of a position that can be copied, compared, and written as JSON by the names of its fields."""

from typing import Final, Self

from mypy_extensions import mypyc_attr

from chabudai.kernel.errors import BadState
from chabudai.kernel.setup import Setup

_Names = dict[type["Piece"], tuple[str, ...]]

# Found out once for each class.
_ATTRIBUTES: Final[_Names] = {}
_FIELDS: Final[_Names] = {}


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Piece:
    """What belongs to a seat, say, or lies on a board: a state keeps a list of such pieces.

    A field is an integer, a truth value, a list of integers, another piece, or a list (of a fixed length) of pieces or
    lists. `__init__` sets them all, and can be called without arguments; that is all that a class needs to write. In a
    compiled class the methods here would be slow: tools/pieces.py writes `fields` and `copy_from` out for it.
    """

    def fields(self) -> tuple[str, ...]:
        """The names of all attributes that make up this piece, in the order in which `__init__` sets them."""
        names = _FIELDS.get(type(self))
        if names is None:
            # A setup never changes, so a state may keep it under a second name of a narrower type.
            names = tuple([name for name in self._attributes() if not isinstance(getattr(self, name), Setup)])
            _FIELDS[type(self)] = names
        return names

    def copy_from(self, other: Self) -> None:
        """Become an independent copy of the other."""
        for name in self._attributes():
            value = getattr(other, name)
            setattr(self, name, value if type(value) is int else _copied(getattr(self, name), value))

    def _attributes(self) -> tuple[str, ...]:
        names = _ATTRIBUTES.get(type(self))
        if names is None:
            names = tuple(self._found_attributes())
            _ATTRIBUTES[type(self)] = names
        return names

    def _found_attributes(self) -> list[str]:
        """The attributes of a new piece: what is set later is none of the piece, in whatever order things happen."""
        return attributes(type(self)())

    def as_json(self) -> dict[str, object]:
        """The piece as plain values."""
        values: dict[str, object] = {}
        for name in self.fields():
            value = getattr(self, name)
            values[name] = value if type(value) is int else _plain(value)  # most are ints, and this is a hot path
        return values

    def load_json(self, values: object) -> None:
        """Take over the values that `as_json` gave; whatever does not fit is refused, and nothing is changed then."""
        for name, value in self._fitting(values, type(self).__name__).items():
            setattr(self, name, value)

    def _fitting(self, values: object, where: str) -> dict[str, object]:
        if not isinstance(values, dict) or set(values) != set(self.fields()):
            raise BadState(f"{where}: needs the fields {', '.join(self.fields())}")
        return {name: fit(getattr(self, name), values[name], f"{where}.{name}") for name in self.fields()}

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        return all([getattr(self, name) == getattr(other, name) for name in self.fields()])

    def __hash__(self) -> int:
        return hash(repr(self.as_json()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.as_json()})"


def attributes(thing: object) -> list[str]:
    """The names of an object's attributes, in the order in which they were set, its base classes' first."""
    names: list[str] = []
    for base in reversed(type(thing).__mro__):
        names += base.__dict__.get("__mypyc_attrs__", ())  # where a compiled class keeps those that it declares
    names += getattr(thing, "__dict__", ())
    return [name for name in dict.fromkeys(names) if not name.startswith("__")]


def _copied(old: object, new: object) -> object:
    """A copy of the new value; of the old one its pieces are used."""
    if isinstance(new, Piece):
        assert isinstance(old, Piece)
        old.copy_from(new)
        return old
    if isinstance(new, list):
        if new and isinstance(new[0], (Piece, list)):
            assert isinstance(old, list)
            return [_copied(old[i], new[i]) for i in range(len(new))]
        return new.copy()
    return new


def _plain(value: object) -> object:
    if isinstance(value, Piece):
        return value.as_json()
    if isinstance(value, list):
        return [item if type(item) is int else _plain(item) for item in value]
    return value


def fit(old: object, new: object, where: str) -> object:
    """The new value in the shape of the old one."""
    if isinstance(old, Piece):
        piece = type(old)()
        for name, value in old._fitting(new, where).items():
            setattr(piece, name, value)
        return piece
    if isinstance(old, list):
        if not isinstance(new, list):
            raise BadState(f"{where}: needs a list")
        if old and isinstance(old[0], (Piece, list)):
            if len(new) != len(old):
                raise BadState(f"{where}: needs {len(old)} entries, not {len(new)}")
            return [fit(old[i], new[i], f"{where}[{i}]") for i in range(len(new))]
        return [fit(0, new[i], f"{where}[{i}]") for i in range(len(new))]
    if type(old) is not type(new):
        raise BadState(f"{where}: needs a {type(old).__name__}, not {new!r}")
    if type(new) is int and not -(2**62) <= new <= 2**62 - 1:
        raise BadState(f"{where}: {new} is out of range")
    return new
