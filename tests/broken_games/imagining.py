"""Faults in imagined worlds."""

# mypy: disable-error-code="misc"

from typing import ClassVar

from broken_games.faults import BrokenPond
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import WHOLE, State
from chabudai.kernel.worlds import Worlds
from chabudai.testing.enumeration import canonical
from example_game.equipment import FACE_DOWN


class StoresTheTruthBySetup(BrokenPond, clause="`imagine` must depend on nothing but the view"):
    """Stores the true state of each view by the identity of the setup, and imagines that state."""

    truths: ClassVar[dict[tuple[int, str], State]] = {}

    def seen_by(self, seat: int, recall: bool) -> State:
        view = super().seen_by(seat, recall)
        if self.viewer == WHOLE:
            self.truths[self.key(), canonical(view)] = self.clone()
        return view

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        truth = self.truths.get((self.key(), canonical(self)))
        if truth is None:
            super().fill(worlds, rng)
        else:
            viewer, recall, events = self.viewer, self.recall, self.events
            self.copy_from(truth)
            self.viewer, self.recall, self.events = viewer, recall, events

    def key(self) -> int:
        """Return the first part of the key under which the truth is stored."""
        return id(self.setup)


class StoresTheTruthGlobally(StoresTheTruthBySetup, clause="imagined worlds must vary"):
    def key(self) -> int:
        return 0


class StoresTheTruthInAnAttribute(BrokenPond, clause="`imagine` must depend on nothing but the view"):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        self.truth = other if other.viewer == WHOLE else getattr(other, "truth", None)

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        truth = getattr(self, "truth", None)
        super().fill(worlds, rng)
        if isinstance(truth, StoresTheTruthInAnAttribute):
            self.deck = list(truth.deck)
            for player, true in zip(self.seats, truth.seats, strict=True):
                player.copy_from(true)


class PrefersMoons(BrokenPond, clause="must draw worlds with the probabilities"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        view = self.clone()
        super().fill(worlds, rng)
        if self.seats[0].dealt.kind == 0:
            self.copy_from(view)
            super().fill(worlds, rng)


class AssumesTrueNames(BrokenPond, clause="must draw worlds with the probabilities"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        believed = [player.laid == FACE_DOWN and rng.below(4) > 0 for player in self.seats]
        super().fill(worlds, rng)
        for player, honest in zip(self.seats, believed, strict=True):
            if honest and player.named in (player.dealt.kind, player.drawn.kind):
                player.laid = player.named


class ImaginesClouds(BrokenPond, clause="the true world must always be possible"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        super().fill(worlds, rng)
        self.deck = [0] * len(self.deck)


class ChangesTheNames(BrokenPond, clause="an imagined world must look to the viewer exactly like the true one"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        super().fill(worlds, rng)
        for player in self.seats:
            player.named = min(player.named, 0)


class ImaginesDifferentlyEachTime(BrokenPond, clause="`imagine` must depend on nothing but the view"):
    draws: ClassVar[int] = 0

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        ImaginesDifferentlyEachTime.draws += 1
        super().fill(worlds, Rng(ImaginesDifferentlyEachTime.draws))
