"""Events: what everybody sees of a step, and what only some see."""

import pickle

from chabudai.kernel.event import EVERYBODY, Event
from chabudai.kernel.state import SPECTATOR


def test_a_secret_is_seen_only_by_its_audience() -> None:
    event = Event("drew", 2, [5], [7, 8], 0b0110)
    for viewer, secret in ((SPECTATOR, []), (0, []), (1, [7, 8]), (2, [7, 8]), (3, [])):
        seen = event.seen_by(viewer)
        assert (seen.name, seen.seat, seen.values, seen.secret) == ("drew", 2, [5], secret)


def test_an_event_without_secrets_looks_the_same_to_all() -> None:
    event = Event("drew", 2, [5])
    assert event.audience == EVERYBODY
    assert all(event.seen_by(viewer) == event for viewer in (SPECTATOR, 0, 61))


def test_others_cannot_see_how_much_is_hidden() -> None:
    one, two = Event("drew", 0, [], [1], 0b1), Event("drew", 0, [], [1, 2], 0b1)
    assert one != two
    assert one.seen_by(1) == two.seen_by(1)
    assert hash(one.seen_by(1)) == hash(two.seen_by(1))


def test_events_are_equal_if_all_their_fields_are() -> None:
    event = Event("drew", 2, [5], [7], 0b10)
    assert event == Event("drew", 2, [5], [7], 0b10)
    others = [
        Event("laid", 2, [5], [7], 0b10),
        Event("drew", 1, [5], [7], 0b10),
        Event("drew", 2, [6], [7], 0b10),
        Event("drew", 2, [5], [8], 0b10),
        Event("drew", 2, [5], [7], 0b11),
    ]
    assert all(event != other for other in others)
    assert event != ["drew", 2, [5], [7], 0b10]


def test_an_event_can_be_pickled_and_written_as_json() -> None:
    event = Event("drew", 2, [5], [7], 0b10)
    assert pickle.loads(pickle.dumps(event)) == event
    assert event.as_json() == ["drew", 2, [5], [7], 0b10]


def test_changing_the_json_of_an_event_does_not_change_the_event() -> None:
    event = Event("drew", 2, [5], [7], 0b10)
    _, _, values, secret, _ = event.as_json()
    assert isinstance(values, list)
    assert isinstance(secret, list)
    values.append(1)
    secret.append(1)
    assert event == Event("drew", 2, [5], [7], 0b10)


def test_an_event_has_a_readable_repr() -> None:
    assert repr(Event("drew", 2, [5], [7], 0b10)) == "Event('drew', 2, [5], [7], 0x2)"
