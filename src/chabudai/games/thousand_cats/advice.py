"""What speaks for or against a choice in Festival of Thousand Cats, for hints and reviews."""

from chabudai.games.thousand_cats import phases
from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, YOROZU_0, factor_of
from chabudai.games.thousand_cats.judgement import CERTAIN, CardJudgement, OtherJudgement, wins_by_ending
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import CARDS, SEASONS
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import count, has
from chabudai.kernel.judgement import POINT
from chabudai.kernel.message import Message

_WORTH_SAYING = CERTAIN * POINT // 4
"""Effects of less than a quarter of a point are not mentioned."""


def advice(view: Cats, seat: int, action: int) -> list[Aspect]:
    """Return the aspects of a legal choice, from what the seat knows."""
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


def _play(view: Cats, seat: int, card: int) -> list[Aspect]:
    """Compare the most important likely effects of cards, and how likely a third booze is."""
    judgement = CardJudgement(view, seat)
    judgement.weigh(card)
    between = CERTAIN - judgement.top - judgement.bottom
    # For each place of the card among those revealed: probability, worth, name, card taken.
    results: list[tuple[int, int, str, int]] = [
        (judgement.top, judgement.high, "highest", view.high),
        (judgement.bottom, judgement.low, "lowest", view.low),
        (between, judgement.kept_worth(card), "middle", card),
    ]
    third_booze = 0
    if view.seats[seat].booze == 2 and not wins_by_ending(view, seat):
        # `worth == judgement.booze` excludes a Yorozu in the middle place: a crow has replaced it.
        third_booze = sum(
            probability for probability, worth, _, taken in results if has(BOOZE, taken) and worth == judgement.booze
        )
    warning = Message("third_booze", {"chance": _percent(third_booze)}) if third_booze * 3 > CERTAIN else None
    booze = Aspect("booze", -third_booze, con=warning)
    probability, worth, place, taken = max(results, key=lambda result: abs(result[0] * result[1]))
    total = judgement.worth(card)
    if abs(probability * worth) < _WORTH_SAYING:
        return [booze, Aspect("effect", total)]
    values: dict[str, str | int] = {"chance": _percent(probability), "card": CARDS[taken]}
    if place == "middle" and card >= YOROZU_0:
        return [booze, Aspect("effect", total, con=Message("crow_meets_it", {"chance": _percent(probability)}))]
    if place == "middle" and has(CROWS, card):
        return [booze, Aspect("effect", total, con=Message("keeps_the_crow", {"chance": _percent(probability)}))]
    if worth > 0:
        return [booze, Aspect("effect", total, pro=Message(f"{place}_gains", values))]
    return [booze, Aspect("effect", total, con=Message(f"{place}_costs", values))]


def _percent(probability: int) -> int:
    return round(100 * probability / CERTAIN)


def _swap(view: Cats, seat: int, choice: int) -> list[Aspect]:
    judgement = CardJudgement(view, seat)
    taken, other = (view.high, view.low) if choice else (view.low, view.high)
    worth, other_worth = judgement.card_worth(taken), judgement.card_worth(other)
    values: dict[str, str | int] = {"card": CARDS[taken], "other": CARDS[other]}
    if worth > other_worth:
        return [Aspect("swap", worth, pro=Message("swap_better", values))]
    return [Aspect("swap", worth, con=Message("swap_worse", values) if worth < other_worth else None)]


def _redeal(view: Cats, seat: int, choice: int) -> list[Aspect]:
    judgement = OtherJudgement(view, seat)
    worth = judgement.worth(choice)
    fish = sum(judgement.fish(season) for season in range(len(SEASONS)))
    crows = count(view.seats[seat].hand & CROWS)
    if choice:
        return [Aspect("deal", worth, pro=Message("another_deal", {"crows": crows, "fish": fish}))]
    return [
        Aspect("deal", worth, con=Message("keeps_the_crows", {"crows": crows, "fish": fish})),
        Aspect("deal", worth, pro=Message("keeps_the_fish", {"fish": fish}) if fish else None),
    ]


def _start(view: Cats, seat: int, starter: int) -> list[Aspect]:
    players = view.equipment.players
    # How many others choose before this seat.
    before = (seat - starter) % players
    if starter == seat:
        return [Aspect("before", before, con=Message("chooses_first"))]
    return [Aspect("before", before, pro=Message("chooses_last") if before == players - 1 else None)]


def _multiplier(view: Cats, seat: int, card: int) -> list[Aspect]:
    """Compare the fish in hand of the doubled season and of the subtracted one."""
    judgement = OtherJudgement(view, seat)
    factors = view.equipment.multipliers[card]
    by_factor = sorted(range(len(SEASONS)), key=lambda season: factor_of(factors, season))
    worst, best = by_factor[0], by_factor[-1]
    values: dict[str, str | int] = {
        "season": SEASONS[best],
        "fish": judgement.fish(best),
        "other": SEASONS[worst],
        "lost": judgement.fish(worst),
    }
    return [Aspect("fish", judgement.worth(card), pro=Message("multiplies", values))]


def _tokens(view: Cats, seat: int, missing: int) -> list[Aspect]:
    judgement = OtherJudgement(view, seat)
    fish = [judgement.fish(season) for season in range(len(SEASONS))]
    values: dict[str, str | int] = {"season": SEASONS[missing], "fish": fish[missing]}
    if fish[missing] == min(fish):
        return [Aspect("fish", -fish[missing], pro=Message("leaves_out_least", values))]
    return [Aspect("fish", -fish[missing], con=Message("leaves_out", values))]


def _token(view: Cats, seat: int, season: int) -> list[Aspect]:
    if view.counted or season >= len(SEASONS):
        return []  # the next hand is not dealt yet, or there is no token to take
    judgement = OtherJudgement(view, seat)
    fish = judgement.fish(season)
    message_id = "counts_twice" if view.seats[seat].tokens_of(season) else "counts"
    return [Aspect("fish", judgement.worth(season), pro=Message(message_id, {"season": SEASONS[season], "fish": fish}))]
