"""A program of somebody who uses Chabudai as a library: both type checkers must accept it as it stands."""

from collections.abc import Iterator
from pathlib import Path

import chabudai
from chabudai import Bot, ChabudaiError, Game, Play, Record, Rng, Seeded, State, games


def played(game: Game, bots: list[Bot], rng: Rng) -> Play:
    """A game among bots, to its end."""
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
    """The scores of a game among random bots, counted again from its record."""
    game = chabudai.game(name)
    rng = Rng(seed)
    bots = [chabudai.bot("random", game, rng) for _ in range(max(game.players))]
    record: Record = chabudai.read_record(played(game, bots, rng).record(seed=seed).as_line())
    return chabudai.replay(record).state.scores()


def winners(path: Path) -> Iterator[list[int]]:
    """The winners of all finished games of a file."""
    for record in chabudai.read_records(path):
        result: chabudai.Result | None = record.result
        if result is not None:
            yield result.winners


def advice(state: State, game: Game, seat: int) -> str:
    """The best move of a seat in words, by what the seat knows."""
    hint: chabudai.Hint = chabudai.hint(game, state.seen_by(seat, recall=True), simulations=200)
    return hint.choices[0].words


def reason(error: ChabudaiError) -> str:
    """What was wrong."""
    compiled: bool = chabudai.COMPILED
    return f"{chabudai.__version__} {'compiled' if compiled else 'plain'}: {error}"


def titles() -> dict[str, str]:
    """The titles of all installed games by name."""
    found: dict[str, Game] = games()
    return {name: game.title for name, game in found.items()}
