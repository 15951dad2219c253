"""Faults in imagined worlds."""

# mypy: disable-error-code="misc"

from typing import ClassVar

from broken_games.faults import BrokenPond
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import WHOLE, State
from chabudai.kernel.worlds import Worlds
from chabudai.testing.enumeration import canonical
from example_game.equipment import FACE_DOWN


class SmugglesInTheSetup(BrokenPond, complaint="imagination uses nothing but the view"):
    """Keeps the truth behind each view where no view should find it, and imagines that."""

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
        """What tells one hiding place from another."""
        return id(self.setup)


class SmugglesPastEverything(SmugglesInTheSetup, complaint="imagined worlds vary"):
    def key(self) -> int:
        return 0


class SmugglesInAnAttribute(BrokenPond, complaint="imagination uses nothing but the view"):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        self.truth = other if other.viewer == WHOLE else getattr(other, "truth", None)

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        truth = getattr(self, "truth", None)
        super().fill(worlds, rng)
        if isinstance(truth, SmugglesInAnAttribute):
            self.deck = list(truth.deck)
            for guest, true in zip(self.guests, truth.guests, strict=True):
                guest.copy_from(true)


class PrefersMoons(BrokenPond, complaint="imagination is as likely to draw a world as"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        view = self.clone()
        super().fill(worlds, rng)
        if self.guests[0].dealt.kind == 0:
            self.copy_from(view)
            super().fill(worlds, rng)


class BelievesInHonesty(BrokenPond, complaint="imagination is as likely to draw a world as"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        believed = [guest.laid == FACE_DOWN and rng.below(4) > 0 for guest in self.guests]
        super().fill(worlds, rng)
        for guest, honest in zip(self.guests, believed, strict=True):
            if honest and guest.named in (guest.dealt.kind, guest.drawn.kind):
                guest.laid = guest.named


class ImaginesClouds(BrokenPond, complaint="the true world is always possible"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        super().fill(worlds, rng)
        self.deck = [0] * len(self.deck)


class ForgetsWhatWasNamed(BrokenPond, complaint="an imagined world looks to the viewer as the true one does"):
    def fill(self, worlds: Worlds, rng: Rng) -> None:
        super().fill(worlds, rng)
        for guest in self.guests:
            guest.named = min(guest.named, 0)


class ImaginesDifferentlyEachTime(BrokenPond, complaint="imagination uses nothing but the view"):
    draws: ClassVar[int] = 0

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        ImaginesDifferentlyEachTime.draws += 1
        super().fill(worlds, Rng(ImaginesDifferentlyEachTime.draws))
