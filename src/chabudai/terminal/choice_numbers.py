"""Numbers the legal choices, from 1, and knows where on the table each number appears."""

from collections import Counter
from dataclasses import dataclass, field

from chabudai.scene.vocabulary import Choice, Scene


@dataclass(frozen=True)
class ChoiceNumbers:
    """The numbers on cards, spaces and columns, and the numbered choices that are listed in words."""

    by_place: dict[tuple[str, str], int] = field(default_factory=dict)
    """The number at each place; a place is (zone, target)."""
    listed: list[tuple[int, Choice]] = field(default_factory=list)
    """The choices that are listed in words, each with its number."""
    choice_zones: set[str] = field(default_factory=set)
    """Zones in which there is something to choose."""
    open_places: set[tuple[str, str]] = field(default_factory=set)
    """Places that have a legal choice."""
    actions: dict[tuple[str, str], int] = field(default_factory=dict)
    """The action of the choice at each place, legal or not; places with several legal choices are left out."""

    def number_at(self, zone: str, target: str) -> int | None:
        """Return the number at this place, if it has one."""
        return self.by_place.get((zone, target))

    def action_at(self, zone: str, target: str) -> int | None:
        """Return the action of the choice at this place, if it has one."""
        return self.actions.get((zone, target))

    def is_closed(self, zone: str, target: str) -> bool:
        """Check whether there are choices in this zone, but no legal one at this place."""
        return zone in self.choice_zones and (zone, target) not in self.open_places


def number_choices(scene: Scene) -> ChoiceNumbers:
    """Number the choices of a scene.

    A place with several legal choices gets no number: they are listed in words, as are choices without a place.
    """
    allowed = list(enumerate((choice for choice in scene.choices if choice.why is None), start=1))
    choices_at = Counter((choice.zone, choice.target) for _, choice in allowed if choice.target)
    by_place: dict[tuple[str, str], int] = {}
    listed: list[tuple[int, Choice]] = []
    for number, choice in allowed:
        place = (choice.zone, choice.target)
        if choices_at[place] == 1:
            by_place[place] = number
        else:
            listed.append((number, choice))
    choice_zones = {choice.zone for choice in scene.choices if choice.target}
    actions: dict[tuple[str, str], int] = {}
    for choice in sorted(scene.choices, key=lambda choice: choice.why is not None):
        place = (choice.zone, choice.target)
        if choice.target and choices_at[place] <= 1:
            actions.setdefault(place, choice.action)
    return ChoiceNumbers(by_place, listed, choice_zones, set(choices_at), actions)
