"""No update shows its viewer a hidden card: the updates of random games, checked one by one.

Whatever an update shows must be true in every world that its viewer considers possible. So the test needs no knowledge
of the game: it compares each update with worlds sampled from the viewer's view. The combined scenes of all viewers
show where the cards of a world are.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.scene.builder import People, log_line, make_scene
from chabudai.scene.vocabulary import Card, Columns, Fan, Pile, Ring, Row, Scene
from chabudai.scene.words import words
from chabudai.session import log
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.session.table import Table, restore_table
from chabudai.session.views import Views
from chabudai.web.sections import table_sections
from server.running_server import GuestClient, RunningServer, SocketClient, play_to_end, run_server

WORLDS = 3
UPDATES = 10
"""Updates to check for each viewer, spread over the game."""

FaceUp = Counter[tuple[int, str, str, str]]
"""The number of face-up cards by seat, zone, column and card."""


@dataclass
class ViewerMessages:
    """What one viewer received during a game, in both forms."""

    seat: int
    json: SocketClient
    html: SocketClient


@dataclass
class WatchedGame:
    """A game, what everybody received, and the true states before and after each log entry's step."""

    table: Table
    sent: list[ViewerMessages]
    states: dict[int, tuple[State, State]]


# ---- Play a game with viewers ----------------------------------------------------------------------------------------


def play_watched_game(server: RunningServer, game: str, aids: bool) -> WatchedGame:
    """Play a random game with two people, bots and a spectator."""
    players = min(find_game(game).players)
    host, friend, spectator = server.guest("Aoi"), server.guest("Ben"), server.guest()
    seats = ["me", "open", *["random"] * (players - 2)]
    table = host.make_table(game=game, players=players, aids=aids, listed=True, seats=seats)
    friend.join(host.invitation(table))
    sent = [connect_viewer(seat, person, table) for seat, person in ((0, host), (1, friend), (SPECTATOR, spectator))]
    play_to_end([sent[0].json, sent[1].json], Rng(7))
    connections = [connection for messages in sent for connection in (messages.json, messages.html)]
    for connection in connections:
        connection.wait_for_turn()
    # Close only now: the others would see that somebody left.
    for connection in connections:
        connection.close()
    return WatchedGame(server.context.tables.tasks[table].table, sent, states_by_seq(server, table))


def connect_viewer(seat: int, person: GuestClient, table: str) -> ViewerMessages:
    return ViewerMessages(seat, person.connect(table, "json").ready(), person.connect(table, "html").ready())


def states_by_seq(server: RunningServer, table: str) -> dict[int, tuple[State, State]]:
    """Return the true states after each log entry: before the step that led to the position, and the position."""
    rows = asyncio.run(server.context.tables.store.read_log(table))
    replayed = restore_table(table, rows[:1])
    states = {}
    for row in rows[1:]:
        replayed.apply(log.decode_entry(row.entry, replayed.game), row.at)
        states[row.seq] = (replayed.before.clone(), replayed.state.clone())
    return states


# ---- Find leaks ------------------------------------------------------------------------------------------------------


def leaks(game: WatchedGame) -> list[str]:
    """Describe everything that a viewer was shown but could not know."""
    return [f"seat {sent.seat}: {leak}" for sent in game.sent for leak in leaks_to(game, sent)]


