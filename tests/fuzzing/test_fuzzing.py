"""A sample of the fuzzer, and the fuzzer finds a server that fails."""

from collections.abc import Callable
from unittest import mock

import pytest

from chabudai.server.socket import connections
from chabudai.session.commands import TableCommand
from fuzzing.command import KINDS
from fuzzing.episode import Episode, Failure
from fuzzing.messages import _WEIGHTS

_COUNTS = {"messages": 300, "records": 60, "forms": 80, "headers": 120}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [0, 3])
def test_no_input_causes_a_failure(kind: str, number: int) -> None:
    KINDS[kind](1, number).run(_COUNTS[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_inputs(kind: str) -> None:
    inputs = []
    for _ in range(2):
        episode = KINDS[kind](7, 3)
        feed, fed = episode.feed, list[str]()

        def feed_and_note(feed: Callable[[], None] = feed, episode: Episode = episode, fed: list[str] = fed) -> None:
            feed()
            fed.append(repr(episode.input))

        with mock.patch.object(episode, "feed", feed_and_note):
            episode.run(50)
        inputs.append(fed)
    assert len(inputs[0]) == 50
    assert inputs[0] == inputs[1]


def test_messages_contain_every_command() -> None:
    tags = {command.__struct_config__.tag for command in TableCommand.__args__}
    assert set(_WEIGHTS) == tags


def test_a_failure_says_how_to_repeat_it() -> None:
    def break_down(text: str | bytes) -> None:
        raise KeyError(text)

    with (
        mock.patch.object(connections, "_decode_command", break_down),
        pytest.raises(Failure, match=r"KeyError(?s:.*)--seed 1 --kind messages --episode 0 --count 1$"),
    ):
        KINDS["messages"](1, 0).run(10)
