"""The scoring of The Moon in the Pond: points (EX-11, EX-12), and who wins together (EX-1)."""

from chabudai.kernel.bits import bit
from example_game.position import Position


class Scoring(Position):
    """A position with its points and sides."""

    def night_points(self, seat: int) -> int:
        """Return what a seat scores at the end of a night."""
        player = self.seats[seat]
        laid = [each.laid for each in self.seats]
        points = self.equipment.points[player.laid] if laid.count(player.laid) == 1 else 0  # EX-11
        return points if player.named == player.laid else points - self.equipment.lie  # EX-12

    def score(self, seat: int) -> int:
        return self.seats[seat].points

    def sides(self, seat: int) -> int:
        return bit(seat) | bit((seat + 2) % 4) if self.equipment.players == 4 else bit(seat)  # EX-1

    def lead(self) -> float:
        return 3.0
