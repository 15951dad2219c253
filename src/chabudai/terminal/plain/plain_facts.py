"""Describes panels of facts: a sentence for each row."""

from chabudai.scene.vocabulary import Cell, FactRow, Facts, Scene
from chabudai.terminal.plain.plain_words import PlainWords


def facts_sentences(scene: Scene, facts: Facts, say: PlainWords) -> list[str]:
    """Return the title of a panel and its rows; facts without rows are a sentence."""
    title = say("plain.warning", text=facts.title) if facts.warning else facts.title
    return [say.sentence(title), *(_row_sentence(scene, facts, row, say) for row in facts.rows)]


def _row_sentence(scene: Scene, facts: Facts, row: FactRow, say: PlainWords) -> str:
    texts = []
    for index, cell in enumerate(row.cells):
        text = _cell_text(scene, facts, cell, say)
        column = facts.columns[index] if index < len(facts.columns) else ""
        if text:
            texts.append(say.named(column, text))
    texts += [scene.terms[mark] for mark in row.marks]
    return say("plain.zone", title=row.title, text=say.listed(texts))


def _cell_text(scene: Scene, facts: Facts, cell: str | Cell, say: PlainWords) -> str:
    """Return the text of a cell, with where its card is, or the word for its sign; a dot stands for nothing."""
    if not isinstance(cell, Cell):
        return {"·": "", "★": scene.terms["special"]}.get(cell, cell)
    where = next((entry.text for entry in facts.key if entry.where == cell.where), "")
    return say("plain.cell", text=cell.text, where=where) if where else cell.text
