"""The parser of typed input: numbers, words and commands."""

from chabudai.scene.vocabulary import Choice
from chabudai.terminal.typed_input import TypedCommand, UnclearInput, parse_input


def choice(action: int, words: str, text: str, why: str | None = None) -> Choice:
    return Choice(action=action, words=words, text=text, target=words.split()[-1], why=why)


SPRING_3 = choice(0, "play spring-3", "Play Spring 3")
SUMMER_3 = choice(1, "play summer-3", "Play Summer 3", why="you must follow spring")
SPRING_8 = choice(2, "play spring-8", "Play Spring 8")
DONE = Choice(action=3, words="done", text="Finish discarding")
CHOICES = [SPRING_3, SUMMER_3, SPRING_8, DONE]


def test_a_number_selects_among_the_legal_choices() -> None:
    assert [parse_input(str(number), CHOICES) for number in (1, 2, 3)] == [SPRING_3, SPRING_8, DONE]


def test_a_number_that_is_not_shown_never_means_the_rank_of_a_card() -> None:
    assert parse_input("8", CHOICES) == UnclearInput("8", [])
    assert parse_input("0", CHOICES) == UnclearInput("0", [])
    assert parse_input("9" * 5000, CHOICES) == UnclearInput("9" * 5000, [])


def test_a_choice_is_found_by_its_record_words_its_text_or_some_of_its_words() -> None:
    for typed in ("play spring-3", "Play Spring 3", "spring 3", "SPRING-3", "  play  spring 3 ", "3 spring"):
        assert parse_input(typed, CHOICES) == SPRING_3
    assert parse_input("finish", CHOICES) == DONE


def test_a_legal_choice_is_preferred_to_an_illegal_one() -> None:
    assert parse_input("play 3", CHOICES) == SPRING_3
    assert parse_input("summer", CHOICES) == SUMMER_3


def test_input_that_fits_several_choices_or_none_is_unclear() -> None:
    assert parse_input("spring", CHOICES) == UnclearInput("spring", [SPRING_3, SPRING_8])
    assert parse_input("autumn", CHOICES) == UnclearInput("autumn", [])
    assert parse_input("", CHOICES) == UnclearInput("", [])
    assert parse_input("99", CHOICES) == UnclearInput("99", [])


def test_commands_may_have_arguments() -> None:
    assert parse_input("quit", CHOICES) == TypedCommand("quit")
    assert parse_input(" Save my game.json ", CHOICES) == TypedCommand("save", "my game.json")
    assert parse_input("?", CHOICES) == TypedCommand("?")
    assert parse_input("?summer 3", CHOICES) == TypedCommand("?", "summer 3")


def test_japanese_words_are_found_within_a_text() -> None:
    haru = choice(0, "play spring-3", "春3を出す")
    assert parse_input("春3", [haru, choice(1, "play spring-8", "春8を出す")]) == haru
