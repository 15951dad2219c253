"""The changes of seats during a game, which everybody is told and finds in the log."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from chabudai.scene.words import text_of, words
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused

if TYPE_CHECKING:
    from chabudai.session.table import Table

_MAX_SEAT_CHANGES = 200
"""How many of the latest changes the log contains."""

ChangeKind = Literal[
    "took_over",
    "returned",
    "moved",
    "left",
    "replaced",
    "new_level",
    "removed",
    "renamed",
    "took_back",
    "new_times",
    "downtime",
]


class SeatChange(NamedTuple):
    """A change of a seat during a game, or a choice taken back there; new times and downtimes have no seat (-1).

    `name` is the person concerned, `before` the name they had until then. Both are empty for a bot, whose name
    depends on the language.
    """

    seq: int
    """The number of its entry in the log of the table."""
    event_count: int
    """How many events of the game came before it."""
    kind: ChangeKind
    seat: int
    name: str = ""
    before: str = ""

    def text(self, table: "Table", language: str) -> str:
        """Describe the change in a sentence."""
        bot_name = words(table.game, language).name(f"bot{self.seat}") if self.seat >= 0 else ""
        sentence = text_of(Refused.package, language)["seat_change"][self.kind]
        return sentence.format(name=self.name or bot_name, before=self.before or bot_name)


def seat_changes(table: "Table", entry: Entry) -> list[SeatChange]:
    """Return the changes that an entry makes to the seats of a game in progress; call it before the entry applies."""
    if table.status != "playing":
        return []
    seq, event_count = table.seq + 1, len(table.play.events)
    match entry:
        case log.Sat(seat, guest, name):
            return [SeatChange(seq, event_count, _kind_of_sitting(table, seat, guest), seat, name)]
        case log.BotSeated(seat):
            holder = table.holders[seat]
            return [SeatChange(seq, event_count, "new_level" if holder.level else "replaced", seat, holder.name)]
        case log.SeatLeft(seat):
            return [SeatChange(seq, event_count, "left", seat, table.holders[seat].name)]
        case log.PlayerRemoved(seat):
            return [SeatChange(seq, event_count, "removed", seat, table.holders[seat].name)]
        case log.GuestNamed(guest, name, named_seat):
            seats = [seat for seat in table.seats_of(guest) if named_seat in (-1, seat)]
            renamed = [(seat, table.holders[seat].name) for seat in seats]
            return [
                SeatChange(seq, event_count, "renamed", seat, name, before)
                for seat, before in renamed
                if before != name
            ]
        case log.TookBack(moves) if moves < len(table.play.moves):
            seat = table.play.moves[moves][0]
            return [SeatChange(seq, event_count, "took_back", seat, table.holders[seat].name)]
        case log.SettingsChanged(limit=limit, takeover=takeover) if (limit, takeover) != (None, None):
            return [SeatChange(seq, event_count, "new_times", -1)]
        case log.Downtime():
            return [SeatChange(seq, event_count, "downtime", -1)]
    return []


def with_changes(changes: list[SeatChange], new: list[SeatChange]) -> list[SeatChange]:
    """Return the changes with new ones; of too many, without old names and then without the oldest."""
    changes = changes + new
    while len(changes) > _MAX_SEAT_CHANGES:
        del changes[_least_important(changes)]
    return changes


def _least_important(changes: list[SeatChange]) -> int:
    """Return which change to forget: a name that was changed again, so that renaming cannot push out anything else."""
    renamed = [(index, change.seat) for index, change in enumerate(changes) if change.kind == "renamed"]
    latest = {seat: index for index, seat in renamed}
    return next((index for index, seat in renamed if index < latest[seat]), 0)


def _kind_of_sitting(table: "Table", seat: int, guest: str) -> ChangeKind:
    holder = table.holders[seat]
    if not holder.guest:
        return "took_over"
    return "returned" if holder.guest == guest else "moved"
