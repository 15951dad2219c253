"""Moments: a finished trick, a reveal or a busted column stays on the table until confirmed."""

import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import has_moment, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Ring, Row, Scene
from chabudai.scene.words import words

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]


def seen(game: Game, state: State, viewer: int = SPECTATOR, *, moment: bool = True) -> Scene:
    return make_scene(game, state.seen_by(viewer, False), words(game), NAMES, moment=moment)


def after(game: Game, name: str, players: int = 4, seed: int = 1) -> State:
    """Return the position right after the first event of this name in a random game."""
    for state in random_positions(game.setup(players), Rng(seed)):
        if events_named(state, name):
            return state
    raise AssertionError(f"no {name} in this game")


def events_named(state: State, name: str) -> list[Event]:
    return [event for event in state.events if event.name == name]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_moment_is_an_event_in_the_log_of_the_scene(game: Game) -> None:
    assert game.moments <= game.events.keys()
    for state in random_positions(game.setup(max(game.players)), Rng(2)):
        scene = seen(game, state, 0)
        assert bool(scene.moment) == has_moment(game, state.events)
        assert scene.moment.splitlines() == [line.text for line in scene.log if line.moment]
        assert not seen(game, state, 0, moment=False).moment


def test_a_finished_trick_stays_on_the_table() -> None:
    game = find_game("fine_weather")
    state = after(game, "won")
    assert [zone.id for zone in seen(game, state, moment=False).zones] == ["trick"]
    (emptied,) = (zone for zone in seen(game, state, moment=False).zones if isinstance(zone, Ring))
    assert emptied.cards == [None] * 4
    (trick,) = (zone for zone in seen(game, state).zones if isinstance(zone, Ring))
    (won,) = events_named(state, "won")
    cards = [card for card in trick.cards if card is not None]
    assert [card.id for card in cards] == [str(word) for word in game.event_words(won)[1:]]
    assert [card.id for card in cards if "winning" in card.marks] == [str(game.event_words(won)[0])]
    (last,) = events_named(state, "played")
    assert "led" in cards[(last.seat + 1) % 4].marks


def test_the_last_trick_of_a_round_stays_on_the_table() -> None:
    game = find_game("fine_weather")
    state = after(game, "round_over")
    assert [zone.id for zone in seen(game, state, moment=False).zones] == []
    assert [zone.id for zone in seen(game, state).zones] == ["trick"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [3, 4])
def test_revealed_cards_stay_on_the_table_with_the_pair_that_was_taken(players: int, seed: int) -> None:
    game = find_game("thousand_cats")
    for state in random_positions(game.setup(players), Rng(seed)):
        if not events_named(state, "took_own") or not events_named(state, "played"):
            continue
        zones = {zone.id: zone for zone in seen(game, state).zones}
        ring, pair = zones["played"], zones["pair"]
        assert isinstance(ring, Ring)
        assert isinstance(pair, Row)
        seat_of = {str(word): event.seat for event in events_named(state, "played") for word in game.event_words(event)}
        for event in events_named(state, "swap"):
            yorozu, crow = (str(word) for word in game.event_words(event))
            swapped = {word: seat_of.get(other, -1) for word, other in ((yorozu, crow), (crow, yorozu))}
            seat_of |= swapped  # -1 stands for the dummy
        shown = {card.id: seat for seat, card in enumerate(ring.cards) if card is not None}
        assert shown == {word: seat for word, seat in seat_of.items() if seat >= 0}
        marked = {card.id for card in ring.cards if card is not None and "swapped" in card.marks}
        changed = {str(word) for event in events_named(state, "swap") for word in game.event_words(event)}
        assert marked == changed & shown.keys()
        if players == 3 and "dummy_played" in zones:
            dummy = zones["dummy_played"]
            assert isinstance(dummy, Row)
            assert dummy.cards[0].id not in shown
        taken = {str(game.event_words(event)[0]) for event in state.events if event.name.endswith(("_high", "_low"))}
        assert {card.id for card in pair.cards} == taken


def test_a_busted_column_stays_on_the_table_with_the_kept_card_last() -> None:
    game = find_game("only_one")
    state = after(game, "kept")
    broken = [zone for zone in seen(game, state).zones if zone.id == "broken"]
    assert isinstance(broken[0], Row)
    lost = game.event_words(events_named(state, "discarded")[0])
    kept = game.event_words(events_named(state, "kept")[0])
    assert [card.id for card in broken[0].cards] == [*lost, *kept]
    assert not [zone for zone in seen(game, state, moment=False).zones if zone.id == "broken"]
