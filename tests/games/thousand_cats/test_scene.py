"""What a viewer sees: seasons, cards seen, taken cards, log lines and score steps."""

from chabudai.games.thousand_cats import GAME
from chabudai.kernel.event import Event
from chabudai.scene.builder import People, log_line, make_scene
from chabudai.scene.vocabulary import Cell, Facts, Ring, Row, Scene, Strip
from chabudai.scene.words import words
from chabudai.testing.table import StackedTable, deal
from games.thousand_cats.positions import chance_for, dealt, keep, last_round, play

NAMES = ["Ami", "Ben", "Chika", "Dai"]


def scene(table: StackedTable, viewer: int = 0, aids: bool = False) -> Scene:
    return make_scene(GAME, table.state.seen_by(viewer, aids), words(GAME), NAMES)


def zone(shown: Scene, name: str) -> object:
    return next((zone for zone in shown.zones if zone.id == name), None)


def panel(shown: Scene, name: str) -> Facts | None:
    return next((facts for facts in shown.facts if facts.id == name), None)


HANDS = "summer-5 fall-3 … | winter-12 … | winter-7 … | summer-2 …"


def test_a_strip_shows_which_seasons_are_open_and_closed() -> None:  # TC-20
    strip = zone(scene(dealt(HANDS, face_up="spring-3 fall-9")), "seasons")
    assert isinstance(strip, Strip)
    assert [chip.text for chip in strip.chips] == ["Spring closed", "Summer open", "Fall closed", "Winter open"]


def test_each_card_of_the_pair_says_who_takes_it() -> None:  # TC-24
    row = zone(scene(dealt(HANDS, face_up="spring-3 fall-9")), "pair")
    assert isinstance(row, Row)
    assert [(card.id, card.note) for card in row.cards] == [
        ("spring-3", "fish, to the lowest"),
        ("fall-9", "fish, to the highest"),
    ]
    assert row.cards[0].name == "Spring 3, fish, 4-cat card"


def test_cards_seen_are_always_shown_with_or_without_memory_aids() -> None:  # TC-26
    table = dealt(HANDS, face_up="spring-3 fall-9")
    play(table, "summer-5 winter-12 winter-7 summer-2")
    for aids in (True, False):
        seen = panel(scene(table, aids=aids), "seen")
        assert seen is not None
        assert seen.always
        assert [row.title for row in seen.rows] == ["Spring", "Summer", "Fall", "Winter", "Yorozu"]
        assert seen.rows[0].cells[2] == Cell("3", where="gone")  # Spring 3 was taken
        assert seen.rows[1].cells[0] == Cell("2", where="face_up")  # Summer 2 lies face up
        assert seen.rows[2].cells[0] == Cell("3", where="held")  # Fall 3 is in hand


def test_what_is_known_about_hands_is_shown_with_memory_aids_only() -> None:  # TC-10
    table = dealt(HANDS, face_up="spring-3 fall-9")
    assert panel(scene(table, aids=False), "known") is None
    known = panel(scene(table, aids=True), "known")
    assert known is not None
    assert [row.cells for row in known.rows] == [["2", "0–2"]] * 3


def test_a_hand_is_never_said_to_hold_more_crows_than_are_unseen() -> None:  # TC-11
    hands = "spring-5 summer-6 … | fall-7 … | summer-2 … | winter-9 …"
    table = dealt(hands, face_up="winter-8 fall-9")
    known = panel(scene(table, aids=True), "known")
    assert known is not None
    assert [row.cells[1] for row in known.rows] == ["0–1"] * 3
    hands = "spring-5 summer-6 … | summer-2 … | winter-9 … | winter-12 …"
    known = panel(scene(dealt(hands, face_up="fall-7 winter-8"), aids=True), "known")
    assert known is not None
    assert [row.cells[1] for row in known.rows] == ["0"] * 3


def test_a_player_asked_about_a_re_deal_is_known_to_hold_three_crows() -> None:  # TC-11
    table = deal(GAME, 4, chance=chance_for("… | spring-5 summer-6 fall-7 … | … | …", "winter-8 winter-9"))
    keep(table)
    known = panel(scene(table, aids=True), "known")
    assert known is not None
    assert [row.cells[1] for row in known.rows] == ["3", "0", "0"]


