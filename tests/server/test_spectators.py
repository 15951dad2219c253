"""Spectators: only so many watch a table, and they keep nobody out who plays there."""

from dataclasses import replace
from pathlib import Path

from server.running_server import (
    ATTACKER,
    NO_LIMITS,
    GuestClient,
    RunningServer,
    SocketClient,
    refusal,
    run_server,
    wait_until,
)

FULL = "Too many people are watching this table."


def listed_table(server: RunningServer, *seats: str) -> tuple[GuestClient, str]:
    """Open a table that everybody may watch; return its host and its id."""
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=len(seats), listed=True, seats=list(seats))
    return host, table


def watch(server: RunningServer, table: str, people: int, source: str = ATTACKER) -> list[SocketClient]:
    """Let new guests from this address watch a table."""
    return [server.guest(source=source).connect(table).ready() for _ in range(people)]


def test_spectators_do_not_keep_out_a_player_or_the_host(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, viewers_per_table=2)) as server:
        host, table = listed_table(server, "open", "open", "random")
        friend = server.guest("Ben")
        friend.join(host.invitation(table), name="Ben")
        watch(server, table, 2)
        assert refusal(server.guest().connect(table).read()) == FULL
        for person in (host, friend, host, friend):
            assert person.connect(table).ready().now["status"] == "open"


def test_players_take_no_room_from_spectators(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, viewers_per_table=1)) as server:
        host, table = listed_table(server, "me", "open", "random")
        for _ in range(2):
            host.connect(table).ready()
        watch(server, table, 1)
        assert refusal(server.guest().connect(table).read()) == FULL


def test_the_spectators_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    with run_server(tmp_path, replace(NO_LIMITS, viewers_per_table_per_address=2)) as server:
        host, table = listed_table(server, "me", "open", "random")
        watchers = watch(server, table, 2)
        for language, why in (
            ("en", "Too many people on your network are watching this table."),
            ("ja", "お使いのネットワークからこの卓を観戦している人が多すぎます。"),
        ):
            assert refusal(server.guest(source=ATTACKER, language=language).connect(table).read()) == why
        watch(server, table, 2, source="127.0.0.1")
        host.connect(table).ready()
        player = server.guest("Ben", source=ATTACKER)
        player.join(host.invitation(table), name="Ben")
        player.connect(table).ready()
        watchers[0].close()
        wait_until(lambda: len(server.context.tables.tasks[table].viewers) == 5)
        watch(server, table, 1)
