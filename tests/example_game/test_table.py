"""The example game at the table: a game in another package passes tests of the five games, and what its scenes show."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR
from chabudai.records.record import read_record
from chabudai.records.replay import replay
from chabudai.sampling.option_sets import option_sets
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Fan, Row, Scene
from chabudai.scene.words import LANGUAGES, words
from chabudai.session import settings as session_settings
from chabudai.session import table as session_table
from chabudai.session.opening import open_table
from chabudai.terminal.gallery import gallery
from chabudai.terminal.line_by_line import LineByLine
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.seat_assignment import SeatAssignment
from chabudai.testing.table import StackedTable, deal
from example_game import GAME
from scene import test_rules_text as rules_text_tests
from scene import test_scenes as scene_tests
from scene import test_words as words_tests

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]
SETUPS = [
    pytest.param(GAME.setup(players, options), id=f"{players}-{number}")
    for players in GAME.players
    for number, options in enumerate(option_sets(GAME, players))
]

both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_scene_is_the_same_in_another_world_that_fits_the_view(setup: Setup) -> None:
    rng = Rng(11)
    for state in scene_tests.positions(setup, seed=5, every=1):
        for viewer in range(SPECTATOR, setup.players):
            for aids in (True, False):
                view = state.seen_by(viewer, aids)
                world = view.imagine(rng).seen_by(viewer, aids)
                language = words(GAME, LANGUAGES[viewer % 2])
                assert make_scene(GAME, view, language, NAMES) == make_scene(GAME, world, language, NAMES)


@pytest.mark.parametrize(
    "check",
    [
        scene_tests.test_all_legal_actions_are_choices_and_other_choices_say_why_not,
        scene_tests.test_the_scoring_step_by_step_ends_at_the_final_scores,
    ],
)
@pytest.mark.parametrize("setup", SETUPS)
def test_its_scenes_pass_the_tests_of_all_scenes(check: Callable[[Game, Setup], None], setup: Setup) -> None:
    check(GAME, setup)


@both_languages
def test_its_scenes_survive_a_round_trip_through_json(language: str) -> None:
    scene_tests.test_a_scene_survives_a_round_trip_through_json(GAME, GAME.setup(4), language)


@pytest.mark.parametrize(
    "check",
    [
        words_tests.test_both_languages_have_the_same_sentences,
        words_tests.test_a_sentence_has_the_same_placeholders_in_both_languages,
    ],
)
def test_its_sentences_have_the_same_ids_and_placeholders_in_both_languages(check: Callable[[str], None]) -> None:
    check(GAME.package)


@pytest.mark.parametrize(
    "check",
    [
        words_tests.test_every_kind_of_event_has_a_sentence,
        words_tests.test_every_event_has_a_log_line_for_every_viewer,
        words_tests.test_every_move_has_its_own_text,
        words_tests.test_every_word_of_the_record_has_a_name,
        rules_text_tests.test_the_text_is_its_title_and_its_chapters_and_nothing_else,
        rules_text_tests.test_every_table_is_filled_and_as_wide_as_its_head,
        rules_text_tests.test_every_option_is_explained,
    ],
)
@both_languages
def test_its_words_and_rules_are_complete(check: Callable[[Game, str], None], language: str) -> None:
    check(GAME, language)


def test_its_rules_have_the_same_chapters_in_both_languages() -> None:
    rules_text_tests.test_both_languages_have_the_same_chapters_in_the_same_order(GAME)


@pytest.mark.parametrize("players", GAME.players)
@both_languages
def test_a_game_played_in_the_terminal_can_be_replayed_from_its_record(
    players: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.StringIO()
    seat = players - 1
    # The game is not installed, so the registry does not have it.
    monkeypatch.setattr(session_table, "find_game", lambda name: GAME)
    monkeypatch.setattr(session_settings, "find_game", lambda name: GAME)
    opened = open_table(GAME, GAME.setup(players), YOU.guest, aids=True, pace="at_once")
    local = LocalSession(opened, SeatAssignment(seat, True, ("random",) * players), language, 4)
    LineByLine(Console(file=output, width=80, highlight=False), local, pause=0.0, ask=lambda prompt: "2").run()
    assert local.table.status == "over"
    assert max(len(line) for line in output.getvalue().splitlines()) <= 80
    assert replay(read_record(local.record()), GAME).result() == local.play.result()


def test_the_gallery_shows_every_kind_of_card() -> None:
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as capture:
        console.print(*gallery(GAME, words(GAME)), sep="\n")
    assert all(words(GAME).name(card) in capture.get() for card in GAME.vocabulary["card"])


def scene_for(table: StackedTable, viewer: int, *, aids: bool = True) -> Scene:
    """Return the scene for a viewer."""
    return make_scene(GAME, table.state.seen_by(viewer, aids), words(GAME), NAMES)


def test_the_cards_of_others_are_face_down_except_a_whispering_partners() -> None:  # EX-14
    table = deal(GAME, 4, options={"whisper": True}, chance={"deck": "cloud half full cloud"})
    cards_by_seat = [
        zone.cards for seat in scene_for(table, 2).seats for zone in seat.zones if isinstance(zone, Fan | Row)
    ]
    assert [[card.id for card in cards] for cards in cards_by_seat] == [["cloud"], [""], ["full"], [""]]


def test_others_see_a_laid_card_by_the_name_it_was_given() -> None:  # EX-9
    table = deal(GAME, 2, chance={"deck": "cloud half full half"})
    table.play("go veranda", "go veranda", "lay full as cloud")
    markers = [scene_for(table, viewer).seats[0].markers[0].name for viewer in (0, 1)]
    assert markers == ["laid full moon as cloud", "laid a card as cloud"]


def test_only_memory_aids_show_what_a_player_has_seen_before() -> None:  # EX-15
    table = deal(GAME, 2, chance={"deck": "cloud cloud full half"})
    table.play("go pond", "go veranda")
    rows = [fact.rows for fact in scene_for(table, 0).facts if fact.id == "memories"]
    assert [(row.title, row.cells) for row in rows[0]] == [("bottom of the deck", ["full moon"])]
    assert "memories" not in [fact.id for fact in [*scene_for(table, 0, aids=False).facts, *scene_for(table, 1).facts]]


def test_a_false_name_shows_what_it_costs() -> None:  # EX-12
    table = deal(GAME, 2, options={"lie": 3}, chance={"deck": "cloud half full"})
    table.play("go veranda", "go veranda")
    notes = {choice.words: choice.note for choice in scene_for(table, 0).choices}
    assert notes["lay full as full"] == ""
    assert notes["lay full as cloud"] == "a lie, which scores -3"
