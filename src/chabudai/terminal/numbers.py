"""Which number chooses what: the choices that are allowed, counted from 1 in their order."""

from collections import Counter
from dataclasses import dataclass, field

from chabudai.scene.vocabulary import Choice, Scene


@dataclass(frozen=True)
class Numbers:
    """The numbers at cards, spaces and columns, and the numbered choices that have to be written out."""

    at: dict[tuple[str, str], int] = field(default_factory=dict)
    listed: list[tuple[int, Choice]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """The zones in which something is asked for."""
    open: set[tuple[str, str]] = field(default_factory=set)
    """All places that make a choice which is allowed."""
    actions: dict[tuple[str, str], int] = field(default_factory=dict)
    """The choice that each place makes, allowed or not; none where it could make several."""

    def of(self, zone: str, target: str) -> int | None:
        """The number at this place, if it has one."""
        return self.at.get((zone, target))

    def action(self, zone: str, target: str) -> int | None:
        """The choice that this place makes, if any."""
        return self.actions.get((zone, target))

    def closed(self, zone: str, target: str) -> bool:
        """Whether something is asked for in this zone, but this cannot be chosen."""
        return zone in self.asked and (zone, target) not in self.open


def number_choices(scene: Scene) -> Numbers:
    """Number the choices of a scene.

    What makes several choices at once is written out, since one number at its place would not do.
    """
    allowed = list(enumerate((choice for choice in scene.choices if choice.why is None), start=1))
    places = Counter((choice.zone, choice.target) for _, choice in allowed if choice.target)
    at: dict[tuple[str, str], int] = {}
    listed: list[tuple[int, Choice]] = []
    for number, choice in allowed:
        place = (choice.zone, choice.target)
        if places[place] == 1:
            at[place] = number
        else:
            listed.append((number, choice))
    asked = {choice.zone for choice in scene.choices if choice.target}
    actions: dict[tuple[str, str], int] = {}
    for choice in sorted(scene.choices, key=lambda choice: choice.why is not None):
        place = (choice.zone, choice.target)
        if choice.target and places[place] <= 1:
            actions.setdefault(place, choice.action)
    return Numbers(at, listed, asked, set(places), actions)
