"""Card data in the browser: the form, its check, marks at assumed values, and the rules of a corrected table."""

import json
import re
import tomllib

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.builder import make_scene
from chabudai.scene.card_data_form import check_fields, check_file, data_file, field_name
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas
from chabudai.web.pages.card_data_page import CardDataPage, card_data_page
from chabudai.web.pages.document import Visitor
from chabudai.web.pages.known_values import known_values
from chabudai.web.pages.new_table_form import new_table_form
from chabudai.web.pages.rules_page import RulesPage, rules_page
from chabudai.web.pages.table_page import TablePage, table_page
from chabudai.web.panels import draw_facts

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)
KASANE = games()["kasane"]
AMENO = games()["ameno_kirifuda"]
CATS = games()["thousand_cats"]


def own_fields(game: Game) -> dict[str, object]:
    """Return the fields of the form as it is first drawn."""
    html = card_data_page(CardDataPage(visitor=Visitor("Aoi"), game=game))
    return dict(re.findall(r'<input type="number" name="([^"]+)" value="(-?\d+)"', html))


@every_game
@both_languages
def test_the_form_has_a_field_for_every_value(game: Game, language: str) -> None:
    html = card_data_page(CardDataPage(visitor=Visitor("Aoi", language), game=game))
    for table in game.tables:
        for name, row in table.rows.items():
            for column, value in enumerate(table.full_row(name, row)):
                assert f'name="{field_name(table, name, column)}" value="{value}"' in html
    assert len(own_fields(game)) <= 200, "a form has at most 200 fields"


@every_game
def test_the_form_as_it_is_first_drawn_changes_nothing(game: Game) -> None:
    filled = check_fields(game, own_fields(game), words(game))
    assert (filled.data, filled.refused) == ({}, {})


def test_only_rows_that_differ_are_kept() -> None:
    fields = own_fields(AMENO) | {"omegumi spring-x0 4": "5", "omegumi winter-x1 5": "0"}
    filled = check_fields(AMENO, fields, words(AMENO))
    assert filled.data == {"omegumi": {"spring-x0": [0, 2, -1, -1, 5], "winter-x1": [-1, -1, -1, 1, 2, 0, -1, -1, -1]}}
    assert tomllib.loads(data_file(filled.data)) == filled.data
    assert check_file(AMENO, data_file(filled.data), words(AMENO)).data == filled.data


@pytest.mark.parametrize(
    ("game", "fields", "place", "why"),
    [
        (KASANE, {"assumed_boxes kasane-4 0": "0"}, "assumed_boxes kasane-4", "A box for 4 cards needs points"),
        (KASANE, {"assumed_boxes kasane-4 2": "3"}, "assumed_boxes kasane-4", "Another row of this meld is for 3"),
        (KASANE, {"boxes sakura-3 2": "4"}, "boxes sakura-3", "Sakura Chirashi can be made with 3 to 3 cards only"),
        (KASANE, {"boxes sakura-3 0": "21"}, "boxes sakura-3", "Only whole numbers from 0 to 20"),
        (AMENO, {"omegumi spring-x1 0": "a"}, "omegumi spring-x1", "Only whole numbers from -1 to 7"),
        (AMENO, {"omegumi spring-x1 0": "9" * 80}, "omegumi spring-x1", "Only whole numbers from -1 to 7"),
        (games()["only_one"], {"familiars encore 0": "2"}, "familiars", "Card 1 needs two powers"),
    ],
)
def test_a_value_that_breaks_the_game_is_refused_at_its_row(
    game: Game, fields: dict[str, object], place: str, why: str
) -> None:
    filled = check_fields(game, own_fields(game) | fields, words(game))
    assert list(filled.refused) == [place]
    assert why in filled.refused[place]
    page = CardDataPage(visitor=Visitor("Aoi"), game=game, fields=own_fields(game) | fields, refused=filled.refused)
    html = card_data_page(page)
    assert f'data-row="{place}">{filled.refused[place]}' in html
    assert all(f'value="{value}"' in html for value in fields.values()), "what was filled in is still there"


