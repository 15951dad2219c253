"""The advice for or against a choice in Festival of Thousand Cats, for hints and reviews."""

from chabudai.games.thousand_cats import phases
from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, YOROZU_0, factor_of
from chabudai.games.thousand_cats.judgement import CERTAIN, CardJudgement, OtherJudgement, wins_by_ending
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import CARDS, SEASONS
from chabudai.kernel.bits import count, has
from chabudai.kernel.judgement import POINT
from chabudai.kernel.message import Message

_WORTH_SAYING = CERTAIN * POINT // 4
"""Effects of less than a quarter of a point are not mentioned."""


def advice(view: Cats, seat: int, action: int) -> Message | None:
    """Return what speaks for or against a legal choice, from what the seat knows; None if there is little to say."""
    choice = action - view.first
    match view.first:
        case phases.PLAY:
            return _play(view, seat, choice)
        case phases.SWAP:
            return _swap(view, seat, choice)
        case phases.REDEAL:
            return _redeal(view, seat, choice)
        case phases.NAME_START:
            return _start(view, seat, choice)
        case phases.MULTIPLIER:
            return _multiplier(view, seat, choice)
        case phases.THREE_TOKENS:
            return _tokens(view, seat, choice)
        case _:  # ONE_TOKEN
            return _token(view, seat, choice)


def _play(view: Cats, seat: int, card: int) -> Message | None:
    """Return the most important likely effect of playing a card; None if it is small."""
    judgement = CardJudgement(view, seat)
    judgement.weigh(card)
    between = CERTAIN - judgement.top - judgement.bottom
    # For each place of the card among those revealed: probability, worth, name, card taken.
    results: list[tuple[int, int, str, int]] = [
        (judgement.top, judgement.high, "highest", view.high),
        (judgement.bottom, judgement.low, "lowest", view.low),
        (between, judgement.kept_worth(card), "middle", card),
    ]
    if view.seats[seat].booze == 2 and not wins_by_ending(view, seat):
        # `worth == judgement.booze` excludes a Yorozu in the middle place: a crow has replaced it.
        third_booze = sum(
            probability for probability, worth, _, taken in results if has(BOOZE, taken) and worth == judgement.booze
        )
        if third_booze * 3 > CERTAIN:
            return Message("third_booze", {"chance": _percent(third_booze)})
    probability, worth, place, taken = max(results, key=lambda result: abs(result[0] * result[1]))
    if abs(probability * worth) < _WORTH_SAYING:
        return None
    if place == "middle":
        if card >= YOROZU_0:
            return Message("crow_meets_it", {"chance": _percent(probability)})
        if has(CROWS, card):
            return Message("keeps_the_crow", {"chance": _percent(probability)})
    values: dict[str, str | int] = {"chance": _percent(probability), "card": CARDS[taken]}
    return Message(f"{place}_gains" if worth > 0 else f"{place}_costs", values)


def _percent(probability: int) -> int:
    return round(100 * probability / CERTAIN)


def _swap(view: Cats, seat: int, choice: int) -> Message | None:
    judgement = CardJudgement(view, seat)
    taken, other = (view.high, view.low) if choice else (view.low, view.high)
    gain = judgement.card_worth(taken) - judgement.card_worth(other)
    if gain == 0:
        return None
    return Message("swap_better" if gain > 0 else "swap_worse", {"card": CARDS[taken], "other": CARDS[other]})


def _redeal(view: Cats, seat: int, choice: int) -> Message | None:
    judgement = OtherJudgement(view, seat)
    fish = sum(judgement.fish(season) for season in range(len(SEASONS)))
    values: dict[str, str | int] = {"crows": count(view.seats[seat].hand & CROWS), "fish": fish}
    return Message("another_deal", values) if choice else Message("keeps_the_crows", values)


def _start(view: Cats, seat: int, starter: int) -> Message | None:
    if starter == seat:
        return Message("chooses_first")
    return Message("chooses_last") if starter == (seat + 1) % view.equipment.players else None


def _multiplier(view: Cats, seat: int, card: int) -> Message:
    """Compare the fish in hand of the doubled season and of the subtracted one."""
    judgement = OtherJudgement(view, seat)
    factors = view.equipment.multipliers[card]
    by_factor = sorted(range(len(SEASONS)), key=lambda season: factor_of(factors, season))
    worst, best = by_factor[0], by_factor[-1]
    return Message(
        "multiplies",
        {"season": SEASONS[best], "fish": judgement.fish(best), "other": SEASONS[worst], "lost": judgement.fish(worst)},
    )


def _tokens(view: Cats, seat: int, missing: int) -> Message:
    judgement = OtherJudgement(view, seat)
    fish = [judgement.fish(season) for season in range(len(SEASONS))]
    values: dict[str, str | int] = {"season": SEASONS[missing], "fish": fish[missing]}
    return Message("leaves_out_least" if fish[missing] == min(fish) else "leaves_out", values)


def _token(view: Cats, seat: int, season: int) -> Message | None:
    if view.counted or season >= len(SEASONS):
        return None  # the next hand is not dealt yet, or there is no token to take
    fish = OtherJudgement(view, seat).fish(season)
    owned = view.seats[seat].tokens_of(season)
    return Message("counts_twice" if owned else "counts", {"season": SEASONS[season], "fish": fish})
