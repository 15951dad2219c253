"""Random numbers of a deal, shared by all games of the deal, in every rotation of the seats."""

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


class DealRng:
    """The random numbers of one game of a deal, for chance (as a `Source`) and for the bots.

    Each shuffled deck has its own stream, so its cards come in the same order in all games of the deal, however much
    the games differ by then. A bot's stream depends on its seat, so identical bots play identical games and each has
    exactly its fair share.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed = seed
        self.deal = deal
        self._decks: dict[int, int] = {}
        self._streams: dict[int, Rng] = {}

    def outcome(self, state: State) -> int:
        """Draw the next outcome of the chance event that is due."""
        event = state.due
        if state.drawn() == 0 or event not in self._streams:
            deck = self._decks.get(event, 0)
            self._decks[event] = deck + 1
            self._streams[event] = self._stream(event + 1, deck)
        return state.draw(self._streams[event])

    def bot_rng(self, seat: int) -> Rng:
        """Return the random numbers of the bot in this seat."""
        return self._stream(0, seat)

    def _stream(self, kind: int, number: int) -> Rng:
        return Rng(self.seed, kind << 64 | number << 32 | self.deal)
