"""The layout of Kasane no Irome: the table as a viewer sees it, made from the view alone."""

from chabudai.games.kasane.equipment import CARD_MASK, PLUS_ONE, TURNS_PER_PLAYER, TURNS_PER_ROUND, card_list
from chabudai.games.kasane.faces import kimono_cards
from chabudai.games.kasane.facts import facts
from chabudai.games.kasane.offers import Offer, best_points, offers, offers_after
from chabudai.games.kasane.phases import MELD, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.score_steps import score_steps
from chabudai.games.kasane.scoring import COLOR_BONUS_MINIMUM, count_colors
from chabudai.games.kasane.words import CARDS, ROWS
from chabudai.kernel.bits import has, lowest
from chabudai.scene.builder import People, counter, is_asked
from chabudai.scene.vocabulary import (
    AnyZone,
    Column,
    Columns,
    Fan,
    Layout,
    Mark,
    Marker,
    Pile,
    Row,
    Seat,
)
from chabudai.scene.words import Verbatim, Words


def lay_out(view: Kasane, words: Words, people: People) -> Layout:
    """Return the table as the viewer sees it."""
    return Layout(
        status=_status(view, words),
        prompt=_prompt(view, words) if is_asked(view) else "",
        remark=_remark(view, words, people),
        zones=_middle(view, words),
        seats=[_seat(view, words, people, seat) for seat in range(view.equipment.players)],
        facts=facts(view, words, people),
        notes=_notes(view, words) if is_asked(view) else {},
        scoring=score_steps(view, words, people) if view.over() else [],
    )


def _status(view: Kasane, words: Words) -> str:
    if view.over():
        return words.text("status", "over")
    phase = "preparation" if view.due >= 0 else "turn"
    turn = (view.part * TURNS_PER_ROUND + view.turns) // view.equipment.players + 1
    return words.text(
        "status", phase, round=view.part + 1, rounds=view.equipment.rounds, turn=turn, turns=TURNS_PER_PLAYER
    )


def _prompt(view: Kasane, words: Words) -> str:
    return words.text("prompt", "take" if view.first == TAKE else "meld")


def _remark(view: Kasane, words: Words, people: People) -> str:
    if view.over() or view.due >= 0:
        return ""
    if view.first == TAKE:
        when = "last" if view.last_round() else "take"
        return words.text("remark", when, left=view.equipment.players, to_go=TURNS_PER_ROUND - view.turns)
    if is_asked(view):
        return words.text("remark", "meld") if any(offer.on_field for offer in offers(view, view.viewer)) else ""
    taker = people.name(lowest(view.waiting))
    return words.text("remark", "thinking", seat=taker, card=CARDS[view.taken - 1])


# ---- The rows, and what to take ------------------------------------------------------------------------------------


def _middle(view: Kasane, words: Words) -> list[AnyZone]:
    if view.over():
        return []
    columns = []
    for number, row in enumerate(view.rows):
        note = _gain(view, number, words) if is_asked(view) and view.first == TAKE else ""
        columns.append(Column(str(number), words.name(ROWS[number]), kimono_cards(row.cards, words, ("top",)), note))
    return [Columns(id="rows", title=words.text("zone", "rows"), verbs=["take"], columns=columns)]


def _gain(view: Kasane, row: int, words: Words) -> str:
    """Describe what taking the end card of a row can score this turn; empty for an empty row."""
    end = view.rows[row].cards & CARD_MASK
    if end == 0:
        return ""
    offered = offers_after(view, view.viewer, end)
    plus_one = 1 if end == PLUS_ONE else 0
    if offered:
        return words.text("row", "gain", points=best_points(offered) + plus_one)
    return words.text("row", "plus_one" if plus_one else "no_meld")


def _notes(view: Kasane, words: Words) -> dict[str, str]:
    """Return notes: for taking a card, the melds it allows; for a meld, its cards and points, and the field then."""
    if view.first == TAKE:
        return {
            f"take {number}": words.list([Verbatim(offer.full_summary(words)) for offer in offered]).text
            for number, row in enumerate(view.rows)
            if (offered := offers_after(view, view.viewer, row.cards & CARD_MASK))
        }
    notes = {}
    for offer in offers(view, view.viewer):
        notes[offer.action] = f"{offer.summary(words)}; {_robe_after(view, offer, words)}"
    return notes


def _robe_after(view: Kasane, offer: Offer, words: Words) -> str:
    """Describe the viewer's field after a meld: its cards and its colors."""
    player = view.seats[view.viewer]
    laid = offer.cards[1:] if offer.on_field else offer.cards
    colors = {number for number in [*card_list(player.field), *laid] if number != PLUS_ONE}
    sentence = "robe_one" if len(colors) == 1 else "robe"
    return words.text("meld", sentence, laid=player.laid + len(laid), colours=len(colors))


# ---- The seats -----------------------------------------------------------------------------------------------------


def _seat(view: Kasane, words: Words, people: People, seat: int) -> Seat:
    player = view.seats[seat]
    you = seat == view.viewer
    has_bonus = player.laid >= COLOR_BONUS_MINIMUM
    robe = Row(
        id=f"robe-{seat}",
        title=words.text("zone", "own_robe" if people.is_you(seat) else "robe"),
        cards=kimono_cards(player.field, words, ("top",)),
        layered=True,
    )
    counters = [
        counter(words, "laid", player.laid),
        counter(words, "colours", count_colors(player.field)),
        *([counter(words, "bonus", view.score(seat) - player.points)] if has_bonus else []),
        *([counter(words, "turns", _turns_left(view, seat))] if you else []),
    ]
    starts = seat == view.starter and view.due < 0 and not view.over()
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=you,
        waited_for=has(view.waiting, seat),
        score=view.score(seat),
        zones=[robe, _hand(view, words, people, seat)],
        counters=counters,
        markers=[Marker("starts", words.text("marker", "starts"))] if starts else [],
    )


def _hand(view: Kasane, words: Words, people: People, seat: int) -> AnyZone:
    """Return a hand: face up if it is the viewer's own or hands are open, else a pile, even with recall (KI-22)."""
    player = view.seats[seat]
    if seat == view.viewer:
        new = view.first == MELD and has(view.waiting, seat) and view.taken != PLUS_ONE
        marks: tuple[Mark, ...] = ("top", "new") if new else ("top",)
        title = words.text("zone", "own_hand" if people.is_you(seat) else "hand")
        return Fan(id="hand", title=title, cards=kimono_cards(player.hand, words, marks))
    title = words.text("zone", "hand")
    if view.equipment.open_hands:
        return Row(id=f"hand-{seat}", title=title, cards=kimono_cards(player.hand, words, ("top",)), layered=True)
    return Pile(id=f"hand-{seat}", title=title, count=player.held)


def _turns_left(view: Kasane, seat: int) -> int:
    player = view.seats[seat]
    return TURNS_PER_PLAYER - player.held - player.laid
