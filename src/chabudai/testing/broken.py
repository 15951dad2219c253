"""The complaint of the suite: which clause of the contract is broken, how, and where to see it again."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.scene.game import Game

ALONE = "a state changes by steps of its own alone, not by looking at it or by what its copies do"


class ContractBroken(AssertionError):
    """A game does not keep the contract. `clause` is what it must do, `detail` what it did, `place` where."""

    def __init__(self, clause: str, detail: str, place: str) -> None:
        super().__init__(f"contract broken: {clause}\n  {detail}\n  {place}")
        self.clause = clause
        self.detail = detail
        self.place = place


@dataclass(frozen=True)
class Place:
    """A position of a random game: `position_at` with the same values leads there again. `then` is what was done."""

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
    """A clause while it is judged: `with Clause(…) as clause`, then demands on what the game did.

    An error that the game raises meanwhile breaks the clause too.
    """

    def __init__(self, words: str, place: object) -> None:
        self.words = words
        self.place = place

    def __enter__(self) -> Clause:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ContractBroken):
            raise self.broken(f"{type(error).__name__}: {error}") from error

    def broken(self, detail: str) -> ContractBroken:
        """The complaint."""
        return ContractBroken(self.words, detail, str(self.place))

    def require(self, kept: bool, detail: str) -> None:
        """Complain unless it is kept."""
        if not kept:
            raise self.broken(detail)

    def same(self, found: object, wanted: object, what: str) -> None:
        """Complain about the first difference of two plain values, as `as_json` gives them."""
        if found != wanted:
            raise self.broken(f"{what}: {difference(found, wanted)}")

    def same_state(self, found: State, wanted: State, what: str) -> None:
        """Complain about the first difference of two states, in position or events."""
        self.same(found.as_json(), wanted.as_json(), what)
        self.require(found == wanted and hash(found) == hash(wanted), f"{what}: equal as JSON, but not by == and hash")


def difference(found: object, wanted: object, path: str = "") -> str:
    """The first place where two plain values differ, in words."""
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        for name in found:
            if found[name] != wanted[name]:
                return difference(found[name], wanted[name], f"{path}.{name}" if path else str(name))
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for i, (one, other) in enumerate(zip(found, wanted, strict=True)):
            if one != other:
                return difference(one, other, f"{path}[{i}]")
    return f"{path or 'all'} is {found!r} instead of {wanted!r}"
