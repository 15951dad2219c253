"""The random numbers of a deal, which are the same in every rotation of the bots."""

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


class DealRng:
    """The random numbers of one game of a deal, for chance (as a `Source`) and for the bots.

    Each shuffle has its own stream, so its cards come in the same order in all games of the deal, however much the
    games have diverged. A bot's stream depends only on the deal and its seat, so identical bots play identical games
    and each has exactly its fair share.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed = seed
        self.deal = deal
        self._shuffles: dict[int, int] = {}
        """How often the deck of each chance event has been shuffled."""
        self._streams: dict[int, Rng] = {}

    def outcome(self, state: State) -> int:
        """Draw the next outcome of the chance event that is due."""
        due = state.due
        if state.drawn() == 0 or due not in self._streams:
            shuffle = self._shuffles.get(due, 0)
            self._shuffles[due] = shuffle + 1
            self._streams[due] = self._stream(due + 1, shuffle)
        return state.draw(self._streams[due])

    def bot_rng(self, seat: int) -> Rng:
        """Return the random numbers of the bot in this seat."""
        return self._stream(0, seat)

    def _stream(self, kind: int, number: int) -> Rng:
        return Rng(self.seed, kind << 64 | number << 32 | self.deal)
