"""What a person sees: the table, the choices, and with memory aids the odds, the cards left and the projection."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.forecast import clash_probability, next_cards
from chabudai.games.only_one.words import CARDS
from chabudai.scene.builder import make_scene
from chabudai.scene.vocabulary import Columns, Facts, Row, Scene
from chabudai.scene.words import words
from chabudai.testing.table import StackedTable, deal
from games.only_one.positions import of_only_one, position, scored

NAMES = ["Ami", "Ben", "Chika", "Dai"]


def scene(table: StackedTable, viewer: int = 0, *, aids: bool = True, language: str = "en") -> Scene:
    """Return what a seat sees."""
    return make_scene(GAME, table.state.seen_by(viewer, aids), words(GAME, language), NAMES)


def columns(shown: Scene) -> Columns:
    """Return the columns on the table."""
    return next(zone for zone in shown.zones if isinstance(zone, Columns))


def panel(shown: Scene, name: str) -> Facts:
    """Return a panel of facts."""
    return next(facts for facts in shown.facts if facts.id == name)


def row(shown: Scene, name: str) -> Row:
    """Return a row of cards in the middle of the table."""
    return next(zone for zone in shown.zones if isinstance(zone, Row) and zone.id == name)


def test_columns_are_ordered_by_distance_from_the_deck_with_the_values_that_clash() -> None:  # OO-4, OO-20
    shown = columns(scene(position("9 | - | 10 5 6B", 3, out=[1]), aids=False))
    assert [column.id for column in shown.columns] == ["0", "2"]
    assert [column.title for column in shown.columns] == ["Column A (deck)", "Column C"]
    assert [column.note for column in shown.columns] == ["bust on 9", "bust on 5 6 10"]
    assert [card.id for card in shown.columns[1].cards] == ["10", "5", "6B"]


@pytest.mark.parametrize(("language", "first"), [("en", "column A"), ("ja", "列A")])
def test_people_see_letters_for_columns_not_the_numbers_of_the_record(language: str, first: str) -> None:
    table = position("9 | 2 | 3", 3, deck="4A")
    shown = scene(table, language=language)
    assert first in next(choice.text for choice in shown.choices if choice.words == "collect 0")
    assert panel(shown, "clashes").rows[0].title == first
    table.play("explore", "add 0")
    assert first in scene(table, language=language).log[-1].text


def test_with_memory_aids_each_column_shows_the_odds_of_a_clash() -> None:  # OO-22
    table = position("10 | 2 4A | egg*", 3)
    shown = columns(scene(table))
    # Of 61 cards, nine are 10s; one is a 2 and three are 4As; 28 are 3s, 5s, 7s, 9s and Eggs.
    chances = [9 / 61, 4 / 61, 28 / 61]
    assert [clash_probability(of_only_one(table.state.seen_by(0, True)), i) for i in range(3)] == pytest.approx(chances)
    assert [column.note for column in shown.columns] == [
        "bust on 10 · 15%", "bust on 2 4 · 7%", "bust on 3 5 7 9 · 46%",
    ]  # fmt: skip
    assert [entry.cells for entry in panel(scene(table), "clashes").rows] == [["15%"], ["7%"], ["46%"]]


def test_the_turned_up_card_is_safe_or_a_bust_in_each_column() -> None:  # OO-22
    table = position("9 4A 7 2 | 8A | 10 5 6B", 3, deck="6A")
    table.play("explore")
    shown = scene(table)
    assert [card.id for card in row(shown, "turned_up").cards] == ["6A"]
    assert [column.note for column in columns(shown).columns] == ["full", "safe", "6 again: bust"]
    choices = {choice.words: (choice.target, choice.why, choice.note) for choice in shown.choices}
    assert choices == {
        "add 0": ("0", "column A is full: it has 4 cards", ""),
        "add 1": ("1", None, ""),
        "add 2": ("2", None, "bust! You keep only 6A and lose 10, 5, 6B"),
    }


def test_a_collection_shows_each_kind_once_with_its_number() -> None:  # OO-24
    table = position("9 | 2 | 3", 3, collections=["", "10 10 10* 4A egg*", ""])
    shown = scene(table, 0).seats[1].zones[0]
    assert isinstance(shown, Row)
    assert [(card.index, card.note) for card in shown.cards] == [("4A", ""), ("10★", "×3"), ("3579★", "")]


def test_without_memory_aids_nothing_is_shown_that_players_have_to_remember() -> None:
    table = position("9 | 2 | 3", 3, collections=["9 9", "9", "7"], discard="9 9 7*")
    shown = scene(table, aids=False)
    assert shown.facts == []
    assert [seat.score for seat in shown.seats] == [0, 0, 0]
    assert [zone.count for zone in shown.zones if zone.id == "discard"] == [3]  # type: ignore[union-attr]


def test_the_projection_shows_leader_tie_and_bonus_of_each_kind() -> None:  # OO-31
    table = position("2 | 3 | 5", 3, collections=["9 9", "9 9 8A", "8A 7"], discard="9 7*", token=2)
    kinds = {entry.title: entry.cells for entry in panel(scene(table), "kinds").rows}
    assert kinds["7"] == ["Chika", "1", "", "+1", "·", "2"]
    assert kinds["8A"] == ["Chika", "1", "token", "·", "+1", "2"]
    assert kinds["9"] == ["you", "2", "nearest", "+1", "·", "2"]
    assert kinds["10"] == ["nobody yet"]
    assert "4B" not in kinds
    totals = panel(scene(table), "totals").rows
    assert [entry.cells for entry in totals] == [["0", "1", "2"], ["0", "0", "0"], ["0", "2", "4"]]
    assert [entry.marks for entry in totals] == [[], [], ["winning"]]


def test_the_projection_adds_up_teams() -> None:  # OO-60
    table = position("2 | 3 | 5 | 6A", collections=["9 9", "8A", "7", ""], teams=True)
    totals = panel(scene(table), "totals")
    assert totals.columns[-1] == "team"
    assert [entry.cells[-1] for entry in totals.rows] == ["2", "1", "2", "1"]


def test_the_cards_left_are_counted_by_kind() -> None:
    table = position("10 | 2* | egg*", 3, collections=["10", "", ""], discard="10*")
    left = {entry.title: entry.cells for entry in panel(scene(table), "left").rows}
    assert left["10"] == ["7 of 10", ""]
    assert left["2"] == ["1 of 2", ""]
    assert left["9"] == ["9 of 9", "★"]
    assert left["Egg"] == ["4 of 5", "★"]


def test_known_cards_on_top_of_the_deck_still_count_as_left() -> None:  # OO-51
    table = position("9 | 2 | 3", 3, familiars="foresight - -", deck="9* 6A 10")
    for move in ("foresight", "pick 1", "order 0 2", "add 1"):
        table.play(move)
        own, other = (panel(scene(table, viewer), "left") for viewer in (0, 1))
        assert own == other, move


def test_the_owner_of_foresight_chooses_among_the_three_cards_on_the_table() -> None:  # OO-50
    table = position("9 | 2 | 3", 3, familiars="foresight - -", deck="9* 6A 10")
    table.play("foresight")
    own, other = scene(table, 0), scene(table, 1)
    assert [(card.id, card.index) for card in row(own, "looked").cards] == [("0", "9★"), ("1", "6A"), ("2", "10")]
    assert [(choice.words, choice.target) for choice in own.choices] == [
        ("pick 0", "0"),
        ("pick 1", "1"),
        ("pick 2", "2"),
    ]
    assert [card.id for card in row(other, "looked").cards] == ["", "", ""]
    table.play("pick 1")
    assert {choice.words: choice.note for choice in scene(table, 0).choices} == {
        "order 0 2": "9★, then 10",
        "order 2 0": "10, then 9★",
    }


def test_salvage_chooses_among_the_cards_of_the_column_with_the_bust() -> None:  # OO-51
    table = position("9 10 | 2 | 3", 3, familiars="salvage - -", deck="9")
    table.play("explore", "add 0")
    shown = scene(table, 0)
    assert [card.id for card in row(shown, "broken").cards] == ["9", "10"]
    assert [choice.words for choice in shown.choices] == ["keep 9", "keep 10"]


def test_the_odds_use_what_the_owner_of_foresight_knows_about_the_next_card() -> None:  # OO-51
    table = position("9 | 2 | 3", 3, familiars="foresight - -", deck="9* 6A 10")
    table.play("foresight", "pick 1", "order 0 2", "add 1")
    own, other = (of_only_one(table.state.seen_by(viewer, True)) for viewer in (0, 1))
    assert next_cards(own) == {CARDS.index("9*"): 1}
    assert clash_probability(own, 0) == 1.0
    # The two cards on top differ: count the pairs with a 9 first among all unequal pairs.
    cards = other.deck.listed()
    pairs = [(a, b) for i, a in enumerate(cards) for j, b in enumerate(cards) if i != j and a != b]
    nines = sum(CARDS[a] in ("9", "9*", "egg*") for a, _ in pairs)
    assert clash_probability(other, 0) == pytest.approx(nines / len(pairs))


def test_the_1_on_top_is_a_safe_card() -> None:  # OO-10
    table = position("9 | 2 | 3", 3)
    table.set_up(turned=of_only_one(table.state).equipment.before_the_one)
    view = of_only_one(table.state.seen_by(1, True))
    assert [clash_probability(view, column) for column in range(3)] == [0.0, 0.0, 0.0]
    assert scene(table).status.endswith("the 1 is next")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("players", "familiars", "teams"), [(2, False, False), (3, True, False), (4, True, True)])
def test_the_score_steps_add_up_to_the_final_scores(
    players: int, familiars: bool, teams: bool, language: str
) -> None:  # OO-30, OO-31
    for seed in range(4):
        table = deal(GAME, players, options={"familiars": familiars, "teams": teams}, seed=seed)
        table.play_on()
        shown = scene(table, aids=False, language=language)
        assert shown.scoring[-1].totals == table.state.scores()
        assert shown.over
        potion = words(GAME, language).text("score", "potion")
        assert sum(potion in step.text for step in shown.scoring) == len(table.events("potion"))


def test_the_scoring_names_whose_token_decided_a_tie_even_if_it_is_yours() -> None:  # OO-31
    steps = [step.text for step in scene(scored(["2", "9", "9"], token=0)).scoring]
    assert "Kind 9, tied at 1, went to Ben, nearest to the start token (you): potion +1" in steps


def test_after_the_game_a_kind_nobody_owns_has_no_winner() -> None:  # OO-31
    kinds = {entry.title: entry.cells for entry in panel(scene(scored(["2* 9", "3", "5"])), "kinds").rows}
    assert kinds["10"] == ["nobody"]


def test_a_final_tie_is_explained() -> None:  # OO-32
    assert scene(scored(["2* 9", "3", "5"])).remark == "Most points"
    assert scene(scored(["egg* egg*", "3 5", "7"])).remark == "A tie for most points, won by more potions"
    assert scene(scored(["egg* egg*", "3 5 7", "2"], familiars="crown - -")).remark.endswith("won by the Crown")
    assert scene(scored(["3", "5", "7"])).remark.startswith("A tie for points and potions")


@pytest.mark.parametrize("players", [2, 3])
def test_only_with_three_or_more_players_is_there_a_column_for_the_discard(players: int) -> None:  # OO-40
    table = deal(GAME, players, seed=1)
    table.play_on(moves=12)
    shown = make_scene(GAME, table.state.seen_by(0, recall=True), words(GAME), NAMES[:players])
    kinds = panel(shown, "kinds")
    assert (words(GAME).text("fact", "discard") in kinds.columns) == (players > 2)
    assert {len(row.cells) for row in kinds.rows} <= {1, len(kinds.columns)}
