"""What card data of a table's own changes in the texts of Kasane no Irome: actions, and values in the rules."""

from chabudai.games.kasane.boxes import printed_boxes
from chabudai.games.kasane.melds import BOX_MELDS, BOXES, LENGTHS, MELDS
from chabudai.games.kasane.rules import KasaneSetup
from chabudai.scene.words import Verbatim, Words


def corrected_texts(setup: KasaneSetup, words: Words) -> dict[str, dict[str, str]]:
    """Return the sentences of melds whose number of cards is not the one in the words of the record."""
    actions = {}
    for (meld, named), length in zip(BOXES, setup.meld_lengths, strict=True):
        if length != named:
            for ending, sentence in (("", "meld"), (" field", "meld_3")):
                text = words.sentence("action", sentence).replace("{w1}", str(length))
                actions[f"meld {meld} {named}{ending}"] = text
    return {"action": actions}


def rules_values(setup: KasaneSetup, words: Words) -> dict[str, str]:
    """Return the number of cards of each meld's boxes, and the points of the boxes in the examples."""
    boxes = printed_boxes(setup.tables)
    values = {}
    for number, meld in enumerate(MELDS):
        kinds = [boxes[box] for box, owner in enumerate(BOX_MELDS) if owner == number]
        lengths = [length for *points, length in kinds for each in points if each]
        values[f"boxes {meld.name}"] = words.list([Verbatim(str(length)) for length in sorted(lengths)]).text
    for (meld_name, named), (points, _, length) in zip(BOXES, boxes, strict=True):
        for exact in LENGTHS:
            values.setdefault(f"points {meld_name} {exact}", "–")
        if length:
            values[f"points {meld_name} {length}"] = str(points)
    return values
