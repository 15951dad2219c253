"""A process that thinks: answers questions, one JSON line each, until its input ends."""

import sys
from functools import lru_cache

import msgspec

import chabudai
from chabudai.bots import registry
from chabudai.bots.hint import hint
from chabudai.bots.review import SIMULATIONS, review
from chabudai.games.registry import game as find_game
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.records.record import read_record
from chabudai.server.bot_pool.pool import Answer, Question

_LOOKS = SIMULATIONS if chabudai.COMPILED else SIMULATIONS // 40
"""Playouts for each move in a review: somebody waits for it, also where the rules run as plain Python."""


def answer(question: Question) -> Answer:
    """What there is to say to a question."""
    if question.do == "review":
        return Answer(review=review(read_record(question.record.encode()), simulations=_LOOKS))
    game = find_game(question.game)
    view = _view(question)
    if question.do == "hint":
        return Answer(hint=hint(game, view, seed=question.seed, seconds=question.seconds))
    bot = registry.bot(question.bot, game, Rng(question.seed), seconds=question.seconds)
    return Answer(action=bot.choose(view.seen_by(view.viewer, bot.recall)))


def _view(question: Question) -> State:
    game = find_game(question.game)
    setup = _setup(game.name, question.players, msgspec.json.encode([question.options, question.data]))
    return game.state_from_json(setup, question.view)


@lru_cache(maxsize=32)
def _setup(game: str, players: int, options_and_data: bytes) -> Setup:
    options, data = msgspec.json.decode(options_and_data)
    return find_game(game).setup(players, options, data)


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin.buffer:
        try:
            said = answer(msgspec.json.decode(line, type=Question))
        except Exception as error:  # whatever it is, the server is told, and goes on without this answer
            said = Answer(error=f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
