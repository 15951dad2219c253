"""What a person types at the table, and what is understood."""

from chabudai.scene.vocabulary import Choice
from chabudai.terminal.answer import Command, Unclear, understand


def choice(action: int, words: str, text: str, why: str | None = None) -> Choice:
    return Choice(action=action, words=words, text=text, target=words.split()[-1], why=why)


SPRING_3 = choice(0, "play spring-3", "Play Spring 3")
SUMMER_3 = choice(1, "play summer-3", "Play Summer 3", why="it must follow spring")
SPRING_8 = choice(2, "play spring-8", "Play Spring 8")
DONE = Choice(action=3, words="done", text="Give up nothing more")
CHOICES = [SPRING_3, SUMMER_3, SPRING_8, DONE]


def test_numbers_count_what_is_allowed() -> None:
    assert [understand(str(number), CHOICES) for number in (1, 2, 3)] == [SPRING_3, SPRING_8, DONE]


def test_a_number_that_is_not_shown_never_means_the_rank_of_a_card() -> None:
    assert understand("8", CHOICES) == Unclear("8", [])
    assert understand("0", CHOICES) == Unclear("0", [])
    assert understand("9" * 5000, CHOICES) == Unclear("9" * 5000, [])


def test_words_can_be_those_of_the_record_or_of_the_language_or_some_of_them() -> None:
    for typed in ("play spring-3", "Play Spring 3", "spring 3", "SPRING-3", "  play  spring 3 ", "3 spring"):
        assert understand(typed, CHOICES) == SPRING_3
    assert understand("nothing", CHOICES) == DONE


def test_an_allowed_choice_goes_before_one_that_is_not() -> None:
    assert understand("play 3", CHOICES) == SPRING_3
    assert understand("summer", CHOICES) == SUMMER_3


def test_what_fits_several_choices_is_unclear() -> None:
    assert understand("spring", CHOICES) == Unclear("spring", [SPRING_3, SPRING_8])
    assert understand("autumn", CHOICES) == Unclear("autumn", [])
    assert understand("", CHOICES) == Unclear("", [])
    assert understand("99", CHOICES) == Unclear("99", [])


def test_commands_may_have_something_after_them() -> None:
    assert understand("quit", CHOICES) == Command("quit")
    assert understand(" Save my game.json ", CHOICES) == Command("save", "my game.json")
    assert understand("?", CHOICES) == Command("?")
    assert understand("?summer 3", CHOICES) == Command("?", "summer 3")


def test_japanese_words_are_found_within_a_text() -> None:
    haru = choice(0, "play spring-3", "春3を出す")
    assert understand("春3", [haru, choice(1, "play spring-8", "春8を出す")]) == haru
