"""Options: defaults, checks and parsing."""

import pytest

from chabudai.kernel.errors import BadOption
from chabudai.kernel.options import Option, complete_options, option_text

OPTIONS = (
    Option(name="tricks", meaning="how many", default=8, values=(8, 6), players=(3, 5)),
    Option(name="open", meaning="hands lie open", default=False, values=(False, True)),
    Option(name="lie", meaning="what it costs", default=1, range=(0, 3)),
    Option(name="deck", meaning="which one", default="old", values=("old", "new")),
)


def test_an_omitted_option_has_its_default() -> None:
    assert complete_options(OPTIONS, {}, 4) == {"tricks": 8, "open": False, "lie": 1, "deck": "old"}
    values = {"deck": "new", "tricks": 6, "lie": 0, "open": True}
    assert complete_options(OPTIONS, values, 3) == {"tricks": 6, "open": True, "lie": 0, "deck": "new"}


def test_options_keep_their_declared_order() -> None:
    assert list(complete_options(OPTIONS, {"deck": "new", "tricks": 8}, 3)) == ["tricks", "open", "lie", "deck"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"trick": 8}, "there is no option trick; the options are: tricks, open, lie, deck"),
        ({"tricks": 7}, "option tricks cannot be 7: it must be 8 or 6"),
        ({"tricks": 6}, "option tricks can be 6 only with 3 or 5 players: with 4 it is 8"),
        ({"tricks": "8"}, "option tricks cannot be '8': it must be 8 or 6"),
        ({"tricks": 8.0}, "option tricks cannot be 8.0: it must be 8 or 6"),
        ({"open": 1}, "option open cannot be 1: it must be false or true"),
        ({"open": None}, "option open cannot be None: it must be false or true"),
        ({"lie": 4}, "option lie cannot be 4: it must be a whole number from 0 to 3"),
        ({"lie": -1}, "option lie cannot be -1: it must be a whole number from 0 to 3"),
        ({"lie": True}, "option lie cannot be true: it must be a whole number from 0 to 3"),
        ({"deck": "newest"}, "option deck cannot be newest: it must be old or new"),
        ({"deck": ["old"]}, "option deck cannot be ['old']: it must be old or new"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(values: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption) as error:
        complete_options(OPTIONS, values, 4)
    assert str(error.value) == message


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="there is no option x; the options are: none"):
        complete_options((), {"x": 1}, 4)


def test_other_values_need_certain_player_counts_but_the_default_does_not() -> None:
    assert complete_options(OPTIONS, {"tricks": 8}, 4)["tricks"] == 8
    assert complete_options(OPTIONS, {"tricks": 6}, 5)["tricks"] == 6


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (0, "6", 6),
        (0, "7", "7"),
        (1, "true", True),
        (1, "True", "True"),
        (2, "3", 3),
        (2, "-1", -1),
        (2, "many", "many"),
        (3, "new", "new"),
    ],
)
def test_a_text_is_parsed_as_the_value_it_stands_for(option: int, text: str, value: object) -> None:
    read = OPTIONS[option].parse(text)
    assert read == value
    assert type(read) is type(value)


def test_values_are_written_as_people_write_them() -> None:
    assert [option_text(value) for value in (True, False, 3, "old")] == ["true", "false", "3", "old"]
