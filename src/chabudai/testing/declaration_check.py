"""Checks what a game declares: the words of actions, outcomes and events."""

from chabudai.scene.game import Game
from chabudai.testing.contract import Clause

MAX_OUTCOMES = 62


def check_declaration(game: Game) -> None:
    """Check that the words of actions and outcomes are unique, and that events use declared vocabularies."""
    with Clause("every action must have unique words", game.name) as clause:
        for number, words in enumerate(game.actions):
            clause.require(
                game.action(words) == number, f"{words!r} stands for both action {game.action(words)} and {number}"
            )
    with Clause("every chance event must have a unique name, and unique words for its outcomes", game.name) as clause:
        names = [chance.name for chance in game.chances]
        clause.require(len(set(names)) == len(names), f"the names are {', '.join(names)}")
        for chance in game.chances:
            outcomes = chance.outcomes
            clause.require(len(set(outcomes)) == len(outcomes), f"{chance.name}: two outcomes have the same word")
            clause.require(
                0 < len(outcomes) <= MAX_OUTCOMES,
                f"{chance.name} has {len(outcomes)} outcomes; allowed are 1 to {MAX_OUTCOMES}",
            )
    with Clause("events must use vocabularies that the game declares", game.name) as clause:
        for name, vocabularies in game.events.items():
            for vocabulary in vocabularies:
                clause.require(
                    vocabulary is None or vocabulary in game.vocabulary,
                    f"{name}: there is no vocabulary {vocabulary!r}",
                )
