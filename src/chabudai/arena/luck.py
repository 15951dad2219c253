"""The luck of a deal: all games of one deal share it, whoever plays them and wherever they sit."""

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


class Luck:
    """The random numbers of one game of a deal, of chance (as a `Source`) and of the bots.

    Every deck that is shuffled has a stream of its own, so its cards come in the same order in all games of the deal,
    however far these have gone apart before. A bot's stream belongs to its seat: two bots of the same name play
    the same game, and one that differs in nothing has exactly its fair share.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed = seed
        self.deal = deal
        self._decks: dict[int, int] = {}
        self._streams: dict[int, Rng] = {}

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        event = state.due
        if state.drawn() == 0 or event not in self._streams:
            deck = self._decks.get(event, 0)
            self._decks[event] = deck + 1
            self._streams[event] = self._stream(event + 1, deck)
        return state.draw(self._streams[event])

    def of_bot(self, seat: int) -> Rng:
        """The random numbers of the bot in this seat."""
        return self._stream(0, seat)

    def _stream(self, kind: int, number: int) -> Rng:
        return Rng(self.seed, kind << 64 | number << 32 | self.deal)
