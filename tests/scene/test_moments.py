"""Moments: a finished trick, a reveal or a busted column stays on the table until confirmed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import has, members
from chabudai.kernel.errors import HiddenInformation
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_steps
from chabudai.scene.builder import has_moment, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import AnyZone, Columns, Fan, Ring, Row, Scene
from chabudai.scene.words import words

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]


Step = tuple[State, State]
"""The positions before and after a step."""


def seen(game: Game, step: Step, viewer: int = SPECTATOR, *, moment: bool = True, aids: bool = False) -> Scene:
    before, view = (position.seen_by(viewer, aids) for position in step)
    return make_scene(game, view, words(game), NAMES, before=before if moment else None)


def before_the_step(game: Game, step: Step, viewer: int = SPECTATOR, *, aids: bool = False) -> Scene:
    return make_scene(game, step[0].seen_by(viewer, aids), words(game), NAMES)


def after(game: Game, name: str, players: int = 4, seed: int = 1) -> Step:
    """Return the step with the first event of this name in a random game."""
    for before, state in random_steps(game.setup(players), Rng(seed)):
        if events_named(state, name):
            return before, state
    raise AssertionError(f"no {name} in this game")


def moments(game: Game, seed: int, players: int = 0, options: Mapping[str, object] | None = None) -> Iterator[Step]:
    """Yield the steps of a random game that show a moment."""
    for before, state in random_steps(game.setup(players or max(game.players), options), Rng(seed)):
        if has_moment(game, state.events):
            yield before, state


def events_named(state: State, name: str) -> list[Event]:
    return [event for event in state.events if event.name == name]


def zone_named(scene: Scene, zone_id: str) -> AnyZone | None:
    return next((zone for zone in scene.zones if zone.id == zone_id), None)


every_game = pytest.mark.parametrize("game", games().values(), ids=games())


@every_game
def test_every_moment_is_an_event_in_the_log_of_the_scene(game: Game) -> None:
    assert game.moments <= game.events.keys()
    for step in random_steps(game.setup(max(game.players)), Rng(2)):
        scene = seen(game, step, 0)
        assert bool(scene.moment) == has_moment(game, step[1].events)
        assert scene.moment.splitlines() == ([line.text for line in scene.log if line.moment])
        assert not seen(game, step, 0, moment=False).moment


@every_game
@pytest.mark.parametrize("aids", [True, False], ids=["with aids", "without aids"])
def test_no_text_runs_ahead_of_a_moment(game: Game, aids: bool) -> None:
    for step in moments(game, seed=3):
        for viewer in (SPECTATOR, 0, 2):
            scene, earlier = seen(game, step, viewer, aids=aids), before_the_step(game, step, viewer, aids=aids)
            # Only the 1 of Only One changes what is being played, and the moment says so.
            if not events_named(step[1], "one_appeared"):
                assert scene.status == earlier.status
            assert scene.prompt == ""
            assert not scene.shows_result
            assert [fact for fact in scene.facts if "final" in fact.title.lower()] == []
            for seat in scene.seats:
                assert seat.waited_for == has(step[1].waiting, seat.number)


@every_game
def test_the_choices_after_a_moment_are_those_of_the_position(game: Game) -> None:
    for step in moments(game, seed=3):
        for seat in members(step[1].waiting):
            allowed = [choice.action for choice in seen(game, step, seat).choices if choice.why is None]
            assert sorted(allowed) == step[1].legal(seat)


def test_a_moment_needs_two_views_of_the_same_viewer() -> None:
    game = find_game("fine_weather")
    before, state = after(game, "won")
    for earlier in (before, before.seen_by(1, False), before.seen_by(0, True)):
        with pytest.raises(HiddenInformation, match="same viewer"):
            make_scene(game, state.seen_by(0, False), words(game), NAMES, before=earlier)


def test_a_game_without_its_own_moments_keeps_the_status() -> None:
    game = replace(find_game("fine_weather"), lay_out_moment=None)
    step = after(game, "round_over")
    assert seen(game, step).status == before_the_step(game, step).status


def test_a_finished_trick_stays_on_the_table() -> None:
    game = find_game("fine_weather")
    step = after(game, "won")
    assert [zone.id for zone in seen(game, step, moment=False).zones] == ["trick"]
    (emptied,) = (zone for zone in seen(game, step, moment=False).zones if isinstance(zone, Ring))
    assert emptied.cards == [None] * 4
    scene = seen(game, step)
    (trick,) = (zone for zone in scene.zones if isinstance(zone, Ring))
    (won,) = events_named(step[1], "won")
    cards = [card for card in trick.cards if card is not None]
    assert [card.id for card in cards] == [str(word) for word in game.event_words(won)[1:]]
    assert [card.id for card in cards if "winning" in card.marks] == [str(game.event_words(won)[0])]
    (last,) = events_named(step[1], "played")
    assert "led" in cards[(last.seat + 1) % 4].marks
    leads = [seat.number for seat in scene.seats if any(marker.id == "leads" for marker in seat.markers)]
    assert leads == [(last.seat + 1) % 4]
    assert [seat.counters[0].value for seat in scene.seats] == [0] * 4  # nobody has taken the trick yet
    hand = next(zone for zone in seen(game, step, last.seat).seats[last.seat].zones if isinstance(zone, Fan))
    assert cards[last.seat].id not in [card.id for card in hand.cards]


def test_the_last_trick_of_a_round_stays_on_the_table_with_the_cards_that_were_counted() -> None:
    game = find_game("fine_weather")
    step = after(game, "round_over")
    assert [zone.id for zone in seen(game, step, moment=False).zones] == []
    scene = seen(game, step)
    assert [zone.id for zone in scene.zones] == ["trick", "order"]
    assert "round_before" in [facts.id for facts in scene.facts]
    assert [seat.score for seat in scene.seats] == [0] * 4


def test_the_last_stone_of_a_round_stays_with_its_trick() -> None:
    game = find_game("ameno_kirifuda")
    for step in moments(game, seed=5):
        scene = seen(game, step)
        assert isinstance(zone_named(scene, "trick"), Ring)
        if events_named(step[1], "round_over"):
            assert zone_named(scene, "board") == zone_named(seen(game, step, moment=False), "board")
            assert scene.seats[0].score == step[1].scores()[0]


def test_a_meld_is_seen_before_the_turn_passes() -> None:
    game = find_game("kasane")
    for step in moments(game, seed=6):
        scene, earlier = seen(game, step), before_the_step(game, step)
        assert [seat.markers for seat in scene.seats] == [seat.markers for seat in earlier.seats]
        robes = [seat.zones[0] for seat in scene.seats]
        assert robes == [seat.zones[0] for seat in seen(game, step, moment=False).seats]
        assert zone_named(scene, "rows") is not None


def test_nobody_is_out_of_the_next_round_while_the_last_is_on_the_table() -> None:
    game = find_game("only_one")
    for step in moments(game, seed=7):
        if events_named(step[1], "round_over") and not events_named(step[1], "one_appeared"):
            scene, earlier = seen(game, step), before_the_step(game, step)
            columns, before = zone_named(scene, "columns"), zone_named(earlier, "columns")
            assert isinstance(columns, Columns)
            assert isinstance(before, Columns)
            assert len(columns.columns) == len(before.columns) - 1
            assert [column.cards for column in columns.columns] == [
                column.cards for column in before.columns if column.id in {column.id for column in columns.columns}
            ]


@pytest.mark.parametrize("options", [{"rules": "basic"}, {"rules": "advanced"}, {"rules": "experienced"}], ids=str)
def test_at_a_reveal_seasons_and_taken_cards_are_those_before_it(options: Mapping[str, object]) -> None:
    game = find_game("thousand_cats")
    for step in moments(game, 1, 4, options):
        scene, earlier = seen(game, step, aids=True), before_the_step(game, step, aids=True)
        assert zone_named(scene, "seasons") == zone_named(earlier, "seasons")
        for seat, was in zip(scene.seats, earlier.seats, strict=True):
            assert (seat.score, seat.counters) == (was.score, was.counters)
            assert [zone for zone in seat.zones if zone.id.startswith("taken")] == [
                zone for zone in was.zones if zone.id.startswith("taken")
            ]
        assert [facts.id for facts in scene.facts] == [facts.id for facts in earlier.facts]
        standing = [facts for facts in scene.facts if facts.id == "standing"]
        assert standing == [facts for facts in earlier.facts if facts.id == "standing"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [3, 4])
def test_revealed_cards_stay_on_the_table_with_the_pair_that_was_taken(players: int, seed: int) -> None:
    game = find_game("thousand_cats")
    for before, state in random_steps(game.setup(players), Rng(seed)):
        if not events_named(state, "took_own") or not events_named(state, "played"):
            continue
        zones = {zone.id: zone for zone in seen(game, (before, state)).zones}
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
    step = after(game, "kept")
    broken = [zone for zone in seen(game, step).zones if zone.id == "broken"]
    assert isinstance(broken[0], Row)
    lost = game.event_words(events_named(step[1], "discarded")[0])
    kept = game.event_words(events_named(step[1], "kept")[0])
    assert [card.id for card in broken[0].cards] == [*lost, *kept]
    assert not [zone for zone in seen(game, step, moment=False).zones if zone.id == "broken"]
