"""Pieces: parts of a position that can be copied, compared, and converted to JSON by the names of their fields."""

from typing import Final, Self

from mypy_extensions import mypyc_attr

from chabudai.kernel.errors import BadState
from chabudai.kernel.setup import Setup

_Names = dict[type["Piece"], tuple[str, ...]]

# Computed once for each class.
_ATTRIBUTES: Final[_Names] = {}
_FIELDS: Final[_Names] = {}


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Piece:
    """A part of a position, such as what a seat or a board has.

    A field is an integer, a bool, a list of integers, another piece, or a list (of fixed length) of pieces or lists. A
    class only needs an `__init__` that takes no arguments and sets all fields. For compiled classes, `fields` and
    `copy_from` as written here would be slow, so tools/pieces.py generates them.
    """

    def fields(self) -> tuple[str, ...]:
        """Return the names of all fields, in the order in which `__init__` sets them."""
        names = _FIELDS.get(type(self))
        if names is None:
            # A state may refer to its setup, which is frozen, by a second attribute of a narrower type.
            names = tuple([name for name in self._attributes() if not isinstance(getattr(self, name), Setup)])
            _FIELDS[type(self)] = names
        return names

    def copy_from(self, other: Self) -> None:
        """Become an independent copy of another piece."""
        for name in self._attributes():
            value = getattr(other, name)
            setattr(self, name, value if type(value) is int else _copied(getattr(self, name), value))

    def _attributes(self) -> tuple[str, ...]:
        names = _ATTRIBUTES.get(type(self))
        if names is None:
            names = tuple(self._find_attributes())
            _ATTRIBUTES[type(self)] = names
        return names

    def _find_attributes(self) -> list[str]:
        """Return the attributes that `__init__` sets: those set later are not fields."""
        return attributes(type(self)())

    def as_json(self) -> dict[str, object]:
        """Return the piece as plain values."""
        values: dict[str, object] = {}
        for name in self.fields():
            value = getattr(self, name)
            values[name] = value if type(value) is int else _plain(value)  # hot path: most values are ints
        return values

    def load_json(self, values: object) -> None:
        """Load values from `as_json`. If they are malformed, raise BadState and change nothing."""
        for name, value in self._validated(values, type(self).__name__).items():
            setattr(self, name, value)

    def _validated(self, values: object, where: str) -> dict[str, object]:
        if not isinstance(values, dict) or set(values) != set(self.fields()):
            raise BadState(f"{where}: needs the fields {', '.join(self.fields())}")
        return {name: validated(getattr(self, name), values[name], f"{where}.{name}") for name in self.fields()}

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        return all([getattr(self, name) == getattr(other, name) for name in self.fields()])

    def __hash__(self) -> int:
        return hash(repr(self.as_json()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.as_json()})"


def attributes(thing: object) -> list[str]:
    """Return the names of an object's attributes in the order in which they were set, base classes first."""
    names: list[str] = []
    for base in reversed(type(thing).__mro__):
        names += base.__dict__.get("__mypyc_attrs__", ())  # where compiled classes list their attributes
    names += getattr(thing, "__dict__", ())
    return [name for name in dict.fromkeys(names) if not name.startswith("__")]


def _copied(old: object, new: object) -> object:
    """Return a copy of the new value that reuses the pieces of the old one."""
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


def validated(old: object, new: object, where: str) -> object:
    """Return a new value if it has the same shape as the old one; otherwise raise BadState."""
    if isinstance(old, Piece):
        piece = type(old)()
        for name, value in old._validated(new, where).items():
            setattr(piece, name, value)
        return piece
    if isinstance(old, list):
        if not isinstance(new, list):
            raise BadState(f"{where}: needs a list")
        if old and isinstance(old[0], (Piece, list)):
            if len(new) != len(old):
                raise BadState(f"{where}: needs a list of length {len(old)}, not {len(new)}")
            return [validated(old[i], new[i], f"{where}[{i}]") for i in range(len(new))]
        return [validated(0, new[i], f"{where}[{i}]") for i in range(len(new))]
    if type(old) is not type(new):
        kind = "an integer" if type(old) is int else "a boolean"
        raise BadState(f"{where}: needs {kind}, not {new!r}")
    if type(new) is int and not -(2**62) <= new <= 2**62 - 1:
        raise BadState(f"{where}: {new} is out of range")
    return new
