"""Replays a record by the rules, and judges it: refused with the place and the reason, or shown to be right."""

from collections.abc import Iterator

from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Chance, Entry, Scripted, Word
from chabudai.kernel.errors import BadChance, BadRecord, ChabudaiError
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.scene.game import Game


def replay(record: Record, game: Game | None = None) -> Play:
    """The game of the record, played to where the record ends; raises BadRecord where it breaks the rules."""
    for play in replay_steps(record, game):
        pass
    return play


def replay_steps(record: Record, game: Game | None = None, *, closely: bool = False) -> Iterator[Play]:
    """The game of the record after its first chance, after each move and the chance it brings, and once judged.

    Looked at `closely`, also after each move before its chance, and after each outcome.
    """
    play, script = begin(record, game)
    for _ in _settle(play, script, "before the first move"):
        if closely:
            yield play
    yield play
    for number, (seat, text) in enumerate(record.moves):
        _move(play, number, seat, text)
        if closely:
            yield play
        for _ in _settle(play, script, f"after move {number}"):
            if closely:
                yield play
        yield play
    _judge(play, script, record)
    yield play


def begin(record: Record, game: Game | None = None) -> tuple[Play, Scripted]:
    """The game of the record before anything has happened, and the chance that is to come in it."""
    try:
        game = game or find_game(record.game)
        missing = [option.name for option in game.options if option.name not in record.options]
        if missing:
            raise BadRecord(f"options: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
        setup = game.setup(record.players, record.options, record.data)
    except BadRecord:
        raise
    except ChabudaiError as error:
        raise BadRecord(str(error)) from error
    entries = [_entry(game.chances, place, entry.what, entry.result) for place, entry in enumerate(record.chance)]
    script = Scripted(game.chances, entries)
    return Play(game, setup, script), script


def _entry(chances: tuple[Chance, ...], place: int, what: str, result: list[Word]) -> Entry:
    for event, chance in enumerate(chances):
        if chance.name == what:
            outcomes = []
            for word in result:
                if word not in chance.outcomes:
                    raise BadRecord(f"chance {place} ({what}): there is no {word!r}")
                outcomes.append(chance.outcomes.index(word))
            return Entry(event, outcomes)
    names = ", ".join(chance.name for chance in chances)
    raise BadRecord(f"chance {place}: there is no {what!r} in this game; there are {names}")


def _settle(play: Play, script: Scripted, when: str) -> Iterator[None]:
    """Let the chance of the record come as far as it goes, outcome by outcome."""
    try:
        while play.state.due >= 0 and script.has_next(play.state):
            play.settle_one()
            yield
    except BadChance as error:
        raise BadRecord(f"chance {when}: {error}") from error


def _move(play: Play, number: int, seat: int, text: str) -> None:
    if play.state.due >= 0:
        what = play.game.chances[play.state.due].name
        raise BadRecord(
            f"move {number}: chance comes first, and the record has no outcome {play.state.drawn()} of {what}"
        )
    try:
        play.choose_words(seat, text)
    except ChabudaiError as error:
        raise BadRecord(f"move {number}: {error}") from error


def _judge(play: Play, script: Scripted, record: Record) -> None:
    state = play.state
    unused = script.unused()
    if unused is not None:
        raise BadRecord(f"chance: the record has a {unused} that the game does not come to")
    if state.over() and script.cut_short is not None:
        raise BadRecord(f"chance: a {script.cut_short} does not hold the outcomes that never came")
    for event, chance in enumerate(play.game.chances):
        rest = script.rest(event)
        if rest and not state.over():
            raise BadRecord(f"chance: {chance.name} holds {len(rest)} outcomes from the future")
        if rest is not None and state.over() and sorted(rest) != sorted(state.undrawn(event)):
            never_came = len(state.undrawn(event))
            raise BadRecord(
                f"chance: {chance.name} must end with the {never_came} outcomes that never came"
                if never_came
                else f"chance: too many outcomes of {chance.name} (by {len(rest)})"
            )
    began = [entry.what for entry in play.record().chance]
    if [entry.what for entry in record.chance] != began:
        raise BadRecord(f"chance: it came in the order {', '.join(began)}")
    if not state.over():
        if record.result is not None:
            raise BadRecord(f"the record has a result, but the game is not over after {len(record.moves)} moves")
        return
    if record.result is None:
        raise BadRecord("the game is over, but the record has no result")
    if record.result.scores != state.scores():
        raise BadRecord(f"result: the scores are {state.scores()}, not {record.result.scores}")
    if record.result.winners != members(state.winners()):
        raise BadRecord(f"result: the winners are {members(state.winners())}, not {record.result.winners}")
