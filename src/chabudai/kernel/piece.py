"""A part of a position that can be copied, compared, and written as JSON by the names of its fields."""

from mypy_extensions import mypyc_attr

from chabudai.kernel.errors import BadState


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Piece:
    """What belongs to a seat, say, or lies on a board: a state keeps a list of such pieces.

    A field is an integer, a truth value, a list of integers, another piece, or a list (of a fixed length) of pieces or
    lists. Copying is written out by each class (`copy_from`), because it must be fast; the rest goes by `fields`.
    """

    def fields(self) -> tuple[str, ...]:
        """The names of all attributes that make up this piece."""
        raise NotImplementedError(f"{type(self).__name__}.fields: return the names of all its attributes")

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
