"""Presence: who is connected, and when a bot takes over for somebody who is not."""

from chabudai.session.presence import Presence


def test_several_tabs_are_one_guest() -> None:
    presence = Presence(0.0)
    presence.connect("a")
    presence.connect("a")
    presence.disconnect("a", 1.0)
    assert presence.present == {"a"}
    presence.disconnect("a", 2.0)
    assert presence.present == set()


def test_a_bot_takes_over_for_an_absent_person_if_somebody_else_waits() -> None:
    presence = Presence(0.0)
    people = frozenset("ab")
    presence.connect("a")
    presence.connect("b")
    assert presence.takeover_time("b", people, 30) is None
    presence.disconnect("b", 100.0)
    assert presence.takeover_time("b", people, 30) == 130.0
    assert presence.takeover_time("b", people, 0) is None
    presence.disconnect("a", 110.0)
    assert presence.takeover_time("b", people, 30) is None


def test_a_person_who_never_connected_counts_as_away_from_the_time_the_table_was_loaded() -> None:
    presence = Presence(50.0)
    presence.connect("a")
    assert presence.takeover_time("b", frozenset("ab"), 30) == 80.0


def test_after_a_restart_everybody_has_a_minute_to_come_back() -> None:
    presence = Presence(50.0, grace_until=110.0)
    presence.connect("a")
    assert presence.takeover_time("b", frozenset("ab"), 10) == 110.0
    assert presence.takeover_time("b", frozenset("ab"), 90) == 140.0


def test_a_person_is_away_when_their_time_to_come_back_is_over() -> None:
    presence = Presence(0.0)
    presence.connect("a")
    assert not presence.is_away("a", 30, 10.0**9)
    assert not presence.is_away("b", 30, 29.0)
    assert presence.is_away("b", 30, 30.0)
    assert not presence.is_away("b", 0, 10.0**9)
