"""Events: what everybody sees of a step, and what a few see."""

import pickle

from chabudai.kernel.event import EVERYBODY, Event
from chabudai.kernel.state import SPECTATOR


def test_a_secret_is_seen_by_its_audience_alone() -> None:
    event = Event("drew", 2, [5], [7, 8], 0b0110)
    for viewer, secret in ((SPECTATOR, []), (0, []), (1, [7, 8]), (2, [7, 8]), (3, [])):
        seen = event.seen_by(viewer)
        assert (seen.name, seen.seat, seen.values, seen.secret) == ("drew", 2, [5], secret)


def test_an_event_without_secrets_looks_the_same_to_all() -> None:
    event = Event("drew", 2, [5])
    assert event.audience == EVERYBODY
    assert all(event.seen_by(viewer) == event for viewer in (SPECTATOR, 0, 61))


def test_what_others_see_does_not_tell_how_much_is_hidden() -> None:
    one, two = Event("drew", 0, [], [1], 0b1), Event("drew", 0, [], [1, 2], 0b1)
    assert one != two
    assert one.seen_by(1) == two.seen_by(1)
    assert hash(one.seen_by(1)) == hash(two.seen_by(1))


def test_events_are_equal_when_all_of_them_is() -> None:
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


def test_an_event_survives_pickling_and_json() -> None:
    event = Event("drew", 2, [5], [7], 0b10)
    assert pickle.loads(pickle.dumps(event)) == event
    assert event.as_json() == ["drew", 2, [5], [7], 0b10]


def test_json_of_an_event_is_its_own() -> None:
    event = Event("drew", 2, [5], [7], 0b10)
    _, _, values, secret, _ = event.as_json()
    assert isinstance(values, list)
    assert isinstance(secret, list)
    values.append(1)
    secret.append(1)
    assert event == Event("drew", 2, [5], [7], 0b10)


def test_an_event_can_be_read_by_people() -> None:
    assert repr(Event("drew", 2, [5], [7], 0b10)) == "Event('drew', 2, [5], [7], 0x2)"
