"""Simulated people: they play legal moves, and do everything else that people at a table do."""

from collections.abc import Callable
from random import Random
from typing import Any

from simulation.client import Client, Command, Surroundings
from simulation.frames import Frame, legal_actions

_THINKING = 0.5
"""Seconds that somebody thinks about a move, on average."""

_PAUSE = 25.0
"""Seconds between two ideas of a person, on average."""

Ideas = dict[Callable[[], None], float]
"""What somebody may do, each with its weight."""


class Person(Client):
    """Somebody at a table."""

    def __init__(self, around: Surroundings, name: str, random: Random) -> None:
        # Some people share an address, as those of one household do.
        address = "10.0.9.1" if random.random() < 0.4 else f"10.0.{random.randrange(3)}.{random.randrange(1, 250)}"
        form = "html" if random.random() < 0.06 else "json"
        super().__init__(around, name, random.choice(("en", "en", "ja")), address, form)
        self.chance = random
        self.ready = False
        """Whether they have a cookie."""
        self.active = True
        self.spare: Person | None = None
        """Another device of the same person, if any."""
        self._planned = -1
        """The update for which a reaction is planned."""
        self._absent_minded = random.random() < 0.08
        self.world.after(self._idea_time(), self._have_idea)

    def enter(self) -> None:
        """Get a cookie and a name."""

        def entered(status: int, answer: Any) -> None:
            self.world.expect(status == 200, f"{self.name} cannot enter: {status} {answer}")
            self.around.entered(self)
            self.ready = True
            self.begin()

        self.call("POST", "/me", {"name": self.name}, entered)

    def begin(self) -> None:
        """Do the first thing."""

    # ---- Reactions --------------------------------------------------------------------------------------------------

    def on_update(self, frame: Frame) -> None:
        if frame.turn or frame.moment or frame.curtain or frame.ask:
            self._plan(frame)

    def _plan(self, frame: Frame) -> None:
        if self._planned == frame.seq and not frame.ask and not frame.curtain:
            return
        self._planned = frame.seq
        delay = self.chance.expovariate(1 / _THINKING)
        if self.chance.random() < (0.2 if self._absent_minded else 0.01):
            delay = self.chance.uniform(5.0, 70.0)
        self.world.after(delay, self._react)

    def _react(self) -> None:
        frame = self.current
        if frame is None or not self.active:
            return
        if frame.ask is not None and not self._waits_for("agree"):
            vote = {"vote": frame.ask.vote} if self.chance.random() < 0.9 else {}
            answer = self.send("agree", yes=self.chance.random() < 0.85, **vote)
            if answer is not None:
                answer.answers = frame.ask
        if frame.moment and not self._waits_for("seen") and self.chance.random() < 0.8:
            self.send("seen", seq=frame.seq)
        elif frame.curtain is not None and not self._waits_for("reveal"):
            self.send("reveal", seat=frame.curtain.seat)
        elif frame.turn:
            self.choose(frame)
        if frame.moment and frame.turn:
            self.world.after(self.chance.uniform(0.2, 2.0), self._choose_later)

    def _waits_for(self, do: str) -> bool:
        return any(command.do == do for command in self.unanswered.values())

    def _choose_later(self) -> None:
        if self.current is not None and self.current.turn:
            self.choose(self.current)

    def choose(self, frame: Frame) -> None:
        """Make a legal move."""
        if self._waits_for("choose"):
            return
        # A page draws its choices; the simulation does not read pages.
        scene = bytes(frame.scene) if frame.t == "scene" else self.around.scene_of(self)
        actions = legal_actions(scene)
        if actions:
            based_on = {"seq": frame.seq} if self.chance.random() < 0.8 else {}
            self.send("choose", action=self.chance.choice(actions), **based_on)

    def on_reply(self, command: Command, frame: Frame) -> None:
        current = self.current
        has_left = frame.t == "refused" and command.do == "choose"
        if command.do in ("choose", "reveal", "seen") and current is not None and not has_left:
            self._planned = -1
            self.on_update(current)

    # ---- Ideas ------------------------------------------------------------------------------------------------------

    def _idea_time(self) -> float:
        return self.chance.expovariate(1 / _PAUSE)

    def _have_idea(self) -> None:
        if self.around.process is None:
            self.around.when_up(self._have_idea)
            return
        self.world.after(self._idea_time(), self._have_idea)
        if self.active and self.current is not None:
            ideas = self.ideas(self.current)
            self.chance.choices(list(ideas), list(ideas.values()))[0]()
            # In case something was refused or forgotten.
            if self.current is not None:
                self._planned = -1
                self.on_update(self.current)

    def ideas(self, frame: Frame) -> Ideas:
        """Return what this person may do now."""
        ideas: Ideas = {
            self.chat: 1.5,
            self.lose_connection: 1.5,
            self.go_away: 0.7,
            self.read_nothing: 0.3,
            self.open_second_connection: 0.3,
            self.look_around: 0.2,
            self.flood: 0.03,
            self.sit_anywhere: 0.1,
        }
        if frame.mine and frame.status == "playing":
            ideas |= {
                self.undo: 1.2,
                self.leave: 1.0,
                self.transfer: 1.5,
                self.remove_somebody: 0.3,
                self.report_somebody: 0.1,
                self.set_forced: 0.2,
                self.change_name: 0.3,
                self.ask_for_hint: 0.3,
            }
        elif not frame.mine and frame.status in ("open", "playing"):
            ideas[self.ask_for_seat] = 6.0
        return ideas

    def chat(self) -> None:
        """Say something, sometimes twice with the same id."""
        text = self.chance.choice(("Hello", "やった！", "Your turn", "<b>?</b>", ""))
        command = self.send("chat", text=text) if text else self.send("chat", reaction="nice")
        if command is not None and self.chance.random() < 0.3:
            self.resend(command)

    def flood(self) -> None:
        """Send far too much."""
        for _ in range(60):
            self.send("chat", text="!")

    def look_around(self) -> None:
        """Look at the lobby or at the page of the table."""
        path = self.chance.choice(("/", "/mine", f"/table/{self.table}"))
        self.call("GET", path, None, self._looked)

    def _looked(self, status: int, answer: Any) -> None:
        self.world.expect(status in (200, 403, 404, 409, 410), f"{self.name} sees a page with status {status}")

    # ---- The connection ---------------------------------------------------------------------------------------------

    def lose_connection(self) -> None:
        """Lose the connection, and reconnect."""
        if self.link is not None:
            silently = self.chance.random() < 0.4
            self.world.tell("{} loses the connection{}.", self.name, ", unnoticed by the server" if silently else "")
            self.link.cut(silently=silently)

    def go_away(self) -> None:
        """Be away for some time."""
        seconds = self.chance.choice((5.0, 30.0, 100.0, 400.0)) * self.chance.random()
        self.world.tell("{} is away for {:.0f} seconds.", self.name, seconds)
        self.go_offline(seconds)

    def read_nothing(self) -> None:
        """Stop reading for some time."""
        if self.link is not None:
            seconds = self.chance.uniform(1.0, 60.0)
            self.world.tell("{} reads nothing for {:.0f} seconds.", self.name, seconds)
            self.link.stop_reading(seconds)

    def open_second_connection(self) -> None:
        """Open a further connection, which replaces the present one after a while."""
        old = self.link
        if self.connect() is not None and old is not None:
            self.world.tell("{} opens a second connection.", self.name)
            self.world.after(self.chance.uniform(0.5, 20.0), lambda: old.cut(silently=False))

    # ---- The game ---------------------------------------------------------------------------------------------------

    def change_name(self) -> None:
        """Take a new name."""
        self.send("set", name=f"{self.name} {self.chance.randrange(10)}")

    def set_forced(self) -> None:
        """Change whether forced moves are played automatically."""
        self.send("set", forced=self.chance.random() < 0.6)

    def ask_for_hint(self) -> None:
        """Ask for a hint."""
        if self.current is not None and self.current.turn:
            self.send("hint")

    def undo(self) -> None:
        """Take the last move back."""
        if self.current is not None and self.current.notes is not None and self.current.notes.can_undo:
            self.send("undo")

    # ---- Seats ------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the seat, and usually come back later."""
        self.send("leave")
        if self.chance.random() < 0.9:
            self.world.after(self.chance.uniform(1.0, 30.0), self.come_back)

    def come_back(self) -> None:
        """Sit down again at one's own seat."""
        frame = self.current
        if frame is not None and frame.status == "playing" and frame.mine:
            self.send("sit")

    def ask_for_seat(self) -> None:
        """Ask for a free seat, or for that of a bot."""
        if not self._waits_for("sit"):
            self.send("sit")

    def sit_anywhere(self) -> None:
        """Try to sit down at any seat, allowed or not."""
        self.send("sit", seat=self.chance.randrange(4))

    def remove_somebody(self) -> None:
        """Ask the others to remove a player."""
        self.send("remove", seat=self.chance.randrange(3))

    def report_somebody(self) -> None:
        """Report a player to the operator."""
        self.send("report", seat=self.chance.randrange(3), text="They never move.")

    def transfer(self) -> None:
        """Move the own seat to another device."""
        frame = self.current
        if frame is None or not frame.mine:
            return
        seat = self.chance.choice(frame.mine)
        table = self.table

        def linked(status: int, answer: Any) -> None:
            if status == 200:
                path = "/" + str(answer["link"]).split("/", 3)[3]
                self.around.take_seat_over(self, table, seat, path)

        self.call("POST", f"/table/{table}/move", {"seat": seat}, linked)

    def take_over(self, path: str, table: str, seat: int) -> None:
        """Take a seat over from another device, as soon as this one has a cookie."""
        if not self.ready:
            self.world.after(0.5, self.take_over, path, table, seat)
            return

        def seated(status: int, answer: Any) -> None:
            if status == 200:
                self.go_to(table)
                if self.spare is not None:
                    self.spare.put_away()

        self.around.on_transfer(table, seat, self)
        self.call("POST", path, {}, seated)

    def put_away(self) -> None:
        """Leave the table to another device."""
        self.go_to("")
