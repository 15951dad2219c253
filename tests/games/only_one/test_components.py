"""The components (OO-1 to OO-4), and the familiar cards (OO-50)."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import COUNTS, is_special, kind_of, values_of
from chabudai.games.only_one.words import CARDS, KINDS, POWERS
from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadOption, BadPlayers, BadTable
from chabudai.scene.words import words
from chabudai.testing.table import deal
from games.only_one.positions import begin, kind_counts, only_one


def whole_deck(players: int) -> dict[str, int]:
    """Count the cards of each kind in the game."""
    table = begin(players=players)
    table.play_on()
    deck = [str(word) for word in table.record().chance[1].result]
    return {kind: sum(word.rstrip("*") == kind for word in deck) for kind in KINDS}


def test_there_are_as_many_cards_of_a_kind_as_its_value_and_five_eggs() -> None:  # OO-1
    assert sum(COUNTS) == 78
    for kind, number in zip(KINDS, COUNTS, strict=True):
        assert number == (5 if kind == "egg" else int(kind.rstrip("AB")))
    assert whole_deck(4) == dict(zip(KINDS, COUNTS, strict=True))


def test_every_ingredient_has_its_name() -> None:  # OO-1
    names = words(GAME).tables["ingredient"]
    assert list(dict.fromkeys(names.values())) == [
        "Magical Fig", "Dual Headed Snake", "Secret Cheese", "Lucky Clover", "Tiny Star", "Dieshroom", "Rainbow Sugar",
        "Forest Octopus", "Fox Tails", "Chatty Pumpkin", "Unbreakable Egg",
    ]  # fmt: skip
    assert tuple(names) == KINDS


@pytest.mark.parametrize(("players", "special"), [(4, 17), (3, 15), (2, 14)])
def test_one_card_of_each_kind_but_1_is_special_and_every_egg(players: int, special: int) -> None:  # OO-2
    table = begin(players=players)
    table.play_on()
    deck = [str(word) for word in table.record().chance[1].result]
    starred = [word for word in deck if word.endswith("*")]
    assert len(starred) == special
    assert {word: starred.count(word) for word in starred} == {
        word: 5 if word == "egg*" else 1 for word in CARDS if word in deck and word.endswith("*")
    }
    assert [word for word in CARDS if is_special(CARDS.index(word))] == [word for word in CARDS if "*" in word]


@pytest.mark.parametrize(("players", "cards", "without"), [(4, 78, ""), (3, 66, "4B 8B"), (2, 60, "4B 6B 8B")])
def test_with_fewer_players_some_kinds_are_left_out(players: int, cards: int, without: str) -> None:  # OO-3
    deck = whole_deck(players)
    assert sum(deck.values()) == cards
    assert [kind for kind, number in deck.items() if number == 0] == without.split()
    setup = only_one(begin(players=players)).equipment
    potions = [kind for number, kind in enumerate(KINDS[:-1]) if setup.plays_with(number)]
    assert potions == [kind for kind in KINDS[:-1] if kind not in without.split()]


def test_a_and_b_have_the_same_value_and_an_egg_has_four() -> None:  # OO-4
    for card, word in enumerate(CARDS):
        value = word.rstrip("*").rstrip("AB")
        assert members(values_of(card)) == ([3, 5, 7, 9] if value == "egg" else [int(value)])
    assert kind_of(CARDS.index("4A*")) != kind_of(CARDS.index("4B"))


def test_one_player_and_five_players_are_refused() -> None:
    for players in (1, 5):
        with pytest.raises(BadPlayers, match="only_one is for 2 or 3 or 4 players"):
            GAME.setup(players)


def test_familiars_need_three_players_and_teams_four() -> None:  # OO-50, OO-60
    with pytest.raises(BadOption, match="familiars can be true only with 3 or 4 players"):
        GAME.setup(2, {"familiars": True})
    for players in (2, 3):
        with pytest.raises(BadOption, match="teams can be true only with 4 players"):
            GAME.setup(players, {"teams": True})
    GAME.setup(4, {"teams": True, "familiars": True})


def test_each_familiar_card_has_two_powers_in_the_order_of_the_rules() -> None:  # OO-50
    card_of = GAME.tables[0].rows
    assert GAME.tables[0].assumed
    assert [(power, card_of[power]) for power in POWERS] == [
        (power, [place // 2 + 1, 1]) for place, power in enumerate(POWERS)
    ]


def test_the_powers_of_a_card_can_be_corrected() -> None:  # OO-50
    data = {"familiars": {"encore": [2, 1], "crown": [1, 1]}}
    chance = {"familiars": "encore early_bird foresight salvage"}
    table = deal(GAME, 4, options={"familiars": True}, data=data, chance=chance)
    assert [column.familiar for column in only_one(table).columns] == [0, 1, 4, 6]
    assert table.record().data == {"familiars": only_one(table).equipment.tables["familiars"]}


def test_a_familiar_card_without_exactly_two_powers_is_refused() -> None:  # OO-50
    with pytest.raises(BadTable, match="card 1 needs two powers"):
        GAME.setup(4, data={"familiars": {"encore": [2, 1]}})


def test_collections_count_their_cards() -> None:
    table = begin("3* 5 egg* 10*")
    table.play("collect 2")
    table.play("collect 0")
    assert kind_counts(only_one(table).seats[0].cards) == {"egg": 1}
    assert only_one(table).seats[1].cards.specials() == 1
