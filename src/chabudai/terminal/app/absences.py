"""Says which players are not there, and when a bot steps in for them."""

from collections.abc import Sequence

from chabudai.session.notes import SeatNote
from chabudai.terminal.app.screen_words import ScreenWords


def absence_texts(seats: Sequence[SeatNote], now: float, words: ScreenWords) -> dict[int, str]:
    """Return what to show at the seats whose players are not there, by seat. `now` is the time at the table."""
    texts = {seat: _absence(note, now, words) for seat, note in enumerate(seats)}
    return {seat: text for seat, text in texts.items() if text}


def _absence(note: SeatNote, now: float, words: ScreenWords) -> str:
    """Return what to show at a seat; "" if its player is there."""
    if note.kind != "person" or (note.here and not note.left):
        return ""
    if note.stand_in or (note.takeover_at is not None and note.takeover_at <= now):
        return words("seat.left_bot" if note.left else "seat.away_bot")
    if note.takeover_at is not None:
        return words("seat.away_until", time=_clock_text(note.takeover_at - now))
    return words("seat.left" if note.left else "seat.away")


def _clock_text(seconds: float) -> str:
    """Return a time such as 1:05 or 2:00:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
