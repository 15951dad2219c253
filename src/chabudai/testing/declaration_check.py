"""What a game declares: words that lead back to the numbers behind them."""

from chabudai.scene.game import Game
from chabudai.testing.broken import Clause

MOST_OUTCOMES = 62


def check_declaration(game: Game) -> None:
    """Every action, outcome and value of an event can be told apart by its words."""
    with Clause("every action has words of its own, which lead back to its number", game.name) as clause:
        for number, words in enumerate(game.actions):
            clause.require(game.action(words) == number, f"{words!r} is action {number} and {game.action(words)}")
    with Clause("every chance event has a name of its own, and each of its outcomes a word", game.name) as clause:
        names = [chance.name for chance in game.chances]
        clause.require(len(set(names)) == len(names), f"the names are {', '.join(names)}")
        for chance in game.chances:
            outcomes = chance.outcomes
            clause.require(len(set(outcomes)) == len(outcomes), f"{chance.name}: two outcomes share a word")
            clause.require(0 < len(outcomes) <= MOST_OUTCOMES, f"{chance.name}: {len(outcomes)} outcomes")
    with Clause("every event is read by vocabularies that the game has", game.name) as clause:
        for name, readers in game.events.items():
            for reader in readers:
                clause.require(reader is None or reader in game.vocabulary, f"{name}: no vocabulary {reader!r}")
