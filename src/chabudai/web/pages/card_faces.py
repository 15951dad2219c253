"""Finds the faces of a game's cards, for drawing cards where no game is being played."""

from functools import lru_cache

import msgspec

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import cards_in, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Card
from chabudai.scene.words import words
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas
from chabudai.web.card import draw_card

_MAX_GAMES = 8
"""Random games to look through at most.

The search ends earlier, after a game that shows no new card; a card not found by then is shown by its name only.
"""


class CardFaces:
    """The cards of a game, collected by name from random games, and a canvas on which to draw them.

    With a setup, they have its card data.
    """

    def __init__(self, game: Game, language: str, setup: Setup | None = None) -> None:
        self._game = game
        self._words = words(game, language, setup)
        self._data = None if setup is None else setup.overridden_tables()
        self.cards: dict[str, Card] = {}
        start = game.setup(game.players[0], data=self._data).start()
        names = [""] * game.players[0]
        scene = make_scene(game, start.seen_by(SPECTATOR, False), self._words, names)
        self._canvas = Canvas(scene, TableNotes())
        for seed in range(_MAX_GAMES):
            before = len(self.cards)
            self._collect(seed)
            if seed and len(self.cards) == before:
                break

    def draw(self, name: str) -> str:
        """Draw the card with this name, as an example without a choice."""
        return draw_card(self._canvas, "example", self.cards[name])

    def _collect(self, seed: int) -> None:
        """Collect the cards of a random game, from each seat's view in turn."""
        players = self._game.players[seed % len(self._game.players)]
        names = [""] * players
        for step, state in enumerate(random_positions(self._game.setup(players, data=self._data), Rng(seed))):
            scene = make_scene(self._game, state.seen_by(step % players, False), self._words, names)
            for zone in [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]:
                for card in cards_in(zone):
                    if card.id:
                        plain = msgspec.structs.replace(card, marks=[], caption="")
                        self.cards.setdefault(self._words.name(card.id), plain)


@lru_cache(maxsize=32)
def card_faces(game: Game, language: str, setup: Setup | None = None) -> CardFaces:
    """Return the faces of a game's cards; they are collected once for each card data."""
    return CardFaces(game, language, setup)
