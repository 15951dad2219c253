"""Runs a simulation from a seed."""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from chabudai.server.limits import Limits
from simulation.patches import Secrets, simulated
from simulation.process import ServerProcess
from simulation.slow_disk import DiskFaults
from simulation.store import Disk
from simulation.town import Town
from simulation.virtual_loop import Stuck
from simulation.wait_rules import WaitRules
from simulation.watch import Watch
from simulation.world import Violation, World

_MAX_SECONDS = 40 * 86_400.0
"""Virtual seconds. Shorter than the time after which idle tables are removed."""


_MOVES = 88
"""Acknowledged moves after which the faults stop."""

_MAX_UPTIME = 4000.0
"""Seconds of uptime after which they stop in any case."""

_CALM_SECONDS = 15.0
"""Seconds without faults at the end."""

_COMMITS = (3, 40)
"""A process ends after a random number of commits in this range."""

_DISTURBANCE_SECONDS = 100.0
"""Seconds between two pauses or changes of the clock, on average."""

_CHECK_SECONDS = 5.0
"""Virtual seconds between two checks that nobody waits forever."""


_LIMITS = (
    Limits(),
    Limits(connections_per_guest=3),
    Limits(chat_lines_per_minute=6.0, messages_per_second=4.0, message_burst=15, hints_per_minute=2.0),
    Limits(messages_per_second_per_address=8.0, message_burst_per_address=60, connections_per_address=8),
)
"""The default limits, and some that are reached more often."""


@dataclass(frozen=True)
class Result:
    """What a run was like."""

    seed: int
    counts: Counter[str]
    uptime: float
    """Virtual seconds that the server was up."""
    seconds: float
    """Real seconds of computing."""
    digest: str
    failure: str = ""
    """The story of the run, if something was violated."""


