"""What a game's knowledge and advice say about a position, for the tests of all games."""

from collections.abc import Callable

from chabudai.kernel.bits import lowest, members
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.testing.table import StackedTable


def knowledge_of(game: Game) -> Knowledge:
    """Return the game's knowledge."""
    assert game.knowledge is not None
    return game.knowledge


def ranked(game: Game, table: StackedTable) -> list[str]:
    """Return the legal moves, best first."""
    state, seat = table.state, lowest(table.state.waiting)
    weights = [0.0] * CHOICES
    knowledge_of(game).prior(state, seat, weights)
    return [
        game.actions[action] for action in sorted(state.legal(seat), key=lambda action: -weights[action - state.first])
    ]


def senseless(game: Game, table: StackedTable) -> list[str]:
    """Return the legal moves that the knowledge calls senseless."""
    state = table.state
    return [
        game.actions[action]
        for action in members(knowledge_of(game).senseless(state, lowest(state.waiting)), state.first)
    ]


def messages(game: Game, view: State, action: int) -> list[Message]:
    """Return everything that the advice says for or against a choice of the viewer, most important first."""
    return [message for aspect in game.aspects(view, action) for message in (aspect.pro, aspect.con) if message]


def advised(game: Game, table: StackedTable, move: str) -> str:
    """Return the id of the most important advice on a move; empty if there is none."""
    view = table.state.seen_by(lowest(table.state.waiting), recall=False)
    return next((message.id for message in messages(game, view, game.action(move))), "")


def preferred(game: Game, table: StackedTable, move: str, other: str) -> list[str]:
    """Return what speaks for and against a move compared with another: `+` or `-`, and the id of the message."""
    view = table.state.seen_by(lowest(table.state.waiting), recall=False)
    advice = game.compare(view, game.action(move), game.action(other))
    return [f"{'+' if reason.sign == 'for' else '-'}{reason.message.id}" for reason in advice]


def knowledge_win_share(game: Game, players: int, games: int) -> float:
    """Return the win share of one seat that plays by knowledge against seats that play at random."""
    rng = Rng(seed=6)
    share = 0.0
    for number in range(games):
        state = game.setup(players).start()
        while not state.over():
            if state.due >= 0:
                state.resolve(rng)
                continue
            seat = lowest(state.waiting)
            informed = seat == number % players
            choice = knowledge_of(game).rollout(state, seat, rng) if informed else rng.member(state.choices(seat))
            state.commit(seat, state.first + choice)
        share += state.utility(number % players)
    return share / games


def likelier_truths(game: Game, options: dict[str, object], when: Callable[[State], bool]) -> float:
    """Return the share of imagined worlds that are less likely than the truth, of those not equally likely.

    Knowledge plays games to the end of the first part. Worlds are imagined at each choice where `when` holds.
    """
    rng = Rng(seed=8)
    likelier = compared = 0
    for _ in range(12):
        state = game.setup(4, options).start()
        while state.part == 0:
            if state.due >= 0:
                state.resolve(rng)
                continue
            seat = lowest(state.waiting)
            if when(state):
                view = state.seen_by(seat, recall=True)
                truth = knowledge_of(game).likelihood(state, seat)
                worlds = [knowledge_of(game).likelihood(view.imagine(rng), seat) for _ in range(6)]
                likelier += sum(truth > world for world in worlds)
                compared += sum(truth != world for world in worlds)
            state.commit(seat, state.first + knowledge_of(game).rollout(state, seat, rng))
    assert compared > 150
    return likelier / compared
