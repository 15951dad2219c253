"""Why a move is not legal: a reason for every kind of illegal move."""

from chabudai.games.fine_weather import GAME
from chabudai.kernel.rng import Rng
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.option_sets import option_sets
from chabudai.testing.table import deal
from games.fine_weather.positions import first_trick, last_trick, trick


def test_a_card_must_be_in_hand_and_follow_the_led_suit() -> None:  # FW-20
    table = first_trick("fine-1 cloudy-1 … | fine-2 cloudy-2 … | … | …")
    assert table.refusal(0, "play fine-2") == "fine-2 is not in hand"
    assert table.refusal(0, "wish fine") == "now a card is played"
    assert table.refusal(1, "play fine-2") == "it is the turn of seat 0"
    table.play("play fine-1")
    assert table.refusal(1, "play cloudy-2") == "it must follow fine"
    assert table.refusal(1, "play fine-2") is None


def test_wishing_and_announcing_have_their_time() -> None:  # FW-12, FW-40
    table = deal(GAME, 4, options={"hidden_wishes": True}, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "now a wish is made"
    assert table.refusal(0, "play fine-1") == "now a wish is made"
    table.play("wish fine")
    assert table.refusal(0, "wish fine") == "now a wish is announced"
    assert table.refusal(0, "play fine-1") == "now a wish is announced"


def test_where_wishes_are_open_nothing_is_announced() -> None:  # FW-12
    table = deal(GAME, 4, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "now a wish is made"


def test_nothing_can_be_done_when_the_game_is_over() -> None:  # FW-10
    table = last_trick("fine-1 fine-2 fine-3", part=2)
    trick(table, "fine-1 fine-2 fine-3")
    assert table.refusal(0, "play fine-1") == "the game is over"


def test_every_reason_is_given_somewhere_and_has_its_sentence_in_every_language() -> None:
    given = set()
    rng = Rng(seed=1)
    for players in GAME.players:
        for seed, options in enumerate(option_sets(GAME, players)):
            table = deal(GAME, players, options=options, seed=seed)
            while True:
                for seat in range(-1, 5):
                    for action in [*range(5, 8), *[rng.below(len(GAME.actions) + 1) for _ in range(4)]]:
                        reason = GAME.why_not(table.state, seat, action)
                        if reason is None:
                            continue
                        given.add(reason.id)
                        for language in LANGUAGES:
                            said = words(GAME, language).say("reason", reason)
                            assert said
                            assert "{" not in said
                if table.state.over():
                    break
                table.play_on(moves=1)
    before_the_deal = GAME.setup(4).start()
    reason = GAME.why_not(before_the_deal, 0, 0)
    assert reason is not None
    given.add(reason.id)
    for language in LANGUAGES:
        assert given == set(words(GAME, language).tables["reason"])


def test_a_reason_is_told_from_what_the_seat_sees() -> None:
    table = deal(GAME, 4, seed=3, options={"hidden_wishes": True})
    rng = Rng(seed=2)
    while not table.state.over():
        for seat in range(4):
            other = table.state.seen_by(seat, recall=True).imagine(rng)
            for action in range(0, len(GAME.actions), 5):
                assert GAME.why_not(table.state, seat, action) == GAME.why_not(other, seat, action)
        table.play_on(moves=1)
