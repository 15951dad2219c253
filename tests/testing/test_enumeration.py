"""The enumeration of possible worlds, on a game whose worlds can be counted by hand."""

import json
from typing import Any

import pytest

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, SPECTATOR, State
from chabudai.sampling.walk import Step, random_step, take_step
from chabudai.testing.enumeration import Enumeration, canonical, possible_worlds
from example_game import GAME

A, B = 0, 1
OPENLY, IN_SECRET = 0, 1


class HandSetup(Setup):
    def start(self) -> "Hand":
        return Hand(self)


class Hand(State):
    """A game in which seat 0 is dealt two of the cards A, A, B and lays one of them, openly or in secret."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.deck = [A, A, B]
        self.hand: list[int] = []
        self.laid: int = NONE
        self.manner: int = NONE
        """OPENLY or IN_SECRET."""
        self.due = 0

    def possible_outcomes(self) -> int:
        return sum(2**card for card in set(self.deck))

    def weight(self, outcome: int) -> int:
        return self.deck.count(outcome)

    def turn_up(self, outcome: int) -> None:
        self.deck.remove(outcome)
        self.hand = sorted([*self.hand, outcome])
        if len(self.hand) == 2:
            self.due, self.waiting = NONE, 0b1

    def choices(self, seat: int) -> int:
        """Return the actions; an action is card × 2 + OPENLY or IN_SECRET."""
        return sum(2 ** (card * 2 + manner) for card in set(self.hand) for manner in (OPENLY, IN_SECRET))

    def commit(self, seat: int, action: int) -> None:
        self.laid, self.manner = divmod(action, 2)
        self.hand.remove(self.laid)
        self.waiting = 0

    def blank(self) -> None:
        if self.viewer != 0:
            self.deck, self.hand = [], []
            if self.manner == IN_SECRET:
                self.laid = NONE


def setup() -> HandSetup:
    return HandSetup(2, {}, {}, ())


def world_probabilities(viewer: int, *history: Step) -> dict[tuple[str, int], float]:
    """Return the probability of each world, by the cards in hand and the laid card."""
    worlds = possible_worlds(GAME, setup(), history, viewer)
    assert worlds is not None
    positions: Any = {text: json.loads(text) for text in worlds}
    return {
        ("".join("AB"[card] for card in positions[text]["hand"]), positions[text]["laid"]): probability
        for text, probability in worlds.items()
    }


def about(probabilities: dict[tuple[str, int], float]) -> Any:
    return pytest.approx(probabilities)


DEALT: list[Step] = [("chance", A), ("chance", B)]


def test_identical_cards_add_to_the_probability() -> None:
    """One of the three pairs of cards is A and A; two are A and B."""
    assert world_probabilities(1, *DEALT) == about({("AA", NONE): 1 / 3, ("AB", NONE): 2 / 3})
    assert world_probabilities(SPECTATOR, *DEALT[:1]) == about({("A", NONE): 2 / 3, ("B", NONE): 1 / 3})


def test_a_viewer_who_sees_the_cards_has_one_world() -> None:
    assert world_probabilities(0, *DEALT) == about({("AB", NONE): 1.0})


def test_a_hidden_choice_is_uniform_over_those_that_the_hand_allowed() -> None:
    secret: Step = ("choice", 0, A * 2 + IN_SECRET)
    assert world_probabilities(1, *DEALT, secret) == about({("A", A): 1 / 3, ("B", A): 1 / 3, ("A", B): 1 / 3})
    assert world_probabilities(0, *DEALT, secret) == about({("B", A): 1.0})


def test_a_visible_choice_rules_out_deals_but_makes_none_more_likely() -> None:
    """A was laid from A and A, which is one of the three pairs, or from A and B, which is two of them."""
    assert world_probabilities(1, *DEALT, ("choice", 0, A * 2 + OPENLY)) == about({("A", A): 1 / 3, ("B", A): 2 / 3})
    assert world_probabilities(1, *DEALT, ("choice", 0, B * 2 + OPENLY)) == about({("A", B): 1.0})


def test_enumeration_gives_up_if_there_are_too_many_positions() -> None:
    history = [*DEALT, ("choice", 0, A * 2 + IN_SECRET)]
    assert possible_worlds(GAME, setup(), history, 1, max_positions=3) is not None
    assert possible_worlds(GAME, setup(), history, 1, max_positions=2) is None
    assert possible_worlds(GAME, setup(), history, 0, max_positions=1) is not None


def test_a_game_that_is_not_deterministic_is_found() -> None:
    enumeration = Enumeration(GAME, setup(), 1)
    enumeration.take(("chance", A))
    enumeration._actual.load_json(enumeration._actual.as_json() | {"deck": [B, B]})
    with pytest.raises(AssertionError, match="repeating the same steps led to another position"):
        enumeration.worlds()


def test_the_true_world_is_possible_after_every_step() -> None:
    start = GAME.setup(2)
    state, rng = start.start(), Rng(8)
    state.listening = True
    enumerations = [Enumeration(GAME, start, viewer) for viewer in (SPECTATOR, 0, 1)]
    while not state.over():
        step = random_step(state, rng)
        take_step(state, step)
        for enumeration in enumerations:
            enumeration.take(step)
            worlds = enumeration.worlds()
            assert worlds is not None
            assert canonical(state) in worlds
            assert sum(worlds.values()) == pytest.approx(1.0)
