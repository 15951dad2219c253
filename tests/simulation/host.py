"""Those who open tables, and those whom they invite."""

from random import Random
from typing import Any

from chabudai.games.registry import game as find_game
from simulation.client import Surroundings
from simulation.frames import Frame
from simulation.person import Ideas, Person

_GAMES: dict[str, tuple[tuple[int, ...], list[dict[str, object]]]] = {
    "ameno_kirifuda": ((3,), [{"tricks_3p": 6}, {}]),
    "fine_weather": ((3,), [{}, {"hidden_wishes": True}, {"wishes": 5}]),
    "kasane": ((3,), [{}, {"open_hands": True}]),
    "only_one": ((2, 3), [{}]),
    "thousand_cats": ((3,), [{"target": 1}, {"target": 1, "rules": "advanced"}]),
}
"""The games with numbers of players and options that make them short."""


class Host(Person):
    """Somebody who opens tables."""

    def __init__(self, around: Surroundings, name: str, random: Random) -> None:
        super().__init__(around, name, random)
        self.friends: list[Friend] = []
        self._opening = False

    # ---- Tables -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Open a table and invite the friends."""
        if not self._opening:
            self._opening = True
            self.call("POST", "/tables", self._settings(), self._opened)

    def _settings(self) -> dict[str, object]:
        random = self.chance
        # A table for two needs no bots, so that nearly every move is somebody's.
        name = "only_one" if len(self.friends) == 1 and random.random() < 0.4 else random.choice(list(_GAMES))
        counts, option_sets = _GAMES[name]
        players = random.choice(counts)
        game = find_game(name)
        options = {
            option.name: value
            for option in game.options
            for key, value in random.choice(option_sets).items()
            if option.name == key and players in (option.players or game.players)
        }
        own = ["me", "me"] if random.random() < 0.1 else ["me"]
        seats = [*own, *["open"] * len(self.friends)][:players]
        seats += [random.choice(("casual", "random"))] * (players - len(seats))
        return {
            "game": name,
            "players": players,
            "options": options,
            "seats": seats,
            "aids": random.random() < 0.6,
            "pace": random.choice(("at_once", "at_once", "at_once", "fast", "fast", "normal", "slow")),
            "limit": random.choice((0, 0, 5, 20, 60, 86_400)),
            "takeover": random.choice((0, 10, 20, 60, 120)),
            "listed": random.random() < 0.5,
            "first_game": random.random() < 0.03,
        }

    def _opened(self, status: int, answer: Any) -> None:
        self._opening = False
        self.world.expect(status == 200, f"{self.name} cannot open a table: {status} {answer}")
        if status == 200:
            self.world.tell("{} opens {}.", self.name, self.around.table_name(answer["table"]))
            self.go_to(answer["table"])
            self.invite(self.friends)

    def invite(self, friends: "list[Friend]") -> None:
        """Send friends an invitation to the present table."""

        def invited(status: int, answer: Any) -> None:
            if status == 200:
                path = "/" + str(answer["link"]).split("/", 3)[3]
                for friend in friends:
                    friend.follow(path)

        if self.table:
            self.call("GET", f"/table/{self.table}/invite", None, invited)

    def on_moved(self, table: str) -> None:
        self.go_to(table)
        for friend in self.friends:
            friend.go_to(table)

    def on_rejected(self) -> None:
        self.world.after(self.chance.uniform(1.0, 5.0), self.play_again)

    def play_again(self) -> None:
        """After a game, ask for a rematch or open another table."""
        frame = self.current
        if not self.active or (frame is not None and frame.status not in ("over", "closed")):
            return
        if frame is not None and self.chance.random() < 0.4:
            self.send("rematch")
        elif frame is not None or not self.table:
            self.begin()

    # ---- What a host does -------------------------------------------------------------------------------------------

    def on_update(self, frame: Frame) -> None:
        super().on_update(frame)
        if frame.status in ("over", "closed"):
            self.world.after(self.chance.uniform(1.0, 5.0), self.play_again)

    def ideas(self, frame: Frame) -> Ideas:
        if frame.status in ("over", "closed"):
            return {self.play_again: 1.0}
        ideas = super().ideas(frame)
        if frame.status == "open":
            return ideas | {self.begin_game: 6.0, self.seat_bot: 0.5}
        if self.transfer in ideas:
            ideas[self.transfer] = 0.5
        return ideas | {self.change_settings: 0.5, self.seat_bot: 1.5, self.revoke: 0.2, self.close: 0.04}

    def begin_game(self) -> None:
        """Fill the free seats with bots."""
        self.send("begin")

    def change_settings(self) -> None:
        """Change how the table is run."""
        values: dict[str, tuple[object, ...]] = {
            "pace": ("at_once", "fast", "normal"),
            "limit": (0, 10, 30),
            "takeover": (0, 10, 30),
            "listed": (True, False),
        }
        change = self.chance.choice(list(values))
        self.send("set", **{change: self.chance.choice(values[change])})

    def seat_bot(self) -> None:
        """Give a seat to a bot: the own one, or any."""
        frame = self.current
        own = frame.mine if frame is not None else []
        seat = self.chance.choice(own) if own and self.chance.random() < 0.5 else self.chance.randrange(3)
        self.send("set", seat=seat, level="random")

    def put_away(self) -> None:
        """Stay at the table: the host's device runs it."""

    def revoke(self) -> None:
        """Revoke all invitations."""
        self.send("revoke")

    def close(self) -> None:
        """Close the table."""
        self.send("close")


class Friend(Person):
    """Somebody who follows a host's invitations."""

    def __init__(self, around: Surroundings, name: str, random: Random, host: Host) -> None:
        super().__init__(around, name, random)
        self.host = host
        self._invitation = ""

    def begin(self) -> None:
        """Follow an invitation that came before the cookie."""
        if self._invitation:
            self.follow(self._invitation)

    def follow(self, path: str) -> None:
        """Follow an invitation."""
        self._invitation = path
        if self.spare is not None:
            self.spare.put_away()
        if self.ready:
            watches = {"watch": True} if self.chance.random() < 0.1 else {}
            self.call("POST", path, {"name": self.name, **watches}, self._joined)

    def _joined(self, status: int, answer: Any) -> None:
        self.world.expect(status in (200, 403, 404, 409, 410), f"{self.name} cannot join: {status} {answer}")
        if status == 200:
            self.go_to(answer["table"])
        elif self.active and self.host.table != self.table:
            # All seats are taken, or the invitation has expired because the game has begun.
            self.world.after(self.chance.uniform(2.0, 8.0), self.host.invite, [self])

    def on_moved(self, table: str) -> None:
        self.go_to(table)
