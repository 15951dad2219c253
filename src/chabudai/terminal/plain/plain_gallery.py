"""The gallery of a game as plain sentences: every element of its scenes, in numbered sections."""

from collections.abc import Iterable, Iterator

from chabudai.sampling.specimens import gather
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Verbatim, Words
from chabudai.terminal.plain.plain_facts import facts_sentences
from chabudai.terminal.plain.plain_table import (
    choice_sentences,
    result_sentences,
    score_sentence,
    seat_sentences,
    table_sentences,
)
from chabudai.terminal.plain.plain_words import PlainWords
from chabudai.terminal.plain.plain_zones import card_words, zone_sentences


def gallery_sentences(game: Game, words: Words, say: PlainWords) -> Iterator[str]:
    """Yield the sections of the gallery, each after its number and title."""
    for number, (title, sentences) in enumerate(_sections(game, words, say), start=1):
        yield ""
        yield say("plain_gallery.heading", number=number, title=title)
        yield from sentences


def _sections(game: Game, words: Words, say: PlainWords) -> Iterator[tuple[str, Iterable[str]]]:
    specimens = gather(game, words)
    end, _ = specimens.tables["over"]
    yield words.text("gallery", "cards"), [card_words(end, card, say) for card in specimens.cards_of(game)]
    zones = specimens.zones.values()
    yield words.text("gallery", "zones"), [line for scene, zone in zones for line in zone_sentences(scene, zone, say)]
    seats = specimens.seats.values()
    yield words.text("gallery", "seats"), [" ".join(seat_sentences(scene, seat, say)) for scene, seat in seats]
    for title, panels in (("facts", specimens.facts), ("facts_with_aids", specimens.facts_with_aids)):
        yield (
            words.text("gallery", title),
            [line for scene, panel in panels.values() for line in facts_sentences(scene, panel, say)],
        )
    for occasion, (scene, _) in specimens.tables.items():
        what = Verbatim(words.tables["gallery"].get(occasion, occasion))
        lines = [*table_sentences(scene, say), *choice_sentences(scene, say)]
        yield words.text("gallery", "tables", what=what), lines
    yield (
        words.text("gallery", "reasons"),
        [say("plain.entry", title=choice.text, text=choice.why) for choice in specimens.reasons.values()],
    )
    yield words.text("gallery", "log"), [line.text for line in specimens.log.values()]
    yield words.text("gallery", "scoring"), list(_scoring(end, say))


def _scoring(scene: Scene, say: PlainWords) -> Iterator[str]:
    for number in range(len(scene.scoring)):
        yield score_sentence(scene, number, say)
    yield from result_sentences(scene, say)
