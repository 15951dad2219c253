"""The bots' review of a player's moves, as the page draws it."""

import re
from xml.etree import ElementTree

import pytest

from chabudai.scene.words import LANGUAGES
from chabudai.web.pages.page_words import page_words
from chabudai.web.pages.review_panel import Review, ReviewRemark, WinPoint, draw_review


def remark(step: int, win_lost: float, **fields: object) -> ReviewRemark:
    """Return a remark about the choice at this step."""
    return ReviewRemark(
        **{  # type: ignore[arg-type]
            "step": step,
            "seat": 1,
            "made": f"Play {step}",
            "better": f"Play {step + 1}",
            "win_lost": win_lost,
            "points_lost": 0.0,
            "win": 0.6,
        }
        | fields
    )


def review(*remarks: ReviewRemark, name: str = "") -> Review:
    points = [WinPoint(step, step / 10) for step in range(1, 9)]
    return Review(seat=1, name=name, choices=8, good=8 - len(remarks), remarks=remarks, points=points)


def test_the_three_costliest_moves_come_first_and_the_others_are_folded() -> None:
    costs = {1: 0.1, 2: 0.4, 3: 0.02, 5: 0.3, 7: 0.2}
    drawn = draw_review(review(*(remark(step, cost) for step, cost in costs.items())), page_words("en"))
    costliest, _, others = drawn.partition("Other moves that could have been better: 2")
    assert re.findall(r'data-step="(\d+)"', costliest) == ["2", "5", "7"]
    assert re.findall(r'data-step="(\d+)"', others) == ["1", "3"]


def test_it_speaks_to_the_player_or_about_another_one() -> None:
    assert "You chose “Play 1”. “Play 2” would have been better." in draw_review(
        review(remark(1, 0.1)), page_words("en")
    )
    about = draw_review(review(remark(1, 0.1), name="Mika"), page_words("en"))
    assert "Mika chose “Play 1”." in about
    assert "You" not in about


def test_a_remark_says_what_the_choice_cost_and_why() -> None:
    say = page_words("en")
    drawn = draw_review(review(remark(1, 0.25, points_lost=3.4, reason="wins the trick", against="is low")), say)
    assert "from 60% to 35%, and the expected lead by 3 points." in drawn
    # What speaks for the better move; nothing is said against it.
    assert "“Play 2”: wins the trick." in drawn
    assert "is low" not in drawn
    drawn = draw_review(review(remark(1, 0.25, against="is likely to be beaten")), say)
    assert "from 60% to 35%." in drawn
    assert "“Play 1”: is likely to be beaten." in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chance_of_winning_is_a_graph_with_a_text_alternative(language: str) -> None:
    drawn = draw_review(review(remark(3, 0.2), remark(6, 0.1)), page_words(language))
    (svg,) = re.findall(r"<svg.*?</svg>", drawn)
    picture = ElementTree.fromstring(svg)
    label = picture.attrib["aria-label"]
    assert {"10%", "80%"} <= set(re.findall(r"\d+%", label))
    (line,) = (element for element in picture if element.tag == "polyline")
    assert len(line.attrib["points"].split()) == 8
    assert sum(element.tag == "circle" for element in picture) == 2
    assert drawn.count("<tr>") == 9  # a head, and each choice
    assert "style=" not in drawn


def test_without_a_poor_move_or_without_choices_it_says_so() -> None:
    assert "Well played!" in draw_review(review(), page_words("en"))
    nothing = Review(seat=0, name="", choices=0, good=0, remarks=[], points=[])
    assert "nothing to choose" in draw_review(nothing, page_words("en"))


def test_names_are_escaped() -> None:
    name = "<script>alert(1)</script>"
    texts = {"made": name, "better": name, "reason": name}
    drawn = draw_review(review(remark(1, 0.1, **texts), name=name), page_words("en"))
    assert "<script" not in drawn
