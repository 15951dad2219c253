"""No frame shows anybody a card that is not in sight for them: frames of random games, checked one by one.

What a frame shows must be so in every world that its viewer could imagine. So nothing here knows any game: each frame
is compared with worlds that were imagined from the true position, and where a card lies in a world, all who look at it
tell.
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
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.vocabulary import Card, Columns, Fan, Pile, Ring, Row, Scene
from chabudai.scene.words import words
from chabudai.session import log
from chabudai.session.notes import SeatNote, TableNotes
from chabudai.session.table import Table, restored
from chabudai.session.views import Views
from chabudai.web.table import sections
from server.served import Connection, Person, Served, play_on, serving

WORLDS = 3
FRAMES = 10
"""Frames of each viewer that are checked, spread over the game."""

Lying = Counter[tuple[int, str, str, str]]
"""How many cards of a name lie face up: by the seat, the zone and the column where they lie."""


@dataclass
class Sent:
    """What one viewer was sent in a game, in both forms."""

    seat: int
    json: Connection
    html: Connection


@dataclass
class Watched:
    """A game, and what everybody was sent; the true positions by the number of the last entry."""

    table: Table
    sent: list[Sent]
    states: dict[int, State]


# ---- A game that is watched ------------------------------------------------------------------------------------------


def watched(served: Served, game: str, aids: bool) -> Watched:
    """A random game of two people and bots, with a spectator."""
    players = min(find_game(game).players)
    host, other, watcher = served.guest("Aoi"), served.guest("Ben"), served.guest()
    seats = ["me", "open", *["random"] * (players - 2)]
    table = host.make(game=game, players=players, aids=aids, listed=True, seats=seats)
    other.join(host.invite(table))
    sent = [viewer(seat, person, table) for seat, person in ((0, host), (1, other), (SPECTATOR, watcher))]
    play_on([sent[0].json, sent[1].json], Rng(7))
    connections = [connection for one in sent for connection in (one.json, one.html)]
    for connection in connections:
        connection.turn()
    # Only then: others would see that somebody has gone.
    for connection in connections:
        connection.close()
    return Watched(served.context.tables.tasks[table].table, sent, positions(served, table))


def viewer(seat: int, person: Person, table: str) -> Sent:
    return Sent(seat, person.connect(table, "json").ready(), person.connect(table, "html").ready())


def positions(served: Served, table: str) -> dict[int, State]:
    """The true position after each entry of the log."""
    rows = asyncio.run(served.context.tables.store.log(table))
    replayed = restored(table, rows[:1])
    states = {}
    for row in rows[1:]:
        replayed.apply(log.read(row.entry, replayed.game), row.at)
        states[row.seq] = replayed.state.clone()
    return states


# ---- What is found in it ---------------------------------------------------------------------------------------------


def leaks(game: Watched) -> list[str]:
    """Everything that somebody was shown and could not know."""
    return [f"seat {sent.seat}: {leak}" for sent in game.sent for leak in leaks_to(game, sent)]


def leaks_to(game: Watched, sent: Sent) -> Iterator[str]:
    frames = {frame["seq"]: frame for frame in sent.json.frames if frame["t"] == "scene"}
    drawn = drawn_by_seq(sent.html)
    for seq in list(frames)[:: max(1, len(frames) // FRAMES)]:
        view = game.states[seq].seen_by(sent.seat, game.table.settings.aids)
        imagined = [view.imagine(Rng(seq, number)) for number in range(WORLDS)]
        scene = msgspec.convert(frames[seq]["scene"], Scene)
        for card in too_much(scene, [lying(game, world) for world in imagined]):
            yield f"entry {seq} shows {card}"
        same = seen(game, imagined[0], sent.seat, bool(scene.moment))
        if same != scene:
            yield f"entry {seq}: the scene tells this world from another that looks the same"
        pages = [sections(same, notes) for notes in notes_of(frames[seq], sent.json)]
        if seq in drawn and drawn[seq] not in pages:
            yield f"entry {seq}: the page tells this world from another that looks the same"
    for line in logged_secrets(game, sent):
        yield f"the log tells: {line}"


def notes_of(frame: dict[str, Any], connection: Connection) -> list[TableNotes]:
    """The notes of a frame; people come and go at any time, so with all that was ever said of who is there."""
    notes = msgspec.convert(frame["notes"], TableNotes)
    told = {
        repr(other["notes"]["seats"]): other["notes"]["seats"] for other in connection.frames if other["t"] == "scene"
    }
    return [msgspec.structs.replace(notes, seats=msgspec.convert(seats, list[SeatNote])) for seats in told.values()]


def drawn_by_seq(connection: Connection) -> dict[int, dict[str, str]]:
    """The whole page as it was after the last frame of each entry."""
    page: dict[str, str] = {}
    drawn = {}
    for frame in connection.frames:
        if frame["t"] == "sections":
            page = page | frame["sections"]
            drawn[frame["seq"]] = page
    return drawn


def seen(game: Watched, world: State, seat: int, moment: bool) -> Scene:
    """What a seat sees in a world."""
    table = game.table
    view = world.seen_by(seat, table.settings.aids)
    return make_scene(table.game, view, words(table.game), table.names("en"), moment=moment)


def too_much(scene: Scene, worlds: list[Lying]) -> list[tuple[int, str, str, str]]:
    """The cards that a scene shows where they do not lie in all these worlds."""
    return [card for card, count in cards(scene).items() if any(world[card] < count for world in worlds)]


def lying(game: Watched, world: State) -> Lying:
    """Where the cards of a world lie, as told by all who look at it; also what the last step cleared away."""
    found: Lying = Counter()
    for seat in range(SPECTATOR, world.setup.players):
        for moment in (False, True):
            found |= cards(seen(game, world, seat, moment))
    return found


def cards(scene: Scene) -> Lying:
    """The cards that lie face up in a scene."""
    found: Lying = Counter()
    for seat, zones in [(-1, scene.zones), *((seat.number, seat.zones) for seat in scene.seats)]:
        for zone in zones:
            for column, card in cards_of(zone):
                if card is not None and card.id:
                    found[seat, zone.id, column, card.id] += 1
    return found


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


def logged_secrets(game: Watched, sent: Sent) -> set[str]:
    """What an insider was told of events, in the logs of somebody who was not to hear it."""
    table = game.table
    told = {
        line["text"]
        for frame in sent.json.frames
        if frame["t"] == "scene"
        for line in [*frame["notes"].get("log", []), *frame["scene"]["log"]]
    }
    people = People(words(table.game), sent.seat, table.names("en"))
    secrets = set()
    for event in table.play.events:
        mine = log_line(table.game, event.seen_by(sent.seat), people).text
        whole = log_line(table.game, event, people).text
        if mine != whole:
            secrets.add(whole)
    return secrets & told


# ---- The tests -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aids", [True, False], ids=["with aids", "without aids"])
@pytest.mark.parametrize("game", list(games()))
def test_no_frame_shows_a_card_that_is_not_in_sight(served: Served, game: str, aids: bool) -> None:
    assert leaks(watched(served, game, aids)) == []


def test_a_hand_that_others_can_see_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Views.scene

    def wrong(self: Views, seat: int, language: str, *, moment: bool = False) -> Scene:
        scene = right(self, seat, language, moment=moment)
        theirs = right(self, 0, language, moment=moment).seats[0].zones
        seats = [msgspec.structs.replace(each, zones=theirs) if each.number == 0 else each for each in scene.seats]
        return msgspec.structs.replace(scene, seats=seats)

    monkeypatch.setattr(Views, "scene", wrong)
    with serving(tmp_path) as served:
        found = leaks(watched(served, "fine_weather", True))
    assert any("shows" in leak for leak in found)
    assert {leak.split(":")[0] for leak in found} == {"seat 1", "seat -1"}


def test_a_log_that_tells_secrets_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Views, seat: int, language: str, lines: int | None = None) -> list[Any]:
        table = self.table
        people = People(words(table.game, language), seat, table.names(language))
        return [log_line(table.game, event, people) for event in table.play.events]

    monkeypatch.setattr(Views, "log", wrong)
    with serving(tmp_path) as served:
        found = leaks(watched(served, "fine_weather", True))
    assert any("the log tells" in leak for leak in found)


def test_without_aids_the_log_tells_only_what_the_last_choice_brought(served: Served) -> None:
    game = watched(served, "ameno_kirifuda", False)
    logs = [frame["notes"].get("log", []) for frame in game.sent[0].json.frames if frame["t"] == "scene"]
    assert max(len(log) for log in logs) < len(game.table.play.events) / 3
