"""Random messages, forms and paths: none causes a server error or damages a table."""

import contextlib
import json

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai.kernel.rng import Rng
from example_count import examples
from server.running_server import RunningServer, SocketClient, play_to_end

VERBS = ["choose", "seen", "reveal", "hint", "chat", "undo", "agree", "sit", "leave", "remove", "report", "revoke"]
VERBS += ["set", "begin", "rematch", "fly"]
COMMAND_FIELDS = ["id", "action", "seat", "text", "yes", "name", "forced", "pace", "limit", "takeover", "level", "open"]
JSON = {"Accept": "application/json", "Content-Type": "application/json"}
TABLE = ["game", "players", "options", "data", "seats", "names", "aids", "pace", "limit", "first_game"]
"""Fields of the form that makes a table."""

numbers = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)
plain = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=30))
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
commands = st.builds(
    lambda verb, fields: json.dumps({"id": "f", "do": verb} | fields),
    st.sampled_from(VERBS),
    st.dictionaries(st.sampled_from(COMMAND_FIELDS), values, max_size=4),
)
messages = st.one_of(commands, values.map(json.dumps), st.text(max_size=200), st.binary(max_size=200))

quick = settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])


def send_and_check(connection: SocketClient, message: str | bytes) -> None:
    """Send an arbitrary message, then a valid command, which must get its reply."""
    connection.socket.send(message)
    assert connection.do("seen")["t"] == "done"


@quick
@given(st.lists(messages, min_size=1, max_size=20))
def test_no_message_damages_the_table(server: RunningServer, sent: list[str | bytes]) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    connection = host.connect(table).ready()
    for message in sent:
        send_and_check(connection, message)
    connection.close()
    task = server.context.tables.tasks[table]
    assert not task.failed
    assert task.table.status == "playing"


def test_a_game_can_be_finished_after_bad_messages(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    connection = host.connect(table).ready()
    for action in (-1, 2**62, 2**63 - 1, 10**6, 61, 62):
        assert connection.do("choose", action=action)["t"] == "refused"
    texts = ["", "[]", "{}", "null", '{"id":1}', '{"id":"a"}', "{" * 5000, '{"do":"choose","id":"a","action":1e400}']
    for text in texts:
        send_and_check(connection, text)
    play_to_end([connection], Rng(1))


@quick
@given(st.dictionaries(st.sampled_from(TABLE), values | st.sampled_from(["kasane", ["me", "me", "open"]]), max_size=5))
def test_every_form_makes_a_table_or_is_refused(server: RunningServer, fields: dict[str, object]) -> None:
    form = json.dumps(fields)  # httpx would refuse to send "Infinity"
    with server.browser() as program:
        response = program.post("/tables", content=form, headers=JSON)
    assert response.status_code in (200, 400, 404, 429), response.text


@quick
@given(st.text(alphabet="abc./%0é?#\\ ", max_size=30))
def test_no_path_causes_a_server_error(server: RunningServer, path: str) -> None:
    with server.browser() as program:
        for root in ("/", "/table/", "/join/", "/seat/", "/replay/", "/record/", "/static/", "/art/", "/rules/"):
            with contextlib.suppress(httpx.InvalidURL, httpx.RemoteProtocolError):
                assert program.get(f"{root}{path}").status_code < 500
