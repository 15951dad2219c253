"""The page of features is what the games declare: a layout that changes is seen in a review."""

from tools.observations import PAGE, page


def test_the_page_of_features_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.observations"
