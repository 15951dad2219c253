"""Game options: declares them, and checks the values that people enter."""

from collections.abc import Mapping
from dataclasses import dataclass

from chabudai.kernel.errors import BadOption
from chabudai.kernel.message import Message
from chabudai.kernel.setup import OptionValue


@dataclass(frozen=True)
class Option:
    """One option: a name, its meaning, and either a list of `values` or a `range` of whole numbers.

    If `players` is set, other player counts allow only the default.
    """

    name: str
    meaning: str
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    range: tuple[int, int] | None = None
    players: tuple[int, ...] | None = None

    def allowed_text(self) -> str:
        """Return the allowed values in words."""
        if self.range is not None:
            return f"a whole number from {self.range[0]} to {self.range[1]}"
        return " or ".join(option_text(value) for value in self.values)

    def check(self, value: object, players: int) -> OptionValue:
        """Return the value if it is allowed with this number of players; otherwise raise BadOption."""
        if not self._fits(value):
            shown = option_text(value) if isinstance(value, bool | int | str) else repr(value)
            if isinstance(value, str) and self.parse(value) != value:
                shown = repr(value)  # a text that looks like an allowed value, such as '8'
            problem = Message("option", {"option": self.name, "value": shown})
            raise BadOption(f"option {self.name} cannot be {shown}: it must be {self.allowed_text()}", problem=problem)
        assert isinstance(value, bool | int | str)
        if value != self.default and self.players is not None and players not in self.players:
            counts = " or ".join(str(count) for count in self.players)
            raise BadOption(
                f"option {self.name} can be {option_text(value)} only with {counts} players: "
                f"with {players} it is {option_text(self.default)}",
                problem=Message(
                    "option_players", {"option": self.name, "value": option_text(value), "players": counts}
                ),
            )
        return value

    def parse(self, text: str) -> OptionValue:
        """Return the value that a text stands for, unchecked. Text that stands for no value is returned unchanged."""
        for value in self.values:
            if text == option_text(value):
                return value
        try:
            return int(text) if self.range is not None else text
        except ValueError:
            return text

    def _fits(self, value: object) -> bool:
        if self.range is not None:
            return type(value) is int and self.range[0] <= value <= self.range[1]
        # In Python 1 == True, but a record distinguishes them.
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)


def option_text(value: OptionValue) -> str:
    """Return an option value as people write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def complete_options(options: tuple[Option, ...], given: Mapping[str, object], players: int) -> dict[str, OptionValue]:
    """Return the value of every declared option: the given value, checked, or else the default."""
    for name in given:
        if all(option.name != name for option in options):
            known = ", ".join(option.name for option in options) or "none"
            shown = name if name and name.isprintable() else repr(name)  # keep the message visible and on one line
            problem = Message("no_such_option", {"option": shown})
            raise BadOption(f"there is no option {shown}; the options are: {known}", problem=problem)
    return {option.name: option.check(given.get(option.name, option.default), players) for option in options}
