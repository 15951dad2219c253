"""Messages of any kind: each is answered or ends the connection, and no table takes harm."""

import contextlib
import json

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai.kernel.rng import Rng
from example_count import examples
from server.served import Connection, Served, play_on

VERBS = ["choose", "seen", "reveal", "hint", "chat", "undo", "agree", "sit", "leave", "set", "begin", "rematch", "fly"]
FIELDS = ["id", "action", "seat", "text", "yes", "name", "forced", "pace", "limit", "takeover", "level", "open"]
JSON = {"Accept": "application/json", "Content-Type": "application/json"}
TABLE = ["game", "players", "options", "data", "seats", "names", "aids", "pace", "limit", "first_game"]

numbers = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)
plain = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=30))
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
commands = st.builds(
    lambda verb, fields: json.dumps({"id": "f", "do": verb} | fields),
    st.sampled_from(VERBS),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=4),
)
messages = st.one_of(commands, values.map(json.dumps), st.text(max_size=200), st.binary(max_size=200))

quick = settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])


def answered(connection: Connection, message: str | bytes) -> None:
    """Send something that may be anything, and then something that must be answered."""
    connection.socket.send(message)
    assert connection.do("seen")["t"] == "done"


@quick
@given(st.lists(messages, min_size=1, max_size=20))
def test_whatever_a_client_sends_the_table_goes_on(served: Served, sent: list[str | bytes]) -> None:
    host = served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    connection = host.connect(table).ready()
    for message in sent:
        answered(connection, message)
    connection.close()
    task = served.context.tables.tasks[table]
    assert not task.failed
    assert task.table.status == "playing"


def test_a_table_that_was_fuzzed_is_played_to_its_end(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    connection = host.connect(table).ready()
    for action in (-1, 2**62, 2**63 - 1, 10**6, 61, 62):
        assert connection.do("choose", action=action)["t"] == "refused"
    texts = ["", "[]", "{}", "null", '{"id":1}', '{"id":"a"}', "{" * 5000, '{"do":"choose","id":"a","action":1e400}']
    for text in texts:
        answered(connection, text)
    play_on([connection], Rng(1))


@quick
@given(st.dictionaries(st.sampled_from(TABLE), values | st.sampled_from(["kasane", ["me", "me", "open"]]), max_size=5))
def test_whatever_a_form_holds_it_makes_a_table_or_is_refused(served: Served, fields: dict[str, object]) -> None:
    form = json.dumps(fields)  # with "Infinity" if need be, which httpx would not send
    with served.browser() as program:
        answer = program.post("/tables", content=form, headers=JSON)
    assert answer.status_code in (200, 400, 404, 429), answer.text


@quick
@given(st.text(alphabet="abc./%0é?#\\ ", max_size=30))
def test_no_address_makes_the_server_fail(served: Served, path: str) -> None:
    with served.browser() as program:
        for root in ("/", "/table/", "/join/", "/seat/", "/replay/", "/record/", "/static/", "/art/", "/rules/"):
            with contextlib.suppress(httpx.InvalidURL, httpx.RemoteProtocolError):
                assert program.get(f"{root}{path}").status_code < 500
