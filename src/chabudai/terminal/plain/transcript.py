"""Writes a record as a transcript: its events line by line, in sentences with the names of the players."""

from collections.abc import Iterator

from chabudai.kernel.bits import members
from chabudai.kernel.state import SPECTATOR
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.builder import People, action_text, log_line
from chabudai.scene.words import Verbatim, title, words
from chabudai.session.replay import names_of
from chabudai.terminal.plain.plain_words import plain_words


def transcript_lines(line: bytes, record: Record, language: str) -> Iterator[str]:
    """Yield a line for each event, and for each move that causes none.

    The first line of a move begins with its number, counted from 0 as in the record. Everything is told, also what
    players did not see. Raise BadRecord like `replay`.
    """
    events = moves = 0
    people: People | None = None
    for play in replay_steps(record):
        if people is None:
            people = People(words(play.game, language), SPECTATOR, names_of(line, play.game, record.players, language))
        number = ""
        if len(play.moves) > moves:
            number = str(len(play.moves) - 1)
            if len(play.events) == events:
                seat, action = play.moves[-1]
                text = action_text(play.game.actions[action], people.words)
                yield f"{number:>5}  {entry(people.name(seat).text, text, language)}"
        for event in play.events[events:]:
            yield f"{number:>5}  {log_line(play.game, event, people).text}"
            number = ""
        events, moves = len(play.events), len(play.moves)


def entry(title: str, text: str, language: str) -> str:
    """Return a text after its title."""
    return plain_words(language)("plain.entry", title=title, text=text)


def record_title(play: Play, language: str) -> str:
    """Return the game and the number of players."""
    say = plain_words(language)
    return say("transcript.title", title=title(play.game, language), players=play.state.setup.players)


def result_line(line: bytes, play: Play, language: str) -> str:
    """Return the number of moves and the result in one line."""
    say, game_words = plain_words(language), words(play.game, language)
    moves = say("transcript.one_move" if len(play.moves) == 1 else "transcript.moves", moves=len(play.moves))
    state = play.state
    if not state.over():
        return say("transcript.not_over", moves=moves)
    names = names_of(line, play.game, state.setup.players, language)
    scores = [say("plain.total", name=name, score=score) for name, score in zip(names, state.scores(), strict=True)]
    winners = members(state.winners())
    won = game_words.text(
        "standing",
        "won_together" if len(winners) > 1 else "won_alone",
        names=game_words.list([Verbatim(names[seat]) for seat in winners]),
    )
    return say("transcript.over", moves=moves, scores=say.listed(scores), won=won)
