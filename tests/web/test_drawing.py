"""Drawn scenes offer every choice of the scene, leak nothing, and are valid HTML."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from itertools import islice

import msgspec
import pytest

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import game, games
from chabudai.kernel.bits import members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions, random_steps
from chabudai.scene.builder import cards_in, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import LANGUAGES, words
from chabudai.session.notes import Guide, SeatNote, TableNotes
from chabudai.web.sections import table_frame, table_sections
from chabudai.web.urls import STATIC
from example_game import GAME as FOREIGN

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]
HOSTILE = "<img src=x onerror=alert(1)>\"'&"
MAX_POSITIONS = 14
"""At most this many positions of a game are drawn."""

VOID = {"input", "use", "rect", "path", "br", "wbr", "img"}
CASES = [
    pytest.param(played, players, number, id=f"{played.name}-{players}-{number}")
    for played in [*games().values(), FOREIGN]
    for players in played.players
    for number in range(len(list(option_sets(played, players))))
]

every_case = pytest.mark.parametrize(("played", "players", "number"), CASES)


def positions(played: Game, players: int, options: Mapping[str, object], every: int) -> Iterator[State]:
    """Yield every `every`-th position of a random game, and the last."""
    return (state for _, state in steps(played, players, options, every))


def steps(played: Game, players: int, options: Mapping[str, object], every: int) -> Iterator[tuple[State, State]]:
    """Yield the positions before and after every `every`-th step of a random game, and the last."""
    for step, (before, state) in enumerate(random_steps(played.setup(players, options), Rng(4))):
        if step % every == 0 or state.over():
            yield before, state


@cache
def scenes(played: Game, players: int, number: int) -> list[Scene]:
    """Return scenes of a random game in both languages, with and without moments.

    The viewers are a spectator, the seats that must choose, and each seat in turn.
    """
    options = list(option_sets(played, players))[number]
    sampled = []
    for step, (before, state) in enumerate(islice(steps(played, players, options, every=23), MAX_POSITIONS)):
        for viewer in {SPECTATOR, step % players, *members(state.waiting)}:
            game_words = words(played, LANGUAGES[(viewer + step) % 2])
            view, earlier = (position.seen_by(viewer, recall=step % 2 == 0) for position in (state, before))
            sampled.append(make_scene(played, view, game_words, NAMES, before=earlier if step % 3 == 0 else None))
    return sampled


def first_scene(
    name: str, verb: str, players: int = 4, options: Mapping[str, object] | None = None, more_than: int = 0
) -> Scene:
    """Return the first scene of a random game whose viewer has more than this many legal choices with this verb."""
    played = game(name)
    for state in random_positions(played.setup(players, options), Rng(4)):
        for viewer in range(players):
            scene = make_scene(played, state.seen_by(viewer, True), words(played), NAMES)
            if sum(choice.words.split()[0] == verb and choice.why is None for choice in scene.choices) > more_than:
                return scene
    raise AssertionError(f"no choice to {verb} ever comes up")


@cache
def pages(played: Game, players: int, number: int) -> list[tuple[Scene, "Page"]]:
    """Return the same scenes, each with its parsed drawing."""
    notes = TableNotes(seats=[SeatNote(kind="bot", level="club")] * players)
    return [(scene, Page(drawn_table(scene, notes))) for scene in scenes(played, players, number)]


def drawn_table(scene: Scene, notes: TableNotes | None = None) -> str:
    return table_frame(table_sections(scene, notes or TableNotes()))


class Page(HTMLParser):
    """A strict HTML parser: every element must be closed in order. Collects elements and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs), f"duplicate attribute in {tag} {attrs}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        """Return the values of an attribute on all elements."""
        return [value or "" for _, attributes in self.elements for key, value in attributes.items() if key == name]


@every_case
def test_allowed_choices_can_be_made_and_forbidden_ones_say_why(played: Game, players: int, number: int) -> None:
    for scene, page in pages(played, players, number):
        drawn_choices = {
            int(attributes["data-action"] or ""): attributes
            for _, attributes in page.elements
            if "data-action" in attributes
        }
        if scene.moment:
            assert drawn_choices == {}
            continue
        allowed = {choice.action for choice in scene.choices if choice.why is None}
        assert {action for action, attributes in drawn_choices.items() if "aria-disabled" not in attributes} == allowed
        for choice in scene.choices:
            if choice.why is not None and choice.action in drawn_choices:
                assert drawn_choices[choice.action]["aria-describedby"] == f"why-{choice.action}"
                assert f"why-{choice.action}" in page.values("id")


@every_case
def test_the_html_is_valid(played: Game, players: int, number: int) -> None:
    for _, page in pages(played, players, number):
        assert [name for name, number in Counter(page.values("id")).items() if number > 1] == []
        assert not {"script", "style"} & {tag for tag, _ in page.elements}
        assert not [
            key for _, attributes in page.elements for key in attributes if key == "style" or key.startswith("on")
        ]
        types = {attributes.get("type") for tag, attributes in page.elements if tag == "button"}
        assert types <= {"button"}, "any other button would submit a form"


@every_case
def test_section_ids_are_the_same_for_all_positions_and_viewers(played: Game, players: int, number: int) -> None:
    kinds = {tuple(table_sections(scene, TableNotes())) for scene in scenes(played, players, number)}
    assert len(kinds) == 1
    (names,) = kinds
    assert [name for name in names if name.startswith("seat-")] == [f"seat-{n}" for n in range(players)]


@every_case
def test_no_card_is_drawn_unless_the_scene_shows_it(played: Game, players: int, number: int) -> None:
    for scene, page in pages(played, players, number):
        zones = [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]
        in_sight = {card.id for zone in zones for card in cards_in(zone) if card.id}
        in_sight |= {card.id for step in scene.scoring for counted in step.counted for card in counted.cards}
        assert set(page.values("data-card")) <= in_sight
        followed = {name.removeprefix("card-") for name in page.values("data-vt") if name.startswith("card-")}
        assert followed <= in_sight


def test_identical_cards_are_not_followed_between_zones() -> None:
    page = Page(drawn_table(first_scene("kasane", "take", more_than=1)))
    names = Counter(name for name in page.values("data-vt") if name.startswith("card-"))
    assert max(names.values(), default=1) == 1


def test_player_names_cannot_inject_markup() -> None:
    weather = game("fine_weather")
    for state in positions(weather, 4, {}, every=5):
        scene = make_scene(weather, state.seen_by(0, True), words(weather), [HOSTILE] * 4)
        notes = TableNotes(log=[LogLine(HOSTILE, "played", 1)], guide=Guide(HOSTILE, HOSTILE))
        html = drawn_table(scene, notes)
        assert "<img" not in html
        Page(html)


def test_nothing_can_be_chosen_during_a_moment() -> None:
    weather = game("fine_weather")
    before, state = next(
        step for step in random_steps(weather.setup(4), Rng(4)) if any(e.name == "won" for e in step[1].events)
    )
    winner = next(event.seat for event in state.events if event.name == "won")
    earlier = before.seen_by(winner, True)
    scene = make_scene(weather, state.seen_by(winner, True), words(weather), NAMES, before=earlier)
    drawn = table_sections(scene, TableNotes(moment=True, can_hint=True))
    assert 'data-do="seen"' in drawn["prompt"]
    assert "You won the trick" in drawn["prompt"]
    assert 'data-do="seen"' not in table_sections(scene, TableNotes())["prompt"]
    assert Page(drawn["hand"]).values("data-action") == []


def test_the_plate_shows_whose_turn_it_is() -> None:
    scene = first_scene("fine_weather", "play")
    drawn = table_sections(scene, TableNotes())
    assert "your turn" in drawn["seat-0"]
    assert not [name for name in drawn if name != "seat-0" and "your turn" in drawn[name]]
    others = msgspec.structs.replace(scene, viewer=(scene.viewer + 1) % 4, choices=[])
    assert "your turn" not in table_sections(others, TableNotes())["prompt"]


def test_the_plate_shows_who_is_away_or_a_bot() -> None:
    scene = first_scene("fine_weather", "play")
    kinds = [SeatNote(kind="person")] * 4
    for note, text in (
        (SeatNote(kind="bot", level="club"), "bot · </span>Club"),
        (SeatNote(kind="person", here=False), "away"),
        (SeatNote(kind="person", here=False, stand_in=True), "away, a bot plays"),
        (SeatNote(kind="person", here=False, takeover_at=1234.5), "away, bot in <time "),
        (SeatNote(kind="person", here=False, left=True, stand_in=True), "left, a bot plays"),
        (SeatNote(kind="free"), "free seat"),
    ):
        seats = [*kinds]
        seats[(scene.viewer + 1) % 4] = note
        assert text in table_sections(scene, TableNotes(seats=seats))["seat-1"]


def test_a_player_with_a_time_limit_has_a_clock() -> None:
    scene = first_scene("fine_weather", "play")
    seats = [SeatNote(kind="person", until=1234.5)] * 4
    assert table_sections(scene, TableNotes(seats=seats))["seat-0"].count('data-until="1234"') == 1


def test_an_absent_player_has_a_countdown_to_the_bot() -> None:
    scene = first_scene("fine_weather", "play")
    seats = [SeatNote(kind="person", here=False, takeover_at=1234.5)] * 4
    drawn = table_sections(scene, TableNotes(seats=seats))["seat-1"]
    assert drawn.count('role="timer" data-until="1234"') == 1


def test_a_player_who_left_but_watches_has_left() -> None:
    scene = first_scene("fine_weather", "play")
    seats = [SeatNote(kind="person", left=True), *[SeatNote(kind="person")] * 3]
    drawn = table_sections(msgspec.structs.replace(scene, viewer=SPECTATOR), TableNotes(seats=seats))
    assert '<span class="kind left"><span>left</span></span>' in drawn["seat-0"]


def test_the_table_says_that_it_waits_when_everybody_has_left() -> None:
    scene = first_scene("fine_weather", "play")
    left, bot = SeatNote(kind="person", left=True), SeatNote(kind="bot", level="club")
    notes = TableNotes(seats=[left, left, bot, bot])
    assert "The table waits" in table_sections(scene, notes)["prompt"]
    for seats in ([left, SeatNote(kind="person", here=False), bot, bot], [bot] * 4):
        assert "The table waits" not in table_sections(scene, TableNotes(seats=seats))["prompt"]
    over = msgspec.structs.replace(scene, over=True)
    assert "The table waits" not in table_sections(over, notes)["prompt"]


def test_the_names_of_other_people_open_a_menu() -> None:
    scene = first_scene("fine_weather", "play")
    drawn = Page(drawn_table(scene, TableNotes(can_report=[1, 2], can_remove=[2])))
    assert drawn.values("data-report") == ["1"]
    assert drawn.values("data-remove") == ["2"]


def test_a_spectator_can_ask_for_the_seat_of_each_bot() -> None:
    scene = msgspec.structs.replace(first_scene("fine_weather", "play"), viewer=SPECTATOR, choices=[])
    notes = TableNotes(can_sit="bot", can_take_over=[1, 3])
    drawn = table_sections(scene, notes)["prompt"]
    assert Page(drawn).values("value") == ["1", "3"]
    assert "Ask for Natsu’s seat" in drawn
    assert "Everyone at the table must agree." in drawn
    asking = table_sections(scene, msgspec.structs.replace(notes, asking=True))["prompt"]
    assert 'data-do="sit"' not in asking
    assert "Asking the others" in asking


def test_a_change_of_a_seat_is_a_quiet_line_of_the_log() -> None:
    log = [LogLine("Ben has left.", "seat", 1), LogLine("Ben plays 3.", "played", 1)]
    drawn = table_sections(first_scene("fine_weather", "play"), TableNotes(log=log))["log"]
    assert drawn.count("<li class=change>") == 1


def test_before_the_game_the_prompt_says_how_to_fill_the_seats() -> None:
    scene = first_scene("fine_weather", "play")
    host = table_sections(scene, TableNotes(awaited=2, can_begin=True))["prompt"]
    assert "2 free seats" in host
    assert 'popovertarget="invite"' in host
    assert 'data-do="begin"' in host
    assert 'data-do="begin"' not in table_sections(scene, TableNotes(awaited=2))["prompt"]
    assert 'data-do="sit"' in table_sections(scene, TableNotes(awaited=2, can_sit="free"))["prompt"]
    assert "Back to my seat" in table_sections(scene, TableNotes(can_sit="own"))["prompt"]


def test_a_player_who_asked_for_an_undo_waits_for_the_others() -> None:
    scene = first_scene("fine_weather", "play")
    assert 'data-do="undo"' in table_sections(scene, TableNotes(can_undo=True))["prompt"]
    asking = table_sections(scene, TableNotes(can_undo=True, asking=True))["prompt"]
    assert 'data-do="undo"' not in asking
    assert "Asking the others" in asking


def test_facts_that_must_stay_visible_are_marked() -> None:
    for name, always in (("thousand_cats", 1), ("fine_weather", 0)):
        assert table_sections(first_scene(name, "play"), TableNotes())["facts"].count("data-always") == always


def test_the_headings_of_facts_are_explained_without_a_mouse() -> None:
    drawn = table_sections(first_scene("only_one", "explore"), TableNotes())["facts"]
    assert '<details class="meanings"><summary>What the columns mean</summary>' in drawn
    assert "<dt>disc.</dt><dd>Bonus: one point for each card of the kind in the discard</dd>" in drawn
    assert "meanings" not in table_sections(first_scene("fine_weather", "wish"), TableNotes())["facts"]


def test_points_are_at_every_seat_and_in_no_panel() -> None:
    sections = table_sections(first_scene("fine_weather", "play"), TableNotes())
    assert [name for name in sections if 'class="score"' in sections[name]] == [f"seat-{n}" for n in range(4)]
    assert "scores" not in sections


def test_only_a_hand_whose_order_is_free_can_be_sorted() -> None:
    assert "data-sortable" in table_sections(first_scene("thousand_cats", "play"), TableNotes())["hand"]
    assert "data-sortable" not in table_sections(first_scene("kasane", "take"), TableNotes())["hand"]


def test_a_few_short_choices_are_buttons_and_others_fill_a_tray() -> None:
    plain = table_sections(first_scene("only_one", "explore"), TableNotes())
    assert plain["offers"] == ""
    assert 'class="btn main"' in plain["prompt"]
    wishes = first_scene("fine_weather", "wish")
    tray = table_sections(wishes, TableNotes())
    assert len(re.findall(r'class="offer[ "]', tray["offers"])) == len(wishes.choices)
    assert "data-action" not in tray["prompt"]


def test_a_choice_says_what_it_would_do() -> None:
    meld = first_scene("kasane", "meld")
    drawn = table_sections(meld, TableNotes())["offers"]
    notes = [choice.note for choice in meld.choices if choice.note]
    assert notes
    assert all(note in drawn for note in notes)


def test_a_hint_lists_the_best_choices_first() -> None:
    weather = game("fine_weather")
    state = next(
        state for state in random_positions(weather.setup(4), Rng(4)) if state.due < 0 and len(state.legal(0)) > 2
    )
    view = state.seen_by(0, True)
    judged: Hint = hint(weather, view, simulations=60, seconds=None)
    drawn = table_sections(make_scene(weather, view, words(weather), NAMES), TableNotes(hint=judged))["hints"]
    actions = [int(action) for action in re.findall(r'data-hints="(\d+)"', drawn)]
    assert actions == [choice.action for choice in judged.choices]
    assert "★" in drawn


def test_a_guide_links_to_its_rule() -> None:
    drawn = table_sections(first_scene("kasane", "take"), TableNotes(guide=Guide("Take a card.", "turn")))["guide"]
    assert "Take a card." in drawn
    assert 'href="/rules/kasane#turn"' in drawn


def test_a_guided_game_keeps_the_place_of_its_advice_between_turns() -> None:
    scene = first_scene("kasane", "take")
    assert "guide" in table_sections(scene, TableNotes(guided=True))["guide"]
    assert table_sections(scene, TableNotes())["guide"] == ""


@pytest.mark.parametrize("played", games().values(), ids=games())
def test_the_scoring_goes_step_by_step_to_the_result(played: Game) -> None:
    *_, end = random_positions(played.setup(max(played.players)), Rng(4))
    scene = make_scene(played, end.seen_by(0, True), words(played), NAMES)
    drawn = table_sections(scene, TableNotes())["scoring"]
    page = Page(drawn)
    steps = [name for name in page.values("id") if name.startswith("step-")]
    assert steps == [f"step-{n}" for n in range(len(scene.scoring) + 1)]
    assert drawn.count("checked") == 1
    assert set(page.values("for")) <= set(steps)
    assert drawn.count("<i></i>") + 5 * drawn.count("<i class=five>") == sum(abs(step.points) for step in scene.scoring)
    assert scene.prompt not in drawn.partition('class="step result"')[0]
    assert all(width.endswith("%") and 0 <= float(width[:-1]) <= 100 for width in page.values("width"))


@pytest.mark.parametrize("played", games().values(), ids=games())
def test_a_step_of_the_scoring_highlights_what_it_counts(played: Game) -> None:
    *_, end = random_positions(played.setup(max(played.players)), Rng(4))
    scene = make_scene(played, end.seen_by(0, True), words(played), NAMES)
    page = Page(drawn_table(scene))
    marked = [set(steps.split()) for steps in page.values("data-steps")]
    spaces = {str(number) for number, step in enumerate(scene.scoring) if any(each.spaces for each in step.counted)}
    assert spaces <= set().union(*marked)
    assert bool(page.values("data-lines")) == any(each.line for step in scene.scoring for each in step.counted)
    copies = Page(table_sections(scene, TableNotes())["scoring"]).values("data-card")
    assert copies == [card.id for step in scene.scoring for each in step.counted for card in each.cards]
    style = STATIC.joinpath("scoring.css").read_text(encoding="utf-8")
    for number in range(len(scene.scoring)):
        assert f'#step-{number}:checked) [data-steps~="{number}"]' in style


def test_the_last_moment_is_shown_before_the_scoring() -> None:
    weather = game("fine_weather")
    before, end = next(step for step in random_steps(weather.setup(4), Rng(4)) if step[1].over())
    view, earlier = end.seen_by(0, True), before.seen_by(0, True)
    last_trick = table_sections(make_scene(weather, view, words(weather), NAMES, before=earlier), TableNotes())
    assert last_trick["scoring"] == ""
    assert "won the trick" in last_trick["prompt"]
    assert not [name for name in last_trick if " won" in last_trick[name] and name.startswith("seat-")]
    assert "data-steps" not in "".join(last_trick.values())
    assert table_sections(make_scene(weather, view, words(weather), NAMES), TableNotes())["scoring"]


def test_the_cache_does_not_mix_up_drawings() -> None:
    """Draw a table twice, and in between others, in another language and with other choices."""
    scene = first_scene("ameno_kirifuda", "play", more_than=1)
    once = table_sections(scene, TableNotes())
    ameno = game("ameno_kirifuda")
    for state in positions(ameno, 4, {}, every=20):
        table_sections(make_scene(ameno, state.seen_by(0, True), words(ameno, "ja"), NAMES), TableNotes())
    without = table_sections(msgspec.structs.replace(scene, choices=[]), TableNotes())
    assert "data-action" not in without["hand"]
    assert table_sections(scene, TableNotes()) == once


def test_a_game_without_pictures_is_drawn_with_the_letters_of_its_suits() -> None:
    scene = scenes(FOREIGN, min(FOREIGN.players), 0)[0]
    signs = {suit.sign for suit in scene.suits.values()}
    letters = set(re.findall(r'<span class="letters">([^<]+)</span>', drawn_table(scene)))
    assert letters
    assert letters <= signs
