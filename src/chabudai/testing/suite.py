"""The conformance suite: runs all checks on random games with every player count and many combinations of options."""

from collections.abc import Callable, Iterator, Mapping

from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.setups import setups
from chabudai.scene.game import Game
from chabudai.testing.chance_check import check_resolve
from chabudai.testing.condition_check import check_condition
from chabudai.testing.contract import NO_SIDE_EFFECTS, Clause
from chabudai.testing.copy_check import EventlessGame, FollowingCopies, check_copies, check_fields
from chabudai.testing.declaration_check import check_declaration
from chabudai.testing.distribution_check import DistributionCheck
from chabudai.testing.enumeration import Enumeration
from chabudai.testing.event_check import check_events
from chabudai.testing.move_check import check_moves
from chabudai.testing.observation_check import check_observation
from chabudai.testing.order_check import check_order
from chabudai.testing.past_check import PastStates
from chabudai.testing.random_game import MAX_STEPS, Checkpoint, RandomGame
from chabudai.testing.record_check import check_record
from chabudai.testing.score_check import check_end, check_part, check_standing
from chabudai.testing.secret_check import SecretCheck
from chabudai.testing.view_check import TRUE_WORLD, check_imagined, check_parallel_play, check_view
from chabudai.testing.world_check import WorldVariety

# Average number of positions per game for each kind of check. In a shorter game, all positions are checked.
_PLAY_CHECKS = 250
_VIEW_CHECKS = 14
_ENUMERATIONS = 8

_VIEWERS_PER_GAME = 2
"""Number of viewers whose possible worlds are enumerated in one game; the next game takes the next viewers."""
_MAX_POSITIONS = 300
"""Enumeration stops if it would have to keep track of more positions than this."""


def check_game(
    game: Game,
    *,
    games: int = 4,
    seed: int = 1,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> None:
    """Check that a game keeps its contract; raise ContractBroken if not.

    Play this many random games to the end with every player count (or only `players`) and every combination of option
    values (those in `options` stay fixed; of a range, only the ends and the default). If there are more than 24
    combinations, use only those that change at most one option, and the last. The same seed always makes the same
    checks. More games find rarer faults.
    """
    check_declaration(game)
    distribution = DistributionCheck()
    for setup in setups(game, players, options):
        _SetupCheck(game, setup, seed, distribution).run(games)
    distribution.finish(f"{game.name}, seed {seed}")


class _SetupCheck:
    """The checks of one setup. They play each game several times, to find simple faults before subtle ones."""

    def __init__(self, game: Game, setup: Setup, seed: int, distribution: DistributionCheck) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.distribution = distribution
        self.secrets = SecretCheck()
        self.variety = WorldVariety()

    def run(self, games: int) -> None:
        """Play and check this many games."""
        for number in range(games):
            end = self._check_conditions(number)
            length = len(end.history)
            self._check_play(number, length, end.state)
            self.secrets.finish_game(end.location)
            self._check_all_views(number, length)
            self.variety.finish_game(end.location)
            viewers = [*range(self.setup.players), SPECTATOR]
            for i in range(_VIEWERS_PER_GAME):
                viewer = viewers[(_VIEWERS_PER_GAME * number + i) % len(viewers)]
                self._check_distribution(number, length, viewer)

    def _checkpoints(self, number: int) -> Iterator[Checkpoint]:
        return RandomGame(self.game, self.setup, self.seed, number).checkpoints()

    def _check_conditions(self, number: int) -> Checkpoint:
        """Check what all other checks rely on, and return the last position."""
        for checkpoint in self._checkpoints(number):
            check_condition(checkpoint)
            with Clause("a game must end", checkpoint.location) as clause:
                clause.require(len(checkpoint.history) < MAX_STEPS, f"it is not over after {MAX_STEPS} steps")
        return checkpoint

    def _check_play(self, number: int, length: int, scratch: State) -> None:
        """Check copies, moves, chance, events, scores and records. `scratch` is a used state to copy into."""
        past, copies, eventless, part = PastStates(), FollowingCopies(), EventlessGame(self.setup), 0
        for checkpoint in self._checkpoints(number):
            state = checkpoint.state
            copies.follow(checkpoint)
            eventless.follow(checkpoint)
            check_part(part, state, checkpoint.location)
            if state.over() or state.part > part:
                check_end(checkpoint)
            part = state.part
            random_number = checkpoint.rng.below(length)
            if random_number >= _PLAY_CHECKS and not state.over():
                continue
            check_fields(checkpoint)
            new_copies = check_copies(checkpoint, scratch)
            past.keep(checkpoint)
            _run_without_side_effects(
                checkpoint, check_events, check_standing, check_moves, check_order, check_resolve, self.secrets.check
            )
            if state.over() or random_number < _VIEW_CHECKS:
                copies.replace(new_copies)
                past.check(checkpoint)
            if state.over() or random_number == 0:
                check_record(checkpoint)

    def _check_all_views(self, number: int, length: int) -> None:
        """Check views, imagined worlds and observations in some positions."""
        for checkpoint in self._checkpoints(number):
            if checkpoint.state.over() or checkpoint.rng.below(length) < _VIEW_CHECKS:
                _run_without_side_effects(checkpoint, self._check_views, check_observation)

    def _check_views(self, checkpoint: Checkpoint) -> None:
        for viewer in checkpoint.viewers():
            for recall in (True, False):
                view = check_view(checkpoint, viewer, recall)
                check_parallel_play(checkpoint, view, check_imagined(checkpoint, view))
                self.variety.check(checkpoint, view)

    def _check_distribution(self, number: int, length: int, viewer: int) -> None:
        """Compare imagined with enumerated worlds in some positions, until there are too many to enumerate."""
        enumeration = Enumeration(self.game, self.setup, viewer, _MAX_POSITIONS)
        for checkpoint in self._checkpoints(number):
            if checkpoint.history:
                enumeration.take(checkpoint.history[-1])
            if checkpoint.rng.below(length) < _ENUMERATIONS:
                with Clause(TRUE_WORLD, checkpoint.location):
                    worlds = enumeration.worlds()
                if worlds is None:
                    return
                self.distribution.check(checkpoint, viewer, worlds)


def _run_without_side_effects(checkpoint: Checkpoint, *checks: Callable[[Checkpoint], None]) -> None:
    """Run the checks, and require after each that the state has not changed."""
    before = checkpoint.state.as_json()
    for check in checks:
        check(checkpoint)
        with Clause(NO_SIDE_EFFECTS, checkpoint.location) as clause:
            clause.require_equal(checkpoint.state.as_json(), before, "after a check")