def leaks_to(game: WatchedGame, sent: ViewerMessages) -> Iterator[str]:
    updates = {update["seq"]: update for update in sent.json.messages if update["t"] == "scene"}
    pages = pages_by_seq(sent.html)
    for seq in list(updates)[:: max(1, len(updates) // UPDATES)]:
        views = [state.seen_by(sent.seat, game.table.settings.aids) for state in game.states[seq]]
        before, after = ([view.imagine(Rng(seq, number)) for number in range(WORLDS)] for view in views)
        imagined = list(zip(before, after, strict=True))
        scene = msgspec.convert(updates[seq]["scene"], Scene)
        for card in unjustified_cards(scene, [face_up_cards(game, world) for world in imagined]):
            yield f"entry {seq} shows {card}"
        same = scene_in(game, imagined[0], sent.seat, bool(scene.moment))
        if same != scene:
            yield f"entry {seq}: the scene depends on hidden information"
        possible = [table_sections(same, notes) for notes in notes_of(updates[seq], sent.json)]
        if seq in pages and pages[seq] not in possible:
            yield f"entry {seq}: the page depends on hidden information"
    for line in logged_secrets(game, sent):
        yield f"the log reveals: {line}"


def notes_of(update: dict[str, Any], connection: SocketClient) -> list[TableNotes]:
    """Return the notes of an update with each presence ever shown, since people come and go at any time."""
    notes = msgspec.convert(update["notes"], TableNotes)
    shown = {
        repr(message["notes"]["seats"]): message["notes"]["seats"]
        for message in connection.messages
        if message["t"] == "scene"
    }
    return [msgspec.structs.replace(notes, seats=msgspec.convert(seats, list[SeatNote])) for seats in shown.values()]


def pages_by_seq(connection: SocketClient) -> dict[int, dict[str, str]]:
    """Return the whole page after the last update of each log entry."""
    page: dict[str, str] = {}
    pages = {}
    for update in connection.messages:
        if update["t"] == "sections":
            page = page | update["sections"]
            pages[update["seq"]] = page
    return pages


def scene_in(game: WatchedGame, worlds: tuple[State, State], seat: int, moment: bool) -> Scene:
    """Return what a seat sees in a world; for a moment, `worlds` has also one before the step."""
    table = game.table
    before, view = (world.seen_by(seat, table.settings.aids) for world in worlds)
    return make_scene(table.game, view, words(table.game), table.names("en"), before=before if moment else None)


def unjustified_cards(scene: Scene, worlds: list[FaceUp]) -> list[tuple[int, str, str, str]]:
    """Return the cards of a scene that are not face up in every one of these worlds."""
    return [card for card, count in cards(scene).items() if any(world[card] < count for world in worlds)]


def face_up_cards(game: WatchedGame, worlds: tuple[State, State]) -> FaceUp:
    """Combine the face-up cards of all viewers of a world, with and without the moment of the last step."""
    face_up: FaceUp = Counter()
    for seat in range(SPECTATOR, worlds[1].setup.players):
        for moment in (False, True):
            face_up |= cards(scene_in(game, worlds, seat, moment))
    return face_up


def cards(scene: Scene) -> FaceUp:
    """Return the face-up cards of a scene."""
    face_up: FaceUp = Counter()
    for seat, zones in [(-1, scene.zones), *((seat.number, seat.zones) for seat in scene.seats)]:
        for zone in zones:
            for column, card in cards_of(zone):
                if card is not None and card.id:
                    face_up[seat, zone.id, column, card.id] += 1
    return face_up


def cards_of(zone: object) -> list[tuple[str, Card | None]]:
    match zone:
        case Fan() | Row():
            return [("", card) for card in zone.cards]
        case Ring():
            return [(str(seat), card) for seat, card in enumerate(zone.cards)]
        case Pile():
            return [("", zone.top)]
        case Columns():
            return [(column.id, card) for column in zone.columns for card in column.cards]
    return []


def logged_secrets(game: WatchedGame, sent: ViewerMessages) -> set[str]:
    """Return log lines shown to a viewer that describe events with details the viewer must not see."""
    table = game.table
    shown = {
        line["text"]
        for update in sent.json.messages
        if update["t"] == "scene"
        for line in [*update["notes"].get("log", []), *update["scene"]["log"]]
    }
    people = People(words(table.game), sent.seat, table.names("en"))
    secrets = set()
    for event in table.play.events:
        mine = log_line(table.game, event.seen_by(sent.seat), people).text
        whole = log_line(table.game, event, people).text
        if mine != whole:
            secrets.add(whole)
    return secrets & shown


# ---- The tests -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aids", [True, False], ids=["with aids", "without aids"])
@pytest.mark.parametrize("game", list(games()))
def test_no_update_shows_a_card_that_its_viewer_cannot_see(server: RunningServer, game: str, aids: bool) -> None:
    assert leaks(play_watched_game(server, game, aids)) == []


def test_an_exposed_hand_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Views.scene

    def wrong(self: Views, seat: int, language: str, *, moment: bool = False) -> Scene:
        scene = right(self, seat, language, moment=moment)
        zones = right(self, 0, language, moment=moment).seats[0].zones
        seats = [
            msgspec.structs.replace(shown_seat, zones=zones) if shown_seat.number == 0 else shown_seat
            for shown_seat in scene.seats
        ]
        return msgspec.structs.replace(scene, seats=seats)

    monkeypatch.setattr(Views, "scene", wrong)
    with run_server(tmp_path) as server:
        reported = leaks(play_watched_game(server, "fine_weather", True))
    assert any("shows" in leak for leak in reported)
    assert {leak.split(":")[0] for leak in reported} == {"seat 1", "seat -1"}


def test_a_log_that_reveals_secrets_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Views, seat: int, language: str, lines: int | None = None) -> list[Any]:
        table = self.table
        people = People(words(table.game, language), seat, table.names(language))
        return [log_line(table.game, event, people) for event in table.play.events]

    monkeypatch.setattr(Views, "log", wrong)
    with run_server(tmp_path) as server:
        reported = leaks(play_watched_game(server, "fine_weather", True))
    assert any("the log reveals" in leak for leak in reported)


def test_without_memory_aids_the_log_shows_only_the_last_choice(server: RunningServer) -> None:
    game = play_watched_game(server, "ameno_kirifuda", False)
    logs = [update["notes"].get("log", []) for update in game.sent[0].json.messages if update["t"] == "scene"]
    assert max(len(log) for log in logs) < len(game.table.play.events) / 3
