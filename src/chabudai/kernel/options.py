"""The options that a game declares, and the values that people give for them."""

from collections.abc import Mapping
from dataclasses import dataclass

from chabudai.kernel.errors import BadOption
from chabudai.kernel.setup import OptionValue


@dataclass(frozen=True)
class Option:
    """One option: a name, what it means, and either a list of `values` or a `range` of whole numbers.

    With other player counts than those of `players` only the default is allowed.
    """

    name: str
    meaning: str
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    range: tuple[int, int] | None = None
    players: tuple[int, ...] | None = None

    def allowed(self) -> str:
        """The allowed values in words."""
        if self.range is not None:
            return f"a whole number from {self.range[0]} to {self.range[1]}"
        return " or ".join(written(value) for value in self.values)

    def check(self, value: object, players: int) -> OptionValue:
        """The value, if it is allowed with so many players."""
        if not self._fits(value):
            shown = written(value) if isinstance(value, bool | int | str) else repr(value)
            raise BadOption(f"option {self.name} cannot be {shown}: it is {self.allowed()}")
        assert isinstance(value, bool | int | str)
        if value != self.default and self.players is not None and players not in self.players:
            counts = " or ".join(str(count) for count in self.players)
            raise BadOption(
                f"option {self.name} can be {written(value)} only with {counts} players: "
                f"with {players} it is {written(self.default)}"
            )
        return value

    def read(self, text: str) -> OptionValue:
        """The value that a text stands for, as on a command line; what stands for none is returned as it is."""
        for value in self.values:
            if text == written(value):
                return value
        try:
            return int(text) if self.range is not None else text
        except ValueError:
            return text

    def _fits(self, value: object) -> bool:
        if self.range is not None:
            return type(value) is int and self.range[0] <= value <= self.range[1]
        # 1 == True in Python, but not in a record.
        return any(type(value) is type(each) and value == each for each in self.values)


def written(value: OptionValue) -> str:
    """The value as people write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def complete(options: tuple[Option, ...], given: Mapping[str, object], players: int) -> dict[str, OptionValue]:
    """Every declared option with its value: the given one if it is allowed, else the default."""
    for name in given:
        if all(option.name != name for option in options):
            known = ", ".join(option.name for option in options) or "none"
            shown = name if name and name.isprintable() else repr(name)  # what is said is seen, and stays on one line
            raise BadOption(f"there is no option {shown}; the options are: {known}")
    return {option.name: option.check(given.get(option.name, option.default), players) for option in options}
