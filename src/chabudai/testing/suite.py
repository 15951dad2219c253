"""The whole suite: random games for every player count and option, looked at from all sides."""

from collections.abc import Callable, Iterator, Mapping

from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.setups import setups
from chabudai.scene.game import Game
from chabudai.testing.broken import ALONE, Clause
from chabudai.testing.chance_check import check_resolve
from chabudai.testing.condition_check import check_condition
from chabudai.testing.copy_check import Deaf, Twins, check_copies, check_fields
from chabudai.testing.declaration_check import check_declaration
from chabudai.testing.enumeration import Enumeration
from chabudai.testing.event_check import check_events
from chabudai.testing.fit_check import Fit
from chabudai.testing.moments import MOST_STEPS, Moment, Walk
from chabudai.testing.move_check import check_moves
from chabudai.testing.observation_check import check_observation
from chabudai.testing.order_check import check_order
from chabudai.testing.past_check import Past
from chabudai.testing.record_check import check_record
from chabudai.testing.score_check import check_end, check_part, check_standing
from chabudai.testing.secret_check import Secrets
from chabudai.testing.view_check import check_imagined, check_together, check_view
from chabudai.testing.world_check import Variety

_CLOSE_LOOKS = 14
"""In each game, on average; so at every position of a game that is shorter."""
_GLANCES = 250
"""Looks from far, likewise."""
_ENUMERATIONS = 8
"""Looks at all worlds that some of the viewers hold possible, likewise."""
_SOME_VIEWERS = 2
_MOST_POSITIONS = 300
"""More than this are not enumerated."""


def check_game(
    game: Game,
    *,
    games: int = 4,
    seed: int = 1,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> None:
    """Check that a game keeps the contract; raises ContractBroken with the clause, and where it was broken, if not.

    Plays so many random games to the end for every player count (or the given one) and every combination of option
    values (the given ones stay fixed). The same seed plays and looks at the same. More games find rarer faults.
    """
    check_declaration(game)
    fit = Fit()
    for setup in setups(game, players, options):
        _Check(game, setup, seed, fit).run(games)
    fit.judge(f"{game.name}, seed {seed}")


class _Check:
    """The check of one setup. It goes through each game several times, to find simple faults before subtle ones."""

    def __init__(self, game: Game, setup: Setup, seed: int, fit: Fit) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.fit = fit
        self.secrets = Secrets()
        self.variety = Variety()

    def run(self, games: int) -> None:
        """Play and check so many games."""
        for number in range(games):
            end = self._survey(number)
            length = len(end.history)
            self._glance_through(number, length, end.state)
            self.secrets.judge(end.place)
            self._look_through(number, length)
            self.variety.judge(end.place)
            viewers = [*range(self.setup.players), SPECTATOR]
            for i in range(_SOME_VIEWERS):
                self._enumerate_through(number, length, viewers[(_SOME_VIEWERS * number + i) % len(viewers)])

    def _moments(self, number: int) -> Iterator[Moment]:
        return Walk(self.game, self.setup, self.seed, number).moments()

    def _survey(self, number: int) -> Moment:
        """Look only for what the other looks rely on; returns the last position."""
        for moment in self._moments(number):
            check_condition(moment)
            with Clause("a game comes to an end", moment.place) as clause:
                clause.require(len(moment.history) < MOST_STEPS, f"it is not over after {MOST_STEPS} steps")
        return moment

    def _glance_through(self, number: int, length: int, used: State) -> None:
        """Look at positions from far, at all of them if they are not too many; `used` is a state to copy into."""
        past, twins, deaf, part = Past(), Twins(), Deaf(self.setup), 0
        for moment in self._moments(number):
            state = moment.state
            twins.follow(moment)
            deaf.follow(moment)
            check_part(part, state, moment.place)
            if state.over() or state.part > part:
                check_end(moment)
            part = state.part
            chance = moment.rng.below(length)
            if chance >= _GLANCES and not state.over():
                continue
            check_fields(moment)
            copies = check_copies(moment, used)
            past.keep(moment)
            _leaving_as_it_is(
                moment, check_events, check_standing, check_moves, check_order, check_resolve, self.secrets.check
            )
            if state.over() or chance < _CLOSE_LOOKS:
                twins.replace(copies)
                past.check(moment)
            if state.over() or chance == 0:
                check_record(moment)

    def _look_through(self, number: int, length: int) -> None:
        """Look closely at some positions."""
        for moment in self._moments(number):
            if moment.state.over() or moment.rng.below(length) < _CLOSE_LOOKS:
                _leaving_as_it_is(moment, self._check_views, check_observation)

    def _check_views(self, moment: Moment) -> None:
        for viewer in moment.viewers():
            for recall in (True, False):
                view = check_view(moment, viewer, recall)
                check_together(moment, view, check_imagined(moment, view))
                self.variety.check(moment, view)

    def _enumerate_through(self, number: int, length: int, viewer: int) -> None:
        """Compare imagination with enumeration in some positions, until there are too many worlds to enumerate."""
        enumeration = Enumeration(self.game, self.setup, viewer, _MOST_POSITIONS)
        for moment in self._moments(number):
            if moment.history:
                enumeration.take(moment.history[-1])
            if moment.rng.below(length) < _ENUMERATIONS:
                with Clause("the true world is always possible", moment.place):
                    worlds = enumeration.worlds()
                if worlds is None:
                    return
                self.fit.check(moment, viewer, worlds)


def _leaving_as_it_is(moment: Moment, *checks: Callable[[Moment], None]) -> None:
    """Check, and demand each time that nothing the check did has changed the state."""
    before = moment.state.as_json()
    for check in checks:
        check(moment)
        with Clause(ALONE, moment.place) as clause:
            clause.same(moment.state.as_json(), before, "after a check")
