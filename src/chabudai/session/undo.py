"""Takes a choice back; a person who does not play alone needs the consent of the others (`vote`)."""

from chabudai.records.play import CannotTakeBack
from chabudai.session import log
from chabudai.session.refusal import Refused
from chabudai.session.table import Table


def take_back(table: Table, guest: str) -> log.TookBack:
    """Take back a person's last choice, with all later choices and those revealed together with it.

    Skip forced moves that were played automatically: they would be played again immediately.
    """
    table.check_playing()
    seats = table.seats_of(guest)
    if not seats:
        raise Refused("not_seated")
    if guest not in table.people:
        raise Refused("left")
    moves = table.play.moves
    for number in range(len(moves) - 1, -1, -1):
        seat, _ = moves[number]
        if seat not in seats:
            continue
        first_move = table.play.first_simultaneous(number)
        try:
            earlier = table.play.rewound_to(first_move)
        except CannotTakeBack:
            raise Refused("cannot_undo") from None
        if guest in table.manual_guests or len(earlier.state.legal(seat)) > 1:
            return log.TookBack(first_move)
    raise Refused("nothing_to_undo")
