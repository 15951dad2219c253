"""Limits for each guest and each address: their counts, their file, and that they leave room for an honest evening."""

import dataclasses
import re
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from chabudai.server import throttle
from chabudai.server.address import BadProxy, Sender, TrustedProxies, address_key
from chabudai.server.limits import BadLimits, Limits, read_limits
from chabudai.server.refusal import ServerRefused
from chabudai.server.throttle import Pace, Rate, Slots, Throttle
from server.running_server import run_server, wait_for_player_to_move

HONEST, ATTACKER = Sender("aoi", "127.0.0.1"), Sender("eve", "127.0.0.2")


class Hours:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def refused(rate: Rate, sender: Sender, times: int) -> int:
    """Return how many of several attempts are refused."""
    return sum(bool(rate.count(sender)) for _ in range(times))


# ---- Addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_counts_by_its_network(host: str, key: str) -> None:
    assert address_key(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)})) == key


def test_a_connection_without_an_address_counts_as_unknown() -> None:
    assert address_key(HTTPConnection({"type": "http", "headers": [], "client": None})) == "unknown"


def test_proxies_are_addresses_or_networks() -> None:
    proxies = TrustedProxies.parse("127.0.0.1, 10.0.0.0/8,::1")
    assert [host in proxies for host in ("127.0.0.1", "10.1.2.3", "::1", "127.0.0.2", "localhost", "")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert "203.0.113.9" not in TrustedProxies.parse("")
    assert "203.0.113.9" in TrustedProxies.parse("*")
    with pytest.raises(BadProxy, match="'nginx' is not the address or network of a proxy"):
        TrustedProxies.parse("127.0.0.1,nginx")


# ---- Counting --------------------------------------------------------------------------------------------------------


def test_guests_of_one_address_share_its_limit_and_leave_those_of_others_alone() -> None:
    clock = Hours()
    rate = Rate("too_many_hints", Pace.per_minute(2), Pace.per_minute(5), clock.now)
    assert refused(rate, HONEST, 3) == 1
    assert [refused(rate, Sender(f"g{number}", ATTACKER.address), 2) for number in range(4)] == [0, 0, 1, 2]
    clock.time += 60.0
    assert refused(rate, HONEST, 2) == 0
    with pytest.raises(ServerRefused, match="too_many_hints"):
        rate.take(HONEST)


def test_the_refusal_says_whether_the_guest_or_the_network_has_done_too_much() -> None:
    rate = Rate("too_many_hints", Pace.per_minute(1), Pace.per_minute(2), Hours().now)
    reasons = []
    for guest in ("a", "a", "b", "c"):
        try:
            rate.take(Sender(guest, "x"))
            reasons.append("")
        except ServerRefused as error:
            reasons.append(error.text("en"))
    assert reasons == [
        "",
        "You have asked for many hints. Try again in a minute.",
        "",
        "People on your network have asked for many hints. Try again in a minute.",
    ]


def test_what_is_refused_does_not_count() -> None:
    clock = Hours()
    rate = Rate("too_many_hints", Pace.per_minute(60), Pace.per_minute(60), clock.now)
    assert refused(rate, HONEST, 1000) == 940
    clock.time += 2.0
    assert refused(rate, HONEST, 3) == 1


def test_a_costly_request_needs_as_many_tokens_but_never_more_than_the_burst() -> None:
    rate = Rate("too_many_requests", None, Pace(0.0, 10), Hours().now)
    assert [rate.count(HONEST, 40.0), rate.count(HONEST)] == ["", "address"]


def test_slots_are_counted_for_guests_and_addresses_and_given_back() -> None:
    slots = Slots("too_many_connections", 2, 3)
    for sender in (ATTACKER, ATTACKER, Sender("ally", ATTACKER.address)):
        slots.take(sender)
    with pytest.raises(ServerRefused, match="too_many_connections_here"):
        slots.take(Sender("other", ATTACKER.address))
    slots.take(HONEST)
    slots.take(HONEST)
    with pytest.raises(ServerRefused, match="too_many_connections"):
        slots.take(HONEST)
    slots.release(ATTACKER)
    slots.take(Sender("other", ATTACKER.address))
    for sender in (ATTACKER, Sender("ally", ATTACKER.address), Sender("other", ATTACKER.address), HONEST, HONEST):
        slots.release(sender)
    assert not slots._guests
    assert not slots._addresses


def test_the_first_use_of_every_cookie_counts_for_its_address() -> None:
    limits = Throttle(Limits(new_guests_per_minute=3.0), Hours().now)
    for number in range(3):
        limits.use_cookie(Sender(f"g{number}", ATTACKER.address))
    with pytest.raises(ServerRefused, match="too_many_guests_here"):
        limits.use_cookie(Sender("g3", ATTACKER.address))
    limits.use_cookie(Sender("g0", ATTACKER.address))  # not the first use
    limits.use_cookie(HONEST)


def test_counts_are_bounded_and_forget_the_least_recent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_MAX_KEYS", 10)
    monkeypatch.setattr(throttle, "_MAX_GUESTS", 10)
    monkeypatch.setattr(throttle, "_MAX_TABLES", 10)
    limits = Throttle(Limits(new_guests_per_minute=1000.0), Hours().now)
    for number in range(100):
        sender = Sender(f"g{number}", f"a{number}")
        limits.use_cookie(sender)
        limits.messages.take(sender)
        limits.table_opened(f"t{number}", sender.address)
    assert len(limits._known_guests) == 10
    assert limits.messages._guests is not None
    assert len(limits.messages._guests) == len(limits.messages._addresses) == 10
    assert len(limits._openers) == len(limits._unfinished) == 10


def test_unfinished_tables_of_an_address_are_limited_until_they_are_finished() -> None:
    limits = Throttle(Limits(unfinished_per_address=2), Hours().now)
    for table in ("t1", "t2"):
        limits.check_unfinished("a")
        limits.table_opened(table, "a")
    with pytest.raises(ServerRefused) as error:
        limits.check_unfinished("a")
    assert "the limit is 2" in error.value.text("en")
    limits.check_unfinished("b")
    limits.table_finished("t1")
    limits.table_finished("t1")
    limits.check_unfinished("a")


# ---- The file --------------------------------------------------------------------------------------------------------


def test_a_file_changes_the_limits_it_names(tmp_path: Path) -> None:
    path = tmp_path / "limits.toml"
    path.write_text("# for a school\nhints_per_minute = 3\nconnections_per_address = 500\nunload_after = 60.5\n")
    assert read_limits(path) == Limits(hints_per_minute=3.0, connections_per_address=500, unload_after=60.5)
    path.write_text("")
    assert read_limits(path) == Limits()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\nhint = 3", "line 2: there is no limit 'hint'; the limits are: message_bytes, "),
        ("connections = 1.5", "line 1: connections must be a whole number, not 1.5"),
        ("connections = true", "line 1: connections must be a whole number, not True"),
        ("a = 1\nconnections = '3'", "line 1: there is no limit 'a'"),
        ("hints_per_minute = '3'", "line 1: hints_per_minute must be a number, not '3'"),
        ("hints_per_minute = -1", "line 1: hints_per_minute must not be negative"),
        ("hints_per_minute = inf", "line 1: hints_per_minute must not be inf"),
        ("hints_per_minute = nan", "line 1: hints_per_minute must not be nan"),
        ("idle_days = 0", "idle_days must be more than 0"),
        ("[guest]\nhints = 1", "line 1: there is no limit 'guest'"),
        ("connections 3", "is not a TOML file: .*line 1"),
        ("connections = 3\nconnections = 4\n", "is not a TOML file: Cannot overwrite a value .*line 2"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "limits.toml"
    path.write_text(text)
    with pytest.raises(BadLimits, match=why):
        read_limits(path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLimits, match="cannot read"):
        read_limits(tmp_path / "none.toml")
    (tmp_path / "binary").write_bytes(b"\xff")
    with pytest.raises(BadLimits, match="is not a TOML file"):
        read_limits(tmp_path / "binary")


def test_the_manual_lists_every_limit_with_its_default() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `(\w+)` *\| ([\d,.]+) *\|", text, flags=re.MULTILINE))
    listed = {name: float(default.replace(",", "")) for name, default in table.items()}
    assert listed == {field.name: getattr(Limits(), field.name) for field in dataclasses.fields(Limits)}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_of_a_limit_is_a_sentence_in_each_language(language: str) -> None:
    throttle_of_a_server = Throttle(Limits(), Hours().now)
    rates = [rate for rate in vars(throttle_of_a_server).values() if isinstance(rate, Rate)]
    assert len(rates) == 10
    ids = {f"{rate._message_id}_here" for rate in rates} | {
        rate._message_id for rate in rates if rate._guests is not None
    }
    ids |= {"too_many_connections", "too_many_connections_here", "too_many_in_memory_here", "busy_here"}
    ids |= {"too_many_viewers", "too_many_viewers_here"}
    for message_id in sorted(ids):
        assert ServerRefused(message_id).text(language).endswith("." if language == "en" else "。")


# ---- An honest evening -----------------------------------------------------------------------------------------------


def test_forty_people_behind_one_address_play_an_evening_within_the_default_limits() -> None:
    """They arrive within a minute, sit down at ten tables, play, chat and ask for hints, and do so for four hours."""
    clock, limits = Hours(), Limits()
    evening = Throttle(limits, clock.now)
    people = [Sender(f"g{number}", "192.0.2.1") for number in range(40)]
    for person in people:
        for _ in range(10):  # the lobby and its pictures, an invitation, the table
            evening.requests.take(person, 3.0)
        evening.use_cookie(person)
        for _ in range(2):  # two tabs
            evening.connections.take(person)
        clock.time += 1.5
    tables = 0
    for minute in range(240):
        for number, person in enumerate(people):
            if number % 4 == 0 and minute % 20 == 0:  # a new game at each of ten tables
                evening.check_unfinished(person.address)
                evening.new_tables.take(person)
                evening.tables_in_memory.take(person)
                evening.table_opened(f"t{tables}", person.address)
                tables += 1
            for _ in range(3):  # the rules, the lobby, a page of a replay
                evening.requests.take(person, 5.0)
            for _ in range(20):  # moves, confirmed moments, clicks
                evening.messages.take(person)
            for _ in range(3):
                evening.chat.take(person)
            for _ in range(2):
                evening.hints.take(person)
            if minute % 10 == number % 10:
                evening.reviews.take(person)
                evening.uploads.take(person)
                evening.loads.take(person)
            clock.time += 60.0 / len(people)
        if minute % 20 == 19:
            for table in range(tables - 10, tables):
                evening.table_finished(f"t{table}")
                evening.tables_in_memory.release(people[0])
    assert tables == 120


def test_forty_people_from_one_address_open_join_play_chat_and_ask_at_a_real_server(tmp_path: Path) -> None:
    with run_server(tmp_path, Limits()) as server:
        for number in range(10):
            host = server.guest(f"Host {number}")
            table = host.make_table(game="kasane", players=4, seats=["me", "open", "open", "open"])
            friends = [server.guest(f"Friend {number} {seat}") for seat in range(3)]
            invitation = host.invitation(table)
            for seat, friend in enumerate(friends):
                friend.join(invitation, name=f"Friend {number} {seat}")
            people = [person.connect(table).ready() for person in (host, *friends)]
            assert {person.do("chat", text="hello")["t"] for person in people} == {"done"}
            to_move = wait_for_player_to_move(*people)
            assert to_move.do("hint")["t"] == "done"
            to_move.choose()
        assert server.context.connections == 40
