"""Who is there, and when a bot takes over for somebody who is not."""

from chabudai.session.presence import Presence


def test_several_tabs_are_one_guest() -> None:
    presence = Presence(0.0)
    presence.came("a")
    presence.came("a")
    presence.went("a", 1.0)
    assert presence.here == {"a"}
    presence.went("a", 2.0)
    assert presence.here == set()


def test_a_bot_takes_over_some_time_after_somebody_went_if_another_waits() -> None:
    presence = Presence(0.0)
    people = {"a", "b"}
    presence.came("a")
    presence.came("b")
    assert presence.takeover("b", people, 30) is None
    presence.went("b", 100.0)
    assert presence.takeover("b", people, 30) == 130.0
    assert presence.takeover("b", people, 0) is None
    presence.went("a", 110.0)
    assert presence.takeover("b", people, 30) is None


def test_who_was_never_there_is_away_since_the_table_was_fetched() -> None:
    presence = Presence(50.0)
    presence.came("a")
    assert presence.takeover("b", {"a", "b"}, 30) == 80.0


def test_who_has_stood_up_is_away_though_they_watch() -> None:
    presence = Presence(0.0)
    presence.came("a")
    presence.came("b")
    presence.left("b", 100.0)
    assert presence.takeover("b", {"a"}, 30) == 130.0
