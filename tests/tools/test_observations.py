"""The feature page matches the declarations of the games, so a review sees every change of a layout."""

from tools.observations import PAGE, page


def test_the_feature_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.observations"
