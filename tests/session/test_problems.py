"""A bad record is refused in a player's words, in their language; the library's own text stays for developers."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, ChabudaiError
from chabudai.scene.words import LANGUAGES, text_of
from chabudai.session.problems import problem_text
from chabudai.session.replay import Replay

LINE = (Path(__file__).parents[1] / "games" / "kasane" / "records.jsonl").read_bytes().split(b"\n")[0]
RECORD: dict[str, Any] = msgspec.json.decode(LINE)


def changed(**fields: Any) -> bytes:
    return msgspec.json.encode(RECORD | fields)


def without(field: str) -> bytes:
    return msgspec.json.encode({name: value for name, value in RECORD.items() if name != field})


def wrong_move(number: int, seat: int, move: str) -> bytes:
    moves = [*RECORD["moves"]]
    moves[number] = [seat, move]
    return changed(moves=moves)


CASES = [
    (b"\xff\xfe", "not a record of a game"),
    (b"<html>", "not a record of a game"),
    (b"[1]", "not a record of a game"),
    (without("moves"), "its part “moves” is missing or unreadable"),
    (changed(players="three"), "its part “players”"),
    (changed(moves=[["x", 1]]), "its part “moves”"),
    (changed(format="chabudai/9"), "Only “chabudai/1” can be read"),
    (changed(game="go"), "no game called “go” here. The games are: Ameno Kirifuda, "),
    (changed(players=9), "Kasane no Irome cannot be played with 9 players. Allowed: 3, 4."),
    (changed(options={}), "how these options were set: Open hands, Fewer pairs, Meld after +1."),
    (changed(options=RECORD["options"] | {"fly": True}), "has no option “fly”"),
    (changed(chance=[{"what": "roll", "result": [6]}]), "names the chance event “roll”"),
    (changed(chance=[]), "Before move 1, a card has to be dealt"),
    (wrong_move(0, 0, "fly"), "Move 1 (seat 1): Kasane no Irome has no move “fly”."),
    (wrong_move(1, *RECORD["moves"][0]), "Move 2 is not allowed. Seat"),
    (changed(result=None), "the result is missing"),
    (changed(result=RECORD["result"] | {"winners": []}), "the game was won by seat"),
    (changed(result=RECORD["result"] | {"scores": [0, 0, 0]}), "the scores are"),
    (changed(moves=RECORD["moves"][:1]), "draw in this record cannot happen"),
]


@pytest.mark.parametrize(("line", "said"), CASES)
def test_a_bad_record_is_refused_in_the_words_of_players(line: bytes, said: str) -> None:
    with pytest.raises(ChabudaiError) as refused:
        Replay(line)
    english, japanese = (problem_text(refused.value, language) for language in LANGUAGES)
    assert said in english
    for word in ("Object", "Expected", "$.", "`", "seat 0", "move 0"):
        assert word not in english
    assert not japanese.isascii()
    assert str(refused.value) not in (english, japanese)


def test_a_wrong_move_is_named_with_the_reason_of_the_game() -> None:
    with pytest.raises(BadRecord) as refused:
        Replay(wrong_move(1, *RECORD["moves"][0]))
    text = problem_text(refused.value, "en")
    assert "The reason: " in text
    assert str(refused.value).startswith("move 1: ")


def test_every_problem_has_a_sentence_that_is_used() -> None:
    known = set(text_of("chabudai.session", "en")["problem"])
    sources = "".join(path.read_text() for path in (Path(__file__).parents[2] / "src").rglob("*.py"))
    assert known
    assert {problem for problem in known if f'"{problem}"' not in sources} == set()
    assert set(text_of("chabudai.session", "ja")["problem"]) == known


def test_a_wrong_option_says_what_is_allowed() -> None:
    cats = find_game("thousand_cats")
    for option in cats.options:
        with pytest.raises(BadOption) as refused:
            cats.setup(max(cats.players), {option.name: "nonsense"})
        assert "nonsense" in problem_text(refused.value, "en")
        assert "Allowed: " in problem_text(refused.value, "en")
        assert "選べるのは" in problem_text(refused.value, "ja")
    with pytest.raises(BadPlayers) as wrong:
        cats.setup(7)
    assert "7人では遊べません" in problem_text(wrong.value, "ja")
