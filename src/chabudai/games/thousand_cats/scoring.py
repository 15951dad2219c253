"""The scoring of Festival of Thousand Cats: fish, booze and crows of one game (TC-30, TC-53, TC-61)."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import ADVANCED, BASIC, CROWS, Equipment, Player, card_at, factor_of
from chabudai.games.thousand_cats.position import Position
from chabudai.kernel.bits import has

# These are functions, not methods of a class between `Dealing` and `Cats`: with a third subclass of `Position`, mypyc
# compiles `isinstance(other, Position)` in `copy_from` to a slow call, and copies take a third longer.

TOO_MUCH_BOOZE: Final[i64] = 3
"""The booze that ends a game, and halves the fish of the player who took it."""
BOOZE_POINTS: Final[i64] = 2
"""The points for each booze, as long as there are fewer than three."""
_ALL_ONCE: Final[i64] = 0x2222
"""The factor 1 for every season, packed for `factor_of`."""
_ALL_ZERO: Final[i64] = 0x1111
"""The factor 0 for every season."""


def game_points(position: Position, seat: i64) -> i64:
    """Return a seat's points in this game so far."""
    fish = fish_points(position, seat)
    booze = position.seats[seat].booze
    points = halved(fish) if booze == TOO_MUCH_BOOZE else fish + BOOZE_POINTS * booze
    return points - crows_taken(position, seat)


def fish_points(position: Position, seat: i64) -> i64:
    """Return the points for a seat's fish, before booze halves them."""
    equipment = position.equipment
    player = position.seats[seat]
    factors = fish_factors(equipment, player)
    points: i64 = 0
    for place in range(position.round):
        card = card_at(player.row, place)
        # A Yorozu has no season, and no fish either.
        points += equipment.fish[card] * factor_of(factors, equipment.season[card])
    return points


def fish_of(position: Position, seat: i64, season: i64) -> i64:
    """Return the number of fish of a season that a seat has taken."""
    fish: i64 = 0
    for place in range(position.round):
        card = card_at(position.seats[seat].row, place)
        if position.equipment.season[card] == season:
            fish += position.equipment.fish[card]
    return fish


def crows_taken(position: Position, seat: i64) -> i64:
    """Return the number of crows that a seat has taken."""
    taken: i64 = 0
    for place in range(position.round):
        if has(CROWS, card_at(position.seats[seat].row, place)):
            taken += 1
    return taken


def halved(fish: i64) -> i64:
    """Return half the fish points, rounded up."""
    return (fish + 1) >> 1


def fish_factors(equipment: Equipment, player: Player) -> i64:
    """Return how often the fish of each season count for a player, packed for `factor_of`."""
    if equipment.rule_set == BASIC:
        return _ALL_ONCE
    if equipment.rule_set == ADVANCED:
        return _ALL_ZERO + player.tokens
    if player.multiplier < 0:
        return _ALL_ONCE
    return equipment.multipliers[player.multiplier]
