"""Observations of all games: features contain what their descriptions promise."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from chabudai.envs.features import by_name, numbers
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.kasane.equipment import card_list
from chabudai.games.kasane.rules import Kasane
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.registry import game as named_game
from chabudai.games.registry import games
from chabudai.games.thousand_cats.equipment import HANDS, card_at
from chabudai.games.thousand_cats.rules import Cats
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.bits import members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.kernel.tricks import past_card
from chabudai.sampling.setups import setups

Features = dict[str, np.ndarray[Any, Any]]


def observed(name: str, **options: Any) -> Iterator[tuple[Any, int, Features]]:
    """Yield the positions of a random game, each with the observation of a seat; the seats take turns."""
    game = named_game(name)
    setup = game.setup(options.pop("players", game.players[-1]), options)
    observer = game.observer(setup)
    state, rng = setup.start(), Rng(4)
    seat = 0
    while not state.over():
        if state.due >= 0:
            state.resolve(rng)
            continue
        packed = np.frombuffer(observer.observe(state, seat), np.uint8)
        yield state, seat, by_name(observer.features, np.unpackbits(packed, bitorder="little")[: observer.size])
        chooser = int(rng.member(state.waiting))
        state.apply(chooser, state.first + rng.member(state.choices(chooser)))
        seat = (seat + 1) % setup.players


def bit_numbers(bits: np.ndarray[Any, Any]) -> list[int]:
    """Return the numbers in a bit set."""
    return [int(number) for number in np.flatnonzero(bits)]


def one_hot(bits: np.ndarray[Any, Any]) -> int:
    """Decode a one-hot number; -1 for none."""
    assert bits.sum() <= 1
    return int(np.argmax(bits)) if bits.any() else -1


def around(state: State, seat: int) -> list[int]:
    """Return the seats clockwise from this one."""
    players = state.setup.players
    return [(seat + distance) % players for distance in range(players)]


@pytest.mark.parametrize("name", games())
def test_the_features_have_the_size_of_what_is_written(name: str) -> None:
    game = named_game(name)
    for setup in setups(game, None, None):
        observer = game.observer(setup)
        assert len({feature.name for feature in observer.features}) == len(observer.features)
        state = setup.start()
        state.resolve(Rng(1))
        for seat in range(setup.players):
            writer = BitWriter(setup.players)
            writer.viewer = seat
            observer.observation.write(state.seen_by(seat, recall=True), writer)
            assert writer.length() == observer.size
            assert len(observer.observe(state, seat)) == observer.row


SETUPS: dict[str, list[dict[str, Any]]] = {
    "ameno_kirifuda": [{"players": 3}, {}],
    "fine_weather": [{"hidden_wishes": True}, {"wishes": 5}],
    "kasane": [{}],
    "only_one": [{"familiars": True}],
    "thousand_cats": [{"players": 3, "target": 20}, {"rules": "experienced", "target": 20}, {"rules": "advanced"}],
}
"""Arguments of `observed` with which every feature is used."""

PHASES = {
    "ameno_kirifuda": "draft discard play place push to return",
    "fine_weather": "wish announce play",
    "kasane": "take meld",
    "only_one": "explore add pick order keep",
    "thousand_cats": "keep play swap start multiplier tokens token",
}
"""The first verb of each phase, in the order of the feature `phase`."""

FIELD_FEATURES = {
    "ameno_kirifuda": {
        "count": "round=part drafts trick owed",
        "seat": "opener leader winner",
        "place": "led pushed",
        "members": "face_up to_come=unturned",
    },
    "fine_weather": {"count": "round=part trick", "seat": "opener opener_before=previous leader", "place": "led"},
    "kasane": {"count": "round=part turns", "seat": "starter", "members": "free twice_free"},
    "only_one": {
        "number": "round=part",
        "flag": "revealed twins",
        "seat": "token",
        "place": "card broken picked came",
    },
    "thousand_cats": {
        "number": "game=part",
        "count": "round",
        "flag": "extra counted",
        "seat": "keeper",
        "place": "low high",
        "members": "multipliers_gone=discarded",
    },
}
"""Features that encode a field of the position, by encoding; `feature=field` if the names differ."""

SEAT_FEATURES = {
    "ameno_kirifuda": {"count": "stones", "place": "played", "members": "void board omegumi scored"},
    "fine_weather": {"count": "tricks", "number": "points", "place": "played announced", "members": "void won"},
    "kasane": {"number": "points"},
    "only_one": {"flag": "used", "number": "points", "place": "familiar"},
    "thousand_cats": {
        "count": "booze shown_booze shown_crows",
        "number": "total",
        "place": "multiplier",
        "members": "void",
    },
}
"""Features that encode a field of each seat, by encoding."""


def pairs(named: str) -> list[tuple[str, str]]:
    """Split a list such as `round=part trick` into pairs of a feature and the field it encodes."""
    return [(name.split("=")[0], name.split("=")[-1]) for name in named.split()]


def encodes(bits: np.ndarray[Any, Any], encoding: str, value: int, seats: list[int]) -> bool:
    """Check whether the bits of a feature encode a value; `seats` are clockwise from the viewer."""
    if encoding == "members":
        return bit_numbers(bits) == members(value)
    if encoding == "number":
        return int(numbers(bits)) == value
    if encoding == "seat":
        return [*seats, -1][one_hot(bits)] == value
    if encoding == "place":
        return one_hot(bits) == value
    return bool(bits.tolist() == [1] * value + [0] * (len(bits) - value))


@pytest.mark.parametrize("name", games())
def test_features_match_the_fields_they_are_named_after(name: str) -> None:
    game, verbs, seen_phases = named_game(name), PHASES[name].split(), set()
    for options in SETUPS[name]:
        for state, seat, features in observed(name, **options):
            seats = around(state, seat)
            phase = one_hot(features["phase"])
            assert game.actions[state.first].split()[0] in verbs[phase : phase + 1]
            seen_phases.add(phase)
            for encoding, named in FIELD_FEATURES[name].items():
                for feature, field in pairs(named):
                    assert encodes(features[feature], encoding, getattr(state, field), seats), feature
            for encoding, named in SEAT_FEATURES[name].items():
                for feature, field in pairs(named):
                    for bits, other in zip(features[feature], seats, strict=False):
                        assert encodes(np.atleast_1d(bits), encoding, getattr(state.seats[other], field), seats), (
                            feature
                        )
    assert len(seen_phases) >= len(verbs) - 1, "nearly all phases were seen"


@pytest.mark.parametrize("players", [3, 4])
def test_the_features_of_ameno_kirifuda_match_the_position(players: int) -> None:
    positions = 0
    for state, seat, features in observed("ameno_kirifuda", players=players):
        assert isinstance(state, Ameno)
        positions += 1
        assert bit_numbers(features["hand"]) == members(state.seats[seat].hand)
        assert bit_numbers(features["face_up"]) == members(state.face_up)
        for distance, other in enumerate(around(state, seat)):
            player = state.seats[other]
            assert bit_numbers(features["board"][distance]) == members(player.board)
            assert bit_numbers(features["omegumi"][distance]) == members(player.omegumi)
            assert features["stones"][distance].sum() == player.stones
            assert bit_numbers(features["void"][distance]) == members(player.void)
            assert [one_hot(card) for card in features["past"][distance]] == [
                past_card(player.past, i) for i in range(8)
            ]
            assert features["waiting"][distance] == (state.waiting >> other & 1)
        assert features["owed"].sum() == state.owed
        assert (features["spaces"].sum(axis=1) <= 1).all()
    assert positions > 80


def test_the_features_of_ameno_kirifuda_list_chosen_spaces_latest_first() -> None:
    chosen: list[int] = []
    for state, _, features in observed("ameno_kirifuda"):
        latest = [one_hot(space) for space in features["spaces"] if space.any()]
        if len(latest) > len(chosen):
            assert latest[1:] == chosen
        chosen = latest
        if state.trick == 6:
            assert len(chosen) >= 6
            return
    pytest.fail("no sixth trick was seen")


@pytest.mark.parametrize("hidden", [False, True])
def test_the_features_of_fine_weather_match_the_position(hidden: bool) -> None:
    for state, seat, features in observed("fine_weather", hidden_wishes=hidden):
        assert isinstance(state, Weather)
        assert bit_numbers(features["hand"]) == members(state.seats[seat].hand)
        assert numbers(features["points"]).tolist() == [state.seats[other].points for other in around(state, seat)]
        for distance, other in enumerate(around(state, seat)):
            player = state.seats[other]
            assert one_hot(features["played"][distance]) == player.played
            assert bit_numbers(features["won"][distance]) == members(player.won)
            assert features["wished"][distance] == (player.wish >= 0)
            known = other == seat or not hidden
            assert one_hot(features["wish"][distance]) == (player.wish if known else -1)
            assert [one_hot(wish) for wish in features["wishes_before"][distance]] == player.wished


def test_the_features_of_kasane_match_the_position() -> None:
    for state, seat, features in observed("kasane"):
        assert isinstance(state, Kasane)
        assert bit_numbers(features["free"]) == members(state.free)
        assert bit_numbers(features["twice_free"]) == members(state.twice_free)
        assert numbers(features["points"]).tolist() == [state.seats[other].points for other in around(state, seat)]
        for distance, other in enumerate(around(state, seat)):
            hand = [one_hot(card) + 1 for card in features["hands"][distance] if card.any()]
            assert hand == card_list(state.seats[other].hand)[::-1]
            field = [one_hot(card) + 1 for card in features["fields"][distance] if card.any()]
            assert field == card_list(state.seats[other].field)[::-1]
        rows = [[one_hot(card) + 1 for card in row if card.any()] for row in features["rows"]]
        assert rows == [card_list(row.cards)[::-1] for row in state.rows]
        assert features["pile"].sum(axis=1).tolist() == [state.pile >> 4 * kind & 15 for kind in range(10)]


def test_the_features_of_only_one_match_the_position() -> None:
    looked = 0
    for state, seat, features in observed("only_one", familiars=True):
        assert isinstance(state, OnlyOne)
        view = state.seen_by(seat, recall=True)
        assert isinstance(view, OnlyOne)
        columns = [[one_hot(card) for card in column if card.any()] for column in features["columns"]]
        assert columns == [column.listed() for column in state.columns]
        assert numbers(features["above_the_one"]) == state.above_the_one()
        assert features["deck"].sum() == view.deck.size()
        present = [int(card[0]) for card in features["looked_at"]]
        assert sum(present) == len(state.top)
        assert [one_hot(card[1:]) for card in features["looked_at"]][: len(view.top)] == [
            max(-1, card) for card in view.top
        ]
        looked += sum(present)
        for distance, other in enumerate(around(state, seat)):
            assert features["cards"][distance].sum() == state.seats[other].cards.size()
            assert one_hot(features["familiar"][distance]) == state.seats[other].familiar
        assert numbers(features["points"]).tolist() == [state.seats[other].points for other in around(state, seat)]
    assert looked, "no game in which cards are looked at"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", ["experienced", "advanced"])
def test_the_features_of_thousand_cats_match_the_position(players: int, rules: str) -> None:
    for state, seat, features in observed("thousand_cats", players=players, rules=rules, target=20):
        assert isinstance(state, Cats)
        seats = around(state, seat) + list(range(players, HANDS))
        assert bit_numbers(features["hand"]) == members(state.seats[seat].hand)
        assert (one_hot(features["low"]), one_hot(features["high"])) == (state.low, state.high)
        assert bit_numbers(features["multipliers"]) == members(state.seats[seat].multipliers)
        assert numbers(features["total"]).tolist() == [state.seats[other].total for other in seats]
        queue = [seats[one_hot(bits)] for bits in features["queue"] if bits.any()]
        assert queue == [state.queue >> 2 * place & 3 for place in range(state.queued)]
        for distance, other in enumerate(seats):
            player = state.seats[other]
            row = [one_hot(card) for card in features["rows"][distance] if card.any()]
            assert row == [card_at(player.row, place) for place in range(state.round)]
            assert features["tokens"][distance].sum(axis=1).tolist() == [
                player.tokens_of(season) for season in range(4)
            ]
            hidden = state.has_chosen(other) and other != seat
            assert one_hot(features["played"][distance]) == (-1 if hidden else player.played)