class Simulation:
    """One run."""

    def __init__(self, secrets: Secrets, world: World) -> None:
        self.world = world
        self.secrets = secrets
        self.random: Random = world.random("faults")
        self.disk = Disk()
        self.limits = self.random.choice(_LIMITS)
        self.watch = Watch(world, self.disk, self.limits)
        self.town = Town(world, self.watch)
        self.wait_rules = WaitRules(world, self.watch.attendance)
        self.process: ServerProcess | None = None
        self._processes = 0
        self._paused = False
        self.calm = False
        fails = self.random.choice((0.0, 0.003, 0.01))
        self.disk_faults = DiskFaults(fails, self.random.choice((0.0, 0.003, 0.01)))
        self.stalls = self.random.choice((0.0, 0.01))
        self.dies = self.random.choice((0.0, 0.02))
        self._kill_at = 0
        """The number of commits after which the present process ends."""

    # ---- The server -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start a server process."""
        self._processes += 1
        self.secrets.begin(self.world.random(f"secrets of process {self._processes}"))
        self.process = ServerProcess(
            self.world,
            self.disk,
            self._processes,
            self.limits,
            self.disk_faults,
            stalls=self.stalls,
            dies=self.dies,
        )
        self.process.on_failed = partial(self._stopped, self.process)
        self.process.on_unload = self.watch.attendance.on_unload
        self.town.server_started(self.process)
        self.world.set_up(True)
        self.watch.time_rules.on_start()
        self.watch.limit_rules.on_start()
        self.world.tell("The server starts.")
        self._kill_at = self.watch.commits + self.random.randint(*_COMMITS)
        self.world.after(self.random.expovariate(1 / _DISTURBANCE_SECONDS), self._disturb, self.process)

    def _down(self) -> None:
        self.process = self.town.process = None
        self.world.set_up(False)
        self._paused = False
        roll = self.random.random()
        seconds = self.random.uniform(0.2, 4.0)
        if roll < 0.25:
            seconds = self.random.uniform(5.0, 200.0)
        elif roll < 0.3:
            seconds = self.random.uniform(3600.0, 3 * 86_400.0)
        self.world.tell("The server is down for {:.1f} seconds.", seconds)
        self.world.after(0.1 if self.calm else seconds, self.start)

    def kill(self, process: ServerProcess) -> None:
        """Kill the server, if it is still the same process."""
        if process is not self.process or not process.alive:
            return
        self.world.counts["kills"] += 1
        self.world.tell("The server is killed.")
        self._compare()
        process.kill()
        self._down()
        self._compare()

    def restart(self, process: ServerProcess) -> None:
        """Stop the server cleanly."""
        if process is not self.process or not process.ready:
            return
        self.world.counts["restarts"] += 1
        self.world.tell("The server stops cleanly.")
        process.stop(lambda: self._stopped(process))

    def _stopped(self, process: ServerProcess) -> None:
        if process is self.process and process.alive:
            process.kill()
            self._down()
            self._compare()

    def _compare(self) -> None:
        """Compare the tables in the server with their logs."""
        live = {}
        if self.process is not None and self.process.alive:
            live = {
                table_id: task.table
                for table_id, task in self.process.tables.tasks.items()
                if not task.failed and task._on_disk.is_set()
            }
        self.watch.compare_all(live)

    # ---- Faults -----------------------------------------------------------------------------------------------------

    def _disturb(self, process: ServerProcess) -> None:
        """Pause the process or change the wall clock."""
        if process is not self.process or not process.alive or self.calm:
            return
        self.world.after(self.random.expovariate(1 / _DISTURBANCE_SECONDS), self._disturb, process)
        if self._paused:
            return
        if self.random.random() < 0.5:
            seconds = self.random.choice((0.5, 5.0, 100.0, 1000.0)) * self.random.random()
            self.world.counts["pauses"] += 1
            self.world.tell("The server is paused for {:.1f} seconds.", seconds)
            process.paused_until = self.world.now + seconds
            self._paused = True
            self.watch.time_rules.on_pause()
            self.watch.limit_rules.on_pause()
            self.world.set_up(False)
            self.world.after(seconds, self._resume, process)
        else:
            shift = self.random.choice((1.0, 60.0, 3600.0, 86_400.0)) * self.random.uniform(-1.0, 1.0)
            self.world.counts["clock jumps"] += 1
            self.world.wall_shift += shift
            self.world.tell("The wall clock is moved by {:.0f} seconds.", shift)

    def _resume(self, process: ServerProcess) -> None:
        if process is self.process and self._paused and self.world.now >= process.paused_until:
            self._paused = False
            self.world.set_up(True)

    def _maybe_kill(self) -> None:
        process = self.process
        if process is None or self.calm or self.watch.commits < self._kill_at:
            return
        self._kill_at = self.watch.commits + 1_000_000
        end = self.kill if self.random.random() < 0.9 else self.restart
        self.world.after(self.random.uniform(0.0, 0.03), end, process)

    def _check_waiting(self) -> None:
        """Check now and then that nobody waits forever."""
        if self.process is None:
            self.town.when_up(self._check_waiting)
            return
        self.world.after(_CHECK_SECONDS, self._check_waiting)
        self.wait_rules.check(self.town.people, self.watch.shadows.values())
        self.watch.limit_rules.check(self.process)

    # ---- Running ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until enough has happened, then let everything come to rest."""
        self.start()
        self.town.populate()
        self.world.after(_CHECK_SECONDS, self._check_waiting)
        while self.world.counts["acknowledged moves"] < _MOVES and self.world.uptime < _MAX_UPTIME:
            self.step()
            self._maybe_kill()
        self.calm = True
        end = self.world.uptime + _CALM_SECONDS
        while self.world.uptime < end:
            self.step()
        self.town.calm_down()
        self._compare()
        self._raise_violation()

    def step(self) -> None:
        """Let the next thing happen."""
        world, process = self.world, self.process
        at = world.next_time()
        server_at = process.next_time() if process is not None else None
        if server_at is not None and (at is None or server_at <= at):
            world.now = max(world.now, server_at)
            assert process is not None
            process.step()
        else:
            world.run_next()
        self._raise_violation()
        if world.now > _MAX_SECONDS:
            raise Violation("the run takes too long")

    def _raise_violation(self) -> None:
        if self.world.violation is not None:
            raise self.world.violation


def run_seed(seed: int) -> Result:
    """Run a simulation from a seed."""
    world = World(seed)
    failure = ""
    began = process_time()
    with simulated(world) as secrets:
        simulation = Simulation(secrets, world)
        try:
            simulation.run()
        except (Violation, Stuck) as violation:
            failure = _tell(world, violation)
        finally:
            if simulation.process is not None:
                simulation.process.kill()
    return Result(seed, world.counts, world.uptime, process_time() - began, world.digest.hexdigest(), failure)


def _tell(world: World, violation: Violation | Stuck) -> str:
    about = violation.about if isinstance(violation, Violation) else ""
    lines = [
        f"Seed {world.seed} fails{f' at {about}' if about else ''}: {violation}",
        "",
        *world.story.lines(about),
        "",
        f"To run it again: python -m tests.simulation --seeds {world.seed}",
    ]
    return "\n".join(lines)
