"""Clauses of the contract, and the error that says which clause a game breaks, how, and where."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.scene.game import Game

NO_SIDE_EFFECTS = "a state must change only by its own steps, not when it is read or when a copy of it changes"


class ContractBroken(AssertionError):
    """A game breaks its contract: `clause` says what it must do, `detail` what it did instead, `location` where."""

    def __init__(self, clause: str, detail: str, location: str) -> None:
        super().__init__(f"contract broken: {clause}\n  found: {detail}\n  at: {location}")
        self.clause = clause
        self.detail = detail
        self.location = location


@dataclass(frozen=True)
class Location:
    """A position of a random game, as the arguments of `position_at`. `then` describes what a check did from there."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    seed: int
    number: int
    step: int
    then: str = ""

    def __str__(self) -> str:
        return (
            f"{self.game.name}: position_at(game, players={self.players}, options={self.options}, "
            f"seed={self.seed}, number={self.number}, step={self.step}){self.then and f', then {self.then}'}"
        )


class Clause:
    """A context manager that checks one clause of the contract: `with Clause(…) as clause: clause.require(…)`.

    Any exception that the game raises inside the block also breaks the clause.
    """

    def __init__(self, text: str, location: object) -> None:
        self.text = text
        self.location = location

    def __enter__(self) -> Clause:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ContractBroken):
            raise self.broken(f"{type(error).__name__}: {error}") from error

    def broken(self, detail: str) -> ContractBroken:
        """Return the error that says this clause is broken."""
        return ContractBroken(self.text, detail, str(self.location))

    def require(self, condition: bool, detail: str) -> None:
        """Raise an error with this detail unless the condition holds."""
        if not condition:
            raise self.broken(detail)

    def require_equal(self, found: object, expected: object, what: str) -> None:
        """Raise an error about the first difference between two plain values, such as those of `as_json`."""
        if found != expected:
            raise self.broken(f"{what}: {first_difference(found, expected)}")

    def require_equal_states(self, found: State, expected: State, what: str) -> None:
        """Raise an error about the first difference between two states, including their events."""
        self.require_equal(found.as_json(), expected.as_json(), what)
        self.require(
            found == expected and hash(found) == hash(expected), f"{what}: same JSON, but different by == or hash"
        )


def first_difference(found: object, expected: object, path: str = "") -> str:
    """Describe the first difference between two plain values."""
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        for name in found:
            if found[name] != expected[name]:
                return first_difference(found[name], expected[name], f"{path}.{name}" if path else str(name))
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for i, (found_item, expected_item) in enumerate(zip(found, expected, strict=True)):
            if found_item != expected_item:
                return first_difference(found_item, expected_item, f"{path}[{i}]")
    return f"{path or 'the whole value'} is {found!r}, not {expected!r}"
