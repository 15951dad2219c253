"""Replays records and checks them against the rules. Errors name the place in the record and the reason."""

from collections.abc import Iterator

from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Chance, Scripted, ScriptEntry, Word
from chabudai.kernel.errors import BadChance, BadRecord, ChabudaiError
from chabudai.kernel.message import Message
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.scene.game import Game


def replay(record: Record, game: Game | None = None) -> Play:
    """Return the game of a record, played to the end of the record. Raise BadRecord if it breaks the rules."""
    for play in replay_steps(record, game):
        pass
    return play


def replay_steps(record: Record, game: Game | None = None, *, closely: bool = False) -> Iterator[Play]:
    """Yield the game of a record before the first move, after each move, and after the final check.

    It is always the same object, and recorded outcomes of chance events that are due have been carried out. If
    `closely`, also yield it after each outcome, and after each move before the outcomes that follow.
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
    _check_end(play, script, record)
    yield play


def begin(record: Record, game: Game | None = None) -> tuple[Play, Scripted]:
    """Return the game of a record before anything has happened, and the script of its chance."""
    try:
        game = game or find_game(record.game)
        missing = [option.name for option in game.options if option.name not in record.options]
        if missing:
            text = f"options: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            raise BadRecord(text, problem=Message("options_missing", {"game": game.name, "options": " ".join(missing)}))
        setup = game.setup(record.players, record.options, record.data)
    except BadRecord:
        raise
    except ChabudaiError as error:
        raise BadRecord(str(error), problem=error.problem or Message("card_data")) from error
    entries = [_entry(game.chances, place, entry.what, entry.result) for place, entry in enumerate(record.chance)]
    script = Scripted(game.chances, entries)
    return Play(game, setup, script), script


def _entry(chances: tuple[Chance, ...], place: int, what: str, result: list[Word]) -> ScriptEntry:
    for number, chance in enumerate(chances):
        if chance.name == what:
            outcomes = []
            for word in result:
                if word not in chance.outcomes:
                    problem = Message("outcome", {"number": place + 1, "what": what, "outcome": str(word)})
                    raise BadRecord(f"chance {place} ({what}): there is no outcome {word!r}", problem=problem)
                outcomes.append(chance.outcomes.index(word))
            return ScriptEntry(number, outcomes)
    names = ", ".join(chance.name for chance in chances)
    problem = Message("no_such_chance", {"number": place + 1, "what": what, "known": names})
    raise BadRecord(
        f"chance {place}: the game has no chance event {what!r}; its chance events are: {names}", problem=problem
    )


def _settle(play: Play, script: Scripted, when: str) -> Iterator[None]:
    """Carry out the recorded chance outcomes that are due, one by one."""
    try:
        while play.state.due >= 0 and script.has_next(play.state):
            play.settle_one()
            yield
    except BadChance as error:
        raise BadRecord(f"chance {when}: {error}", problem=Message("chance")) from error


def _move(play: Play, number: int, seat: int, text: str) -> None:
    if play.state.due >= 0:
        what = play.game.chances[play.state.due].name
        raise BadRecord(
            f"move {number}: a chance event comes first, but the record has no outcome {play.state.drawn()} of {what}",
            problem=Message("chance_missing", {"number": number + 1, "what": what}),
        )
    try:
        play.choose_words(seat, text)
    except ChabudaiError as error:
        problem = Message("move", {"game": play.game.name, "number": number + 1, "seat": seat + 1, "move": text})
        raise BadRecord(f"move {number}: {error}", problem=problem) from error


def _check_end(play: Play, script: Scripted, record: Record) -> None:
    """Check after the last move that the record has the right chance entries and result."""
    state = play.state
    unused = script.unused()
    if unused is not None:
        raise BadRecord(f"chance: the record has a {unused} that the game does not reach", problem=Message("chance"))
    if state.over() and script.cut_short is not None:
        raise BadRecord(
            f"chance: a {script.cut_short} lacks the outcomes that were never drawn", problem=Message("chance")
        )
    for number, chance in enumerate(play.game.chances):
        remaining = script.remaining(number)
        if remaining and not state.over():
            raise BadRecord(
                f"chance: {chance.name} has outcomes that have not been drawn yet ({len(remaining)})",
                problem=Message("chance"),
            )
        if remaining is not None and state.over() and sorted(remaining) != sorted(state.undrawn(number)):
            undrawn = len(state.undrawn(number))
            raise BadRecord(
                f"chance: {chance.name} must end with the outcomes that were never drawn ({undrawn})"
                if undrawn
                else f"chance: {chance.name} has too many outcomes (by {len(remaining)})",
                problem=Message("chance"),
            )
    order = [entry.what for entry in play.record().chance]
    if [entry.what for entry in record.chance] != order:
        raise BadRecord(f"chance: the order must be {', '.join(order)}", problem=Message("chance"))
    if not state.over():
        if record.result is not None:
            moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
            problem = Message("not_over", {"moves": len(record.moves)})
            raise BadRecord(f"the record has a result, but the game is not over after {moves}", problem=problem)
        return
    if record.result is None:
        raise BadRecord("the game is over, but the record has no result", problem=Message("no_result"))
    if record.result.scores != state.scores():
        scores = "–".join(str(score) for score in state.scores())
        problem = Message("scores", {"scores": scores})
        raise BadRecord(f"result: the scores are {state.scores()}, not {record.result.scores}", problem=problem)
    if record.result.winners != members(state.winners()):
        winners = members(state.winners())
        problem = Message("winners", {"winners": ", ".join(str(seat + 1) for seat in winners)})
        raise BadRecord(f"result: the winners are {winners}, not {record.result.winners}", problem=problem)
