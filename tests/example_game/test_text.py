"""Every reason has a sentence in each language, and every sentence for a reason is used."""

import tomllib
from pathlib import Path

import pytest

from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.sampling.walk import random_step, take_step
from chabudai.scene.words import LANGUAGES, words
from example_game import GAME

SHARED_REASONS = {"not_your_turn", "chance_due", "game_over"}


def reasons() -> dict[str, Message]:
    """Return a reason of each kind, from a random game."""
    reasons_by_id: dict[str, Message] = {}
    state, rng = GAME.setup(2).start(), Rng(5)
    while True:
        for seat in range(2):
            for action in range(len(GAME.actions)):
                message = GAME.why_not(state, seat, action)
                assert (message is None) == (action in state.legal(seat))
                if message is not None:
                    reasons_by_id[message.id] = message
        if state.over():
            return reasons_by_id
        take_step(state, random_step(state, rng))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_and_every_sentence_has_a_reason(language: str) -> None:
    texts = tomllib.loads((Path(__file__).parent / "text" / f"{language}.toml").read_text(encoding="utf-8"))
    assert texts["reason"].keys() == reasons().keys() - SHARED_REASONS
    for message in reasons().values():
        sentence = words(GAME, language).say("reason", message)
        assert not set("{}") & set(sentence)


def test_a_reason_names_the_cards_in_its_language() -> None:
    message = Message("not_held", {"card": "full", "dealt": "cloud", "drawn": "half"})
    assert words(GAME).say("reason", message) == "you hold cloud and half moon, not full moon"
    assert words(GAME, "ja").say("reason", message) == "満月は手もとにありません。手もとにあるのは雲と半月です"
