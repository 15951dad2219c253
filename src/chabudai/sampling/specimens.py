"""Collects specimens: one example of everything that a game can show, from the scenes of random games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

import msgspec

from chabudai.kernel.bits import members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import cards_in, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import AnyZone, Card, Choice, Facts, LogLine, Scene, Seat
from chabudai.scene.words import Words

T = TypeVar("T", AnyZone, Seat, Facts, Scene)

_SEEDS_WITHOUT_NEW = 3
"""The collection counts as complete after this many seeds in a row whose games show nothing new."""


@dataclass
class Specimens:
    """One example of each kind of thing: the first card, reason or log line; otherwise the fullest, with its scene."""

    cards: dict[str, Card] = field(default_factory=dict)
    zones: dict[str, tuple[Scene, AnyZone]] = field(default_factory=dict)
    seats: dict[str, tuple[Scene, Seat]] = field(default_factory=dict)
    facts: dict[str, tuple[Scene, Facts]] = field(default_factory=dict)
    facts_with_aids: dict[str, tuple[Scene, Facts]] = field(default_factory=dict)
    tables: dict[str, tuple[Scene, Scene]] = field(default_factory=dict)
    reasons: dict[str, Choice] = field(default_factory=dict)
    log: dict[str, LogLine] = field(default_factory=dict)

    def size(self) -> int:
        """Return the number of specimens."""
        return sum(len(examples) for examples in vars(self).values())

    def cards_of(self, game: Game) -> list[Card]:
        """Return the cards in the order of the game's vocabulary, without duplicates."""
        words = dict.fromkeys(str(word) for vocabulary in game.vocabulary.values() for word in vocabulary)
        return [self.cards[word] for word in words if word in self.cards]

    def add(self, scene: Scene, *, aids: bool) -> None:
        """Add what this scene shows for the first time, or shows most fully."""
        _keep(self.tables, _occasion(scene), scene, scene)
        for zone in [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]:
            _keep(self.zones, f"{type(zone).__name__} {_kind(zone.id)}", scene, zone)
            for card in cards_in(zone):
                if card.id:
                    self.cards.setdefault(card.id, msgspec.structs.replace(card, marks=[], caption=""))
        for seat in [seat for seat in scene.seats if not seat.you]:
            for status in [marker.id for marker in seat.markers] + ["choosing"] * seat.waited_for:
                _keep(self.seats, status, scene, seat)
        for facts in scene.facts:
            _keep(self.facts_with_aids if aids else self.facts, _kind(facts.id), scene, facts)
        for choice in scene.choices:
            if choice.why is not None:
                self.reasons.setdefault(choice.words.split()[0], choice)
        for line in scene.log:
            self.log.setdefault(line.event, line)


def gather(game: Game, words: Words, most: int | None = None) -> Specimens:
    """Play games from fixed seeds until they show nothing new, or at most `most` games for each player count."""
    specimens = Specimens()
    seeds_without_new = 0
    for seed in count() if most is None else range(most):
        before = specimens.size()
        for players in game.players:
            for scene, aids in _scenes(game, words, players, seed):
                specimens.add(scene, aids=aids)
        seeds_without_new = seeds_without_new + 1 if specimens.size() == before else 0
        if seeds_without_new == _SEEDS_WITHOUT_NEW:
            break
    return specimens


def _scenes(game: Game, words: Words, players: int, seed: int) -> Iterator[tuple[Scene, bool]]:
    """Yield the scenes of a random game, and whether memory aids are on.

    Each step is seen by the waiting seats, by one more seat in rotation, and by a spectator.
    """
    names = [words.name(f"bot{seat}") for seat in range(players)]
    for step, state in enumerate(random_positions(game.setup(players), Rng(seed))):
        aids = step % 2 == 0
        for viewer in {SPECTATOR, step // 2 % players, *members(state.waiting)}:
            yield make_scene(game, state.seen_by(viewer, aids), words, names), aids


def _occasion(scene: Scene) -> str:
    """Return what is going on: the verbs of the choices, or why there are none."""
    if scene.over:
        return "over"
    if scene.viewer == SPECTATOR:
        return "spectator"
    return " ".join(dict.fromkeys(choice.words.split()[0] for choice in scene.choices)) or "waiting"


def _kind(name: str) -> str:
    """Return a name without its seat number."""
    return name.rstrip("-0123456789")


def _keep(examples: dict[str, tuple[Scene, T]], kind: str, scene: Scene, thing: T) -> None:
    """Keep a thing as the example of its kind if it is fuller than the one kept so far."""
    kept = examples.get(kind)
    if kept is None or _fullness(thing) > _fullness(kept[1]):
        examples[kind] = (scene, thing)


def _fullness(thing: object) -> tuple[int, bytes]:
    """Return a sort key for how much there is to see: the length of the JSON, then the JSON itself."""
    encoded = msgspec.json.encode(thing)
    return len(encoded), encoded
