"""Hints on the page: the list beside the table, and the best choices marked on the table itself."""

import re

import msgspec
import pytest

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import game, games
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.words import LANGUAGES, words
from chabudai.session.notes import TableNotes
from chabudai.web.sections import table_frame, table_sections

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]

TABLE = ("mid", "hand", "offers", "prompt", "seat-0")
"""The sections with choices."""


def views(game_name: str) -> list[State]:
    """Return one view for each kind of choice that comes up in some random games."""
    found: dict[int, State] = {}
    for seed in range(4):
        for state in random_positions(game(game_name).setup(4), Rng(seed)):
            if state.waiting and count(state.choices(lowest(state.waiting))) > 1:
                found.setdefault(state.first, state.seen_by(lowest(state.waiting), recall=True))
    return list(found.values())


def drawn(game_name: str, view: State, made: Hint, language: str = "en") -> dict[str, str]:
    installed = game(game_name)
    scene = make_scene(installed, view, words(installed, language), NAMES)
    return table_sections(scene, TableNotes(hint=made))


@pytest.mark.parametrize("name", games())
def test_the_best_choices_are_marked_on_the_table_and_every_row_is_a_button(name: str) -> None:
    for view in views(name):
        made = hint(game(name), view, simulations=60)
        sections = drawn(name, view, made)
        rows = re.findall(r'class="choice" data-action="(\d+)"', sections["hints"])
        assert [int(action) for action in rows] == [choice.action for choice in made.choices]
        tags = re.findall(r"<button[^>]*>", "".join(sections[section] for section in TABLE))
        marks = {
            int(match[1]): "best" if 'data-hint="best"' in tag else "equal" if 'data-hint="equal"' in tag else ""
            for tag in tags
            if (match := re.search(r'data-action="(\d+)"', tag)) and "aria-disabled" not in tag
        }
        expected = {choice.action: "equal" if choice.equal else "" for choice in made.choices}
        assert marks == expected | {made.choices[0].action: "best"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_points_decide_they_come_first(language: str) -> None:
    view = views("kasane")[0]
    made = hint(game("kasane"), view, simulations=60)
    heads = {"en": ["wins", "lead"], "ja": ["勝率", "点差"]}[language]
    assert re.findall(r'<th scope="col">(.*?)</th>', drawn("kasane", view, made, language)["hints"]) == heads
    decided = msgspec.structs.replace(made, points_decide=True)
    section = drawn("kasane", view, decided, language)["hints"]
    assert re.findall(r'<th scope="col">(.*?)</th>', section) == heads[::-1]
    assert words(game("kasane"), language).text("hint", "points_decide") in section


def test_identical_choices_have_no_star() -> None:
    view = views("kasane")[0]
    same = msgspec.structs.replace(hint(game("kasane"), view, simulations=60), identical=True)
    sections = drawn("kasane", view, same)
    assert "All choices are equal" in sections["hints"]
    assert "★" not in "".join(sections.values())
    assert "data-hint=" not in "".join(sections.values())


def test_a_share_of_wins_is_rounded_to_0_or_100_only_if_it_is() -> None:
    view = views("kasane")[0]
    made = hint(game("kasane"), view, simulations=60)
    first, *others = made.choices
    shares = {0.0: "0\u00a0%", 0.004: "&lt;1\u00a0%", 0.5: "50\u00a0%", 0.997: "&gt;99\u00a0%", 1.0: "100\u00a0%"}
    for win, text in shares.items():
        choices = [msgspec.structs.replace(first, win=win), *others]
        assert f"{text}</td>" in drawn("kasane", view, msgspec.structs.replace(made, choices=choices))["hints"]


def test_the_list_is_a_named_region_outside_the_table_with_a_button_to_close_it() -> None:
    view = views("only_one")[0]
    sections = drawn("only_one", view, hint(game("only_one"), view, simulations=60))
    assert '<section class="hints" id="hints" aria-labelledby="hints-title">' in sections["hints"]
    assert 'data-close="hints" aria-label="Close the hint"' in sections["hints"]
    frame = table_frame(sections)
    assert frame.index("</main>") < frame.index('id="s-hints"')


def test_without_a_hint_nothing_is_marked() -> None:
    view = views("only_one")[0]
    scene = make_scene(game("only_one"), view, words(game("only_one")), NAMES)
    sections = table_sections(scene, TableNotes())
    assert sections["hints"] == ""
    assert "data-hint" not in "".join(sections.values())
