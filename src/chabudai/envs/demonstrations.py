"""Converts recorded games to NumPy arrays, for imitation learning: what players saw and did."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.features import unpack_rows
from chabudai.envs.row_writer import RowWriter
from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import BadRecord
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game


class Demonstrations(NamedTuple):
    """One row for each choice: the seat, its observation and action mask, its action, and its utility at the end.

    `layout` is a hash that identifies the features of the observations. The utility of an unfinished game is nan.
    """

    layout: str
    seat: NDArray[np.int64]
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]
    action: NDArray[np.int64]
    utility: NDArray[np.float32]


def demonstrations(records: Iterable[Record], game: Game | None = None) -> Demonstrations:
    """Return all choices of these records, in order.

    There must be at least one record. All must be of one game, with one observation layout, which depends on the number
    of players and may depend on options.
    """
    row_writers: dict[str, RowWriter] = {}
    seats: list[int] = []
    actions: list[int] = []
    utilities: list[float] = []
    rows: list[bytes] = []
    for record in records:
        record_game = game or find_game(record.game)
        start = len(seats)
        row_writer = None
        for play in replay_steps(record, record_game):
            if row_writer is None:
                observer = record_game.observer(play.setup)
                row_writer = row_writers.setdefault(
                    observer.layout, RowWriter(observer, play.setup.players, len(record_game.actions))
                )
            if len(play.moves) < len(record.moves):
                seat, words = record.moves[len(play.moves)]
                seats.append(seat)
                actions.append(record_game.action(words))
                rows.append(row_writer.row(play.state, seat, True))
        end = play.state
        utilities += [end.utility(seat) if end.over() else float("nan") for seat in seats[start:]]
    if len(row_writers) != 1:
        raise BadRecord("there must be at least one record, and all must be of one game with one observation layout")
    layout, row_writer = row_writers.popitem()
    bits = unpack_rows(b"".join(rows), row_writer.width)
    return Demonstrations(
        layout,
        np.array(seats, np.int64),
        bits[:, : row_writer.observer.size],
        bits[:, row_writer.mask_start : row_writer.mask_start + row_writer.actions],
        np.array(actions, np.int64),
        np.array(utilities, np.float32),
    )
