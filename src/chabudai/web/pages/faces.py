"""The faces of a game's cards, as its scenes show them: for drawing cards where no game is being played."""

from functools import cache

import msgspec

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game
from chabudai.scene.make import cards_in, make_scene
from chabudai.scene.vocabulary import Card
from chabudai.scene.words import words
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas
from chabudai.web.card import draw_card

_MOST_GAMES = 8
"""Cards that do not turn up in so many random games are told by their names alone."""


class Faces:
    """The cards that random games showed, by what they are called, and a table at which nothing can be chosen."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._words = words(game, language)
        self.cards: dict[str, Card] = {}
        start = game.setup(game.players[0]).start()
        names = [""] * game.players[0]
        scene = make_scene(game, start.seen_by(SPECTATOR, False), self._words, names)
        self._canvas = Canvas(scene, TableNotes())
        for seed in range(_MOST_GAMES):
            before = len(self.cards)
            self._gather(seed)
            if seed and len(self.cards) == before:
                break

    def draw(self, called: str) -> str:
        """A card, to be looked at."""
        return draw_card(self._canvas, "example", self.cards[called])

    def _gather(self, seed: int) -> None:
        """Look at a random game, each time through the eyes of another seat."""
        players = self._game.players[seed % len(self._game.players)]
        names = [""] * players
        for step, state in enumerate(random_positions(self._game.setup(players), Rng(seed))):
            scene = make_scene(self._game, state.seen_by(step % players, False), self._words, names)
            for zone in [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]:
                for card in cards_in(zone):
                    if card.id:
                        plain = msgspec.structs.replace(card, marks=[], caption="")
                        self.cards.setdefault(self._words.name(card.id), plain)


@cache
def faces(game: Game, language: str) -> Faces:
    """The faces of a game's cards, gathered once."""
    return Faces(game, language)
