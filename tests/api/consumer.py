"""A program that uses Chabudai as a library; mypy and pyright must accept it."""

from collections.abc import Iterator
from pathlib import Path

import chabudai
from chabudai import Bot, ChabudaiError, Game, Play, Record, Rng, Seeded, State, games


def play_game(game: Game, bots: list[Bot], rng: Rng) -> Play:
    """Play a game between bots."""
    play = Play(game, game.setup(players=len(bots)), Seeded(rng))
    play.settle()
    while not play.state.over():
        for seat, bot in enumerate(bots):
            if play.state.legal(seat):
                view: State = play.state.seen_by(seat, bot.recall)
                play.choose(seat, bot.choose(view))
        play.settle()
    return play


def scores(name: str, seed: int) -> list[int]:
    """Return the scores of a game between random bots, recomputed from its record."""
    game = chabudai.game(name)
    rng = Rng(seed)
    bots = [chabudai.bot("random", game, rng) for _ in range(max(game.players))]
    record: Record = chabudai.read_record(play_game(game, bots, rng).record(seed=seed).as_line())
    return chabudai.replay(record).state.scores()


def winners(path: Path) -> Iterator[list[int]]:
    """Yield the winners of each finished game in a file."""
    for record in chabudai.read_records(path):
        result: chabudai.Result | None = record.result
        if result is not None:
            yield result.winners


def advice(state: State, game: Game, seat: int) -> str:
    """Return a seat's best move in words, based on what the seat knows."""
    hint: chabudai.Hint = chabudai.hint(game, state.seen_by(seat, recall=True), simulations=200)
    return hint.choices[0].words


def describe(error: ChabudaiError) -> str:
    """Describe an error, with the version and the build."""
    compiled: bool = chabudai.COMPILED
    return f"{chabudai.__version__} {'compiled' if compiled else 'plain'}: {error}"


def titles() -> dict[str, str]:
    """Return the titles of all installed games by name."""
    found: dict[str, Game] = games()
    return {name: game.title for name, game in found.items()}
