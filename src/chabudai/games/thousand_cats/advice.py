"""What speaks for a choice in Festival of Thousand Cats or against it, in words."""

from chabudai.games.thousand_cats import position
from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, YOROZU_0, times
from chabudai.games.thousand_cats.knowledge import SURE, CardsJudged, PreparationJudged, wins_by_ending
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import CARDS, SEASONS
from chabudai.kernel.bits import count, has
from chabudai.kernel.judging import POINT
from chabudai.kernel.message import Message

_WORTH_SAYING = SURE * POINT // 4
"""What is likely to change less than a quarter of a point is not told."""


def advice(view: Cats, seat: int, action: int) -> Message | None:
    """What speaks for a legal choice of the seat, or against it, from what it knows; None if there is little to say."""
    choice = action - view.first
    match view.first:
        case position.PLAY:
            return _play(view, seat, choice)
        case position.SWAP:
            return _swap(view, seat, choice)
        case position.REDEAL:
            return _redeal(view, seat, choice)
        case position.NAME_START:
            return _start(view, seat, choice)
        case position.MULTIPLIER:
            return _multiplier(view, seat, choice)
        case position.TOKENS:
            return _tokens(view, seat, choice)
        case _:
            return _token(view, seat, choice)


def _play(view: Cats, seat: int, card: int) -> Message | None:
    """What the card most likely comes to, if that is worth a word."""
    judged = CardsJudged(view, seat)
    judged.weigh(card)
    rest = SURE - judged.top - judged.bottom
    endings: list[tuple[int, int, str, int]] = [
        (judged.top, judged.high, "highest", view.high),
        (judged.bottom, judged.low, "lowest", view.low),
        (rest, judged.kept_worth(card), "middle", card),
    ]
    if view.seats[seat].booze == 2 and not wins_by_ending(view, seat):
        # Not by a Yorozu in the middle: a crow has taken its place.
        third = sum(chance for chance, worth, _, taken in endings if has(BOOZE, taken) and worth == judged.booze)
        if third * 3 > SURE:
            return Message("third_booze", {"chance": _percent(third)})
    chance, worth, place, taken = max(endings, key=lambda ending: abs(ending[0] * ending[1]))
    if abs(chance * worth) < _WORTH_SAYING:
        return None
    if place == "middle":
        if card >= YOROZU_0:
            return Message("crow_meets_it", {"chance": _percent(chance)})
        if has(CROWS, card):
            return Message("keeps_the_crow", {"chance": _percent(chance)})
    values: dict[str, str | int] = {"chance": _percent(chance), "card": CARDS[taken]}
    return Message(f"{place}_gains" if worth > 0 else f"{place}_costs", values)


def _percent(chance: int) -> int:
    return round(100 * chance / SURE)


def _swap(view: Cats, seat: int, choice: int) -> Message | None:
    judged = CardsJudged(view, seat)
    taken, other = (view.high, view.low) if choice else (view.low, view.high)
    gain = judged.card_worth(taken) - judged.card_worth(other)
    if gain == 0:
        return None
    return Message("swap_better" if gain > 0 else "swap_worse", {"card": CARDS[taken], "other": CARDS[other]})


def _redeal(view: Cats, seat: int, choice: int) -> Message | None:
    judged = PreparationJudged(view, seat)
    fish = sum(judged.fish(season) for season in range(len(SEASONS)))
    values: dict[str, str | int] = {"crows": count(view.seats[seat].hand & CROWS), "fish": fish}
    return Message("another_deal", values) if choice else Message("keeps_the_crows", values)


def _start(view: Cats, seat: int, starter: int) -> Message | None:
    if starter == seat:
        return Message("chooses_first")
    return Message("chooses_last") if starter == (seat + 1) % view.rules.players else None


def _multiplier(view: Cats, seat: int, card: int) -> Message:
    """What the card makes of the fish in hand, in the season that it favours most and the one that it harms most."""
    judged = PreparationJudged(view, seat)
    code = view.rules.multipliers[card]
    by_times = sorted(range(len(SEASONS)), key=lambda season: times(code, season))
    worst, best = by_times[0], by_times[-1]
    return Message(
        "multiplies",
        {"season": SEASONS[best], "fish": judged.fish(best), "other": SEASONS[worst], "lost": judged.fish(worst)},
    )


def _tokens(view: Cats, seat: int, missing: int) -> Message:
    judged = PreparationJudged(view, seat)
    fish = [judged.fish(season) for season in range(len(SEASONS))]
    values: dict[str, str | int] = {"season": SEASONS[missing], "fish": fish[missing]}
    return Message("leaves_out_least" if fish[missing] == min(fish) else "leaves_out", values)


def _token(view: Cats, seat: int, season: int) -> Message | None:
    if view.counted or season >= len(SEASONS):
        return None  # the next hand is not known yet, or there is nothing to take
    fish = PreparationJudged(view, seat).fish(season)
    owned = view.seats[seat].owned(season)
    return Message("counts_twice" if owned else "counts", {"season": SEASONS[season], "fish": fish})