@pytest.mark.parametrize("text", ["[boxes", "[boxes]\nkagen-3 = [3, 3]\n", "[boxes]\nnone = [1]\n", "boxes = 3\n"])
@both_languages
def test_a_wrong_file_is_refused_with_the_reason(text: str, language: str) -> None:
    filled = check_file(KASANE, text, words(KASANE, language))
    assert not filled.data
    assert all(filled.refused.values())


def test_without_scripts_the_checked_data_can_be_played_with() -> None:
    data = {"boxes": {"kagen-3": [9]}}
    html = card_data_page(CardDataPage(visitor=Visitor("Aoi"), game=KASANE, data=data))
    (sent,) = re.findall(r'name="data" value="([^"]*)"', html)
    assert json.loads(sent.replace("&quot;", '"')) == data


@every_game
@both_languages
def test_the_known_values_say_what_is_known_assumed_and_why(game: Game, language: str) -> None:
    html = known_values(game, None, Visitor("Aoi", language))
    assert html.count("<dt>") == 3 * len(game.tables)
    assert f'href="/data/{game.name}"' in html


def test_the_known_values_name_the_rows_changed_at_the_table() -> None:
    setup = AMENO.setup(4, data={"omegumi": {"spring-x0": [-1, 2, -1, -1, 4, 0, -1, -1, -1]}})
    html = known_values(AMENO, setup, Visitor("Aoi"))
    assert "Summer ×2, Spring ×0 (all players)" in html


@every_game
def test_a_table_with_assumed_values_says_so_and_opens_the_dialog(game: Game) -> None:
    view = game.setup(game.players[-1]).start().seen_by(SPECTATOR, recall=False)
    scene = make_scene(game, view, words(game), [""] * game.players[-1])
    assert scene.assumed
    assert 'popovertarget="assumed"' in draw_facts(Canvas(scene, TableNotes()))
    plain = msgspec.structs.replace(scene, assumed=False, facts=[])
    assert "assumed" not in draw_facts(Canvas(plain, TableNotes()))


def test_panels_that_count_with_assumed_values_are_marked() -> None:
    view = KASANE.setup(4).start().seen_by(SPECTATOR, recall=False)
    facts = make_scene(KASANE, view, words(KASANE), [""] * 4).facts
    assert {panel.id for panel in facts if panel.assumed} == {"melds"}


def test_the_rules_of_a_table_draw_its_card_data() -> None:
    setup = CATS.setup(4, data={"fish": {"spring": [2, 0, 0, 1, 0, 1, 0, 0, 2]}})
    own, corrected = (
        rules_page(RulesPage(visitor=Visitor("Aoi"), game=CATS, setup=table_setup)) for table_setup in (None, setup)
    )
    assert own != corrected
    assert "✎" in corrected
    assert "✎" not in own


@every_game
@both_languages
def test_the_rules_hide_tips_that_spoil_the_game(game: Game, language: str) -> None:
    html = rules_page(RulesPage(visitor=Visitor("Aoi", language), game=game))
    section = re.search(r'<section id="spoilers">(.*?)</section>', html, re.DOTALL)
    if section is not None:
        assert re.search(r"</h2><details><summary>.*</details>$", section[1], re.DOTALL)
    assert (section is not None) == (game.name in ("ameno_kirifuda", "only_one", "thousand_cats"))


@every_game
def test_the_form_of_a_new_table_leads_to_the_assumed_values(game: Game) -> None:
    html = new_table_form(game, ["casual"], Visitor("Aoi"))
    assert f'href="/rules/{game.name}#assumed"' in html
    assert f'href="/data/{game.name}"' in html
    assert 'name="data"' in html


@every_game
@both_languages
def test_the_player_aid_is_one_tap_away_at_the_table(game: Game, language: str) -> None:
    visitor = Visitor("Aoi", language)
    page = table_page(TablePage(visitor=visitor, id="t1", game=game, frame="", status="playing", seat=0))
    assert 'popovertarget="aid"' in page
    (aid,) = re.findall(r'<div popover id="aid".*?</p>\s*</div>', page, re.DOTALL)
    assert rules_chapter(game, language, "aid").title in aid
    assert aid.count("<strong>") >= 2, "phases and scoring"
