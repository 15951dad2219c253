"""The chat of a table: quick reactions in everybody's language, and numbers by which people can be muted."""

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.session import commands, log
from chabudai.session.chat import REACTIONS, line_text
from session.tables import do, open_session, people, refusal_of


def test_a_quick_reaction_is_read_in_every_language() -> None:
    session = open_session(people("a", "b", "c"))
    [said] = do(session, "b", commands.ChatCommand("1", reaction="thanks"))
    assert isinstance(said, log.Chatted)
    assert (said.seat, said.text) == (1, "")
    assert line_text(said, "en") == "Thank you!"
    assert line_text(said, "ja") == "ありがとう"
    assert len({line_text(log.Chatted("a", "a", 0, "", reaction), "ja") for reaction in REACTIONS}) == len(REACTIONS)


def test_a_line_without_text_or_reaction_is_refused() -> None:
    session = open_session(people("a", "b", "c"))
    assert refusal_of(session, "a", commands.ChatCommand("1")) == "nothing_said"
    assert refusal_of(session, "a", commands.ChatCommand("1", " \0 ")) == "nothing_said"
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do": "chat", "id": "1", "reaction": "<b>"}', type=commands.TableCommand)


def test_people_who_write_are_numbered_at_each_table() -> None:
    session = open_session(people("a", "b"))
    for guest in ("b", "watcher", "a", "b"):
        do(session, guest, commands.ChatCommand("1", "Hello"))
    assert [line.writer for line in session.table.chat] == [0, 1, 2, 0]
    other = open_session(people("a", "b"))
    do(other, "a", commands.ChatCommand("1", "Hello"))
    assert [line.writer for line in other.table.chat] == [0]


def test_lines_and_names_of_old_logs_are_still_read() -> None:
    game = find_game("kasane")
    old = b'{"what": "said", "guest": "g", "name": "Aoi", "seat": 0, "text": "Hi"}'
    said = log.decode_entry(old, game)
    assert isinstance(said, log.Chatted)
    assert line_text(said, "ja") == "Hi"
    assert log.decode_entry(b'{"what": "named", "guest": "g", "name": "Aoi"}', game) == log.GuestNamed("g", "Aoi", -1)
    assert log.encode_entry(said, game) == old.replace(b": ", b":").replace(b", ", b",")


def test_people_who_share_a_device_have_a_name_each() -> None:
    session = open_session([log.Sat(0, "a", "Aoi"), log.Sat(1, "a", "Ken"), log.Sat(2, "b", "Mika")])
    do(session, "a", commands.SetCommand("1", name="Kenji", seat=1))
    assert session.table.names("en") == ["Aoi", "Kenji", "Mika"]
    assert refusal_of(session, "a", commands.SetCommand("2", name="Kenji", seat=2)) == "not_your_seat"
    assert refusal_of(session, "a", commands.SetCommand("3", name=" ", seat=1)) == "no_name"
    assert refusal_of(session, "b", commands.SetCommand("4", name="x", seat=2, level="club")) == "host_only"
    do(session, "a", commands.SetCommand("5", name="All"))
    assert session.table.names("en") == ["All", "All", "Mika"]
