"""The layout of a moment of Ameno Kirifuda: a trick is won, or its stone was the last of a round."""

from chabudai.games.ameno_kirifuda.layout import lay_out
from chabudai.games.ameno_kirifuda.phases import PLACE
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.kernel.state import NONE
from chabudai.scene.builder import People, nobody_asked
from chabudai.scene.vocabulary import Layout
from chabudai.scene.words import Words


def lay_out_moment(before: Ameno, view: Ameno, words: Words, people: People) -> Layout:
    """Return the table: a won trick lies there anyway; at the end of a round, so does the last one."""
    if view.part == before.part:
        return lay_out(view, words, people)
    shown = before.clone()
    assert isinstance(shown, Ameno)
    for player, now in zip(shown.seats, view.seats, strict=True):
        player.board, player.stones, player.supply = now.board, now.stones, now.supply
        player.omegumi, player.scored = now.omegumi, now.scored
    shown.free, shown.pushed, shown.owed = view.free, NONE, 0
    shown.first = PLACE
    shown.waiting = nobody_asked(shown)
    return lay_out(shown, words, people)