def test_a_column_of_the_cards_seen_has_an_icon_only_if_all_seasons_have_it_there() -> None:  # TC-6
    table = deal(GAME, 4, data={"fish": {"spring": [2, 0, 0, 1, 0, 1, 1, 0, 2]}})
    keep(table)
    seen = panel(scene(table), "seen")
    assert seen is not None
    assert seen.columns == ["2 fish", "booze", "", "", "crow", "", "fish", "booze", "2 fish"]


def test_points_are_not_recounted_with_the_tokens_of_the_next_game() -> None:  # TC-62
    hands = "summer-5 fall-6 fall-8 winter-9"
    table = last_round(
        hands, "spring-4 winter-7", ["spring-1 yorozu-0"], [0] * 4, tokens=["spring spring"], rules="advanced"
    )
    before = scene(table).seats[0]
    assert ("game", 6) in [(counter.id, counter.value) for counter in before.counters]
    play(table, hands)
    shown = scene(table)
    assert shown.status == "Game 1 is over · to 200"
    assert shown.seats[0].score == 6
    assert all(counter.id != "game" for seat in shown.seats for counter in seat.counters)
    assert panel(shown, "standing") is None


def test_a_seat_shows_the_cards_it_has_taken_and_its_points_so_far() -> None:  # TC-26
    table = dealt(HANDS, face_up="spring-3 fall-9")
    play(table, "summer-5 winter-12 winter-7 summer-2")
    seats = scene(table).seats
    taken = [[card.id for zone in seat.zones if isinstance(zone, Row) for card in zone.cards] for seat in seats]
    assert taken == [["summer-5"], ["fall-9"], ["winter-7"], ["spring-3"]]
    assert [seat.score for seat in seats] == [0, 1, 0, 1]


def test_a_card_chosen_by_another_player_lies_face_down() -> None:  # TC-21
    table = dealt(HANDS, face_up="spring-3 fall-9")
    table.move(1, "play winter-12")
    shown = scene(table)
    ring = zone(shown, "played")
    assert isinstance(ring, Ring)
    assert [card and card.id for card in ring.cards] == [None, "", None, None]
    assert [marker.id for marker in shown.seats[1].markers] == ["chosen"]


def test_a_card_of_a_closed_season_says_why_it_cannot_be_played() -> None:  # TC-21
    shown = scene(dealt(HANDS, face_up="spring-3 fall-9"))
    refused = next(choice for choice in shown.choices if choice.target == "fall-3")
    assert refused.why is not None
    assert refused.why.startswith("Fall is closed by the middle; you could play ")


def test_the_swap_of_a_crow_has_its_own_log_line() -> None:  # TC-23
    table = dealt("yorozu-0 … | summer-6 … | fall-7 … | winter-8 …", face_up="spring-1 spring-3")
    play(table, "yorozu-0 summer-6 fall-7 winter-8")
    log = [line.text for line in scene(table).log]
    assert "The crow! Yorozu 0 and Summer 6 were swapped" in log


def test_negative_points_are_logged_with_their_sign() -> None:  # TC-30
    people = People(words(GAME), 0, NAMES)
    line = log_line(GAME, Event("scored", 1, [0, 2, -3, -1, -4]), people).text
    assert line == "Ben scored -1 (fish 0, booze 2, crows -3) for a total of -4"


def test_score_steps_add_up_to_the_totals() -> None:  # TC-30, TC-53, TC-61
    for rules in ("basic", "experienced", "advanced"):
        table = dealt(rules=rules, target=15)
        table.play_on()
        shown = scene(table)
        assert shown.over
        assert shown.scoring[-1].totals == table.state.scores()


def test_start_players_are_offered_by_name() -> None:  # TC-52
    table = last_round("summer-5 fall-6 fall-8 winter-9", "spring-4 winter-7", [], [0, 5, 5, 5], rules="experienced")
    play(table, "summer-5 fall-6 fall-8 winter-9")
    keep(table)
    assert [choice.note for choice in scene(table).choices] == ["you", "Ben", "Chika", "Dai"]
