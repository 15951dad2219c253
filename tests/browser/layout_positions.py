"""Positions whose tables are hard to lay out: with the most cards, choices and marks, and with moments."""

from collections.abc import Iterator

from chabudai.kernel.bits import has
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_steps
from chabudai.scene.builder import cards_in, has_moment, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import AnyZone, Scene
from chabudai.scene.words import words
from tools.screenshots.snapshots import Snapshot

SEED = 3
NAMES = ("Bartholomew Fitzgerald", "Wilhelmina Oldenburg", "Alexandra Wintersberger", "Maximilian Featherstone")


def hard_positions(game: Game, players: int) -> Iterator[Snapshot]:
    """Return positions of a random game in which seat 0 must choose or sees a moment, each with most of something."""
    fullest: dict[str, tuple[int, Snapshot]] = {}
    for before, state in random_steps(game.setup(players), Rng(SEED)):
        moment = state.due < 0 and has_moment(game, state.events)
        if not moment and (state.due >= 0 or not has(state.waiting, 0)):
            continue
        snapshot = Snapshot(state.clone(), tuple(state.events), before=before.clone() if moment else None)
        for what, count in _measures(_scene(game, snapshot), moment=moment).items():
            if count > fullest.get(what, (0, None))[0]:
                fullest[what] = count, snapshot
    yield from {id(snapshot): snapshot for _, snapshot in fullest.values()}.values()


def first_turns(game: Game, players: int) -> list[Snapshot]:
    """Return the first turn of seat 0 in each phase of a random game."""
    turns: dict[int, Snapshot] = {}
    for _, state in random_steps(game.setup(players), Rng(SEED)):
        if state.due < 0 and has(state.waiting, 0):
            turns.setdefault(state.first, Snapshot(state.clone(), tuple(state.events)))
    return list(turns.values())


def _scene(game: Game, snapshot: Snapshot) -> Scene:
    def view(state: State) -> State:
        return state.seen_by(0, True)

    before = None if snapshot.before is None else view(snapshot.before)
    names = NAMES[: snapshot.state.setup.players]
    return make_scene(game, view(snapshot.state), words(game), names, before=before)


def _measures(scene: Scene, *, moment: bool) -> dict[str, int]:
    """Return how much there is of everything that needs room."""
    own, *others = scene.seats
    middle = _count(scene.zones)
    if moment:
        return {"moment": 1 + middle + sum(len(seat.markers) for seat in scene.seats)}
    return {
        "own": _count(own.zones),
        "others'": sum(_count(seat.zones) + len(seat.markers) for seat in others),
        "middle": middle,
        "choices as text": sum(not choice.target for choice in scene.choices),
    }


def _count(zones: list[AnyZone]) -> int:
    return sum(len(cards_in(zone)) for zone in zones)
