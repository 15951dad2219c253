"""Puts the views of all seats together: a finished game is shown with all hands open.

The result is made from scenes, each of which was made from one seat's view, so nothing else can get into it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from chabudai.scene.vocabulary import AnyZone, Fan, Ring, Row, Scene, Seat


def open_hands(spectator: Scene, by_seat: Sequence[Scene]) -> Scene:
    """Return what a spectator sees, with each seat as its own player sees it. The first seat is drawn in front."""
    return replace(
        spectator,
        seats=[_seat(scene.seats[number], front=number == 0) for number, scene in enumerate(by_seat)],
        zones=[_zone(zone, by_seat) for zone in spectator.zones],
    )


def _seat(seat: Seat, *, front: bool) -> Seat:
    return replace(seat, you=front, zones=[_own_zone(zone, seat.number, front=front) for zone in seat.zones])


def _own_zone(zone: AnyZone, seat: int, *, front: bool) -> AnyZone:
    """Return a zone of a seat with an id of its own: every player's hand is their "hand"."""
    if front or not isinstance(zone, Fan | Row):
        return zone
    own_id = zone.id if zone.id.endswith(f"-{seat}") else f"{zone.id}-{seat}"
    return replace(zone, id=own_id, verbs=[])


def _zone(zone: AnyZone, by_seat: Sequence[Scene]) -> AnyZone:
    """Return a zone of the table; in a ring, each player sees their own card, even before all are revealed."""
    if not isinstance(zone, Ring):
        return zone
    own = [next((other for other in scene.zones if other.id == zone.id), zone) for scene in by_seat]
    return replace(zone, cards=[ring.cards[seat] for seat, ring in enumerate(own) if isinstance(ring, Ring)])
