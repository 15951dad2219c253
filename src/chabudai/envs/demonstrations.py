"""What players saw and did in recorded games, as NumPy arrays: to learn from examples."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.features import unpacked
from chabudai.envs.scribe import Scribe
from chabudai.games.registry import game as named_game
from chabudai.kernel.errors import BadRecord
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game


class Demonstrations(NamedTuple):
    """A row for each choice: who made it, what it saw and could do, what it did, and what the game was worth to it.

    `layout` names the features of the observations. The utility of a game that is not over is nan.
    """

    layout: str
    seat: NDArray[np.int64]
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]
    action: NDArray[np.int64]
    utility: NDArray[np.float32]


def demonstrations(records: Iterable[Record], game: Game | None = None) -> Demonstrations:
    """All choices of these records, in order. They must be of one game, with one layout of observations."""
    scribes: dict[str, Scribe] = {}
    seats: list[int] = []
    actions: list[int] = []
    utilities: list[float] = []
    rows: list[bytes] = []
    for record in records:
        played = game or named_game(record.game)
        start = len(seats)
        scribe = None
        for play in replay_steps(record, played):
            if scribe is None:
                observer = played.observer(play.setup)
                scribe = scribes.setdefault(observer.layout, Scribe(observer, play.setup.players, len(played.actions)))
            if len(play.moves) < len(record.moves):
                seat, words = record.moves[len(play.moves)]
                seats.append(seat)
                actions.append(played.action(words))
                rows.append(scribe.row(play.state, seat, True))
        end = play.state
        utilities += [end.utility(seat) if end.over() else float("nan") for seat in seats[start:]]
    if len(scribes) != 1:
        raise BadRecord("to learn from records they must be of one game, with one number of players and one layout")
    layout, scribe = scribes.popitem()
    bits = unpacked(b"".join(rows), scribe.width)
    return Demonstrations(
        layout,
        np.array(seats, np.int64),
        bits[:, : scribe.observer.size],
        bits[:, scribe.mask_at : scribe.mask_at + scribe.actions],
        np.array(actions, np.int64),
        np.array(utilities, np.float32),
    )
