"""Draws a hint: the list of all choices beside the table, and the marks of the best ones on the table itself."""

from chabudai.bots.hint import Hint, Prospect
from chabudai.games.registry import game as find_game
from chabudai.scene.hint_text import Column, hint_columns, hint_footer, hint_verdict, rank_sign, win_percent
from chabudai.scene.words import Words, words
from chabudai.web.canvas import Canvas, sign
from chabudai.web.markup import escape, typeset
from chabudai.web.pages.document import icon


def draw_hints(canvas: Canvas) -> str:
    """Draw the list of the choices, best first: how often each wins, its average lead, and why. Each row is a button.

    hints.js puts the list where it covers neither hand nor prompt.
    """
    hint = canvas.hint
    if hint is None:
        return ""
    game_words = words(find_game(canvas.scene.game), canvas.scene.language)
    say = canvas.say
    texts = {choice.action: choice.text for choice in canvas.scene.choices}
    columns = hint_columns(hint)
    equal = sum(prospect.equal for prospect in hint.choices)
    verdict = " ".join(hint_verdict(game_words, hint, equal, len(hint.choices)))
    footer = hint_footer(game_words, hint) + ([game_words.text("hint", "part")] if hint.goes_on else [])
    rows = "".join(
        _row(prospect, texts, columns, game_words, rank_sign(rank, equal=prospect.equal, identical=hint.identical))
        for rank, prospect in enumerate(hint.choices)
    )
    heads = "".join(f'<th scope="col">{escape(game_words.text("hint", column))}</th>' for column in columns)
    return (
        f'<section class="hints" id="hints" aria-labelledby="hints-title"><header>'
        f'<h2 id="hints-title" tabindex="-1">{sign("hint")}{escape(game_words.text("hint", "title"))}</h2>'
        f'<button type="button" class="btn ghost" data-close="hints" aria-label="{say("hints.close")}">'
        f"{icon('close')}</button></header>"
        f'<p class="sr" id="hints-told" data-speak>{escape(_told(hint, texts, game_words))}</p>'
        f"<p>{escape(verdict)}</p>"
        f'<div class="rows" tabindex="0" role="group" aria-labelledby="hints-title"><table>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"<p>{escape(' '.join(footer))}</p>"
        f'<span id="hint-best" hidden>{say("hints.best")}</span>'
        f'<span id="hint-equal" hidden>{say("hints.equal")}</span></section>'
    )


def _told(hint: Hint, texts: dict[int, str], game_words: Words) -> str:
    """Return the hint in one sentence, for screen readers."""
    if hint.identical:
        return game_words.text("hint", "identical")
    best = hint.choices[0]
    reason = "" if best.reason is None else f" ({game_words.say('advice', best.reason)})"
    return f"{game_words.text('hint', 'title')}: {texts.get(best.action, best.words)}{reason}"


def _row(
    prospect: Prospect, texts: dict[int, str], columns: tuple[Column, Column], game_words: Words, mark: str
) -> str:
    """Draw a choice. Its button makes it, as the card or space on the table would."""
    reason = "" if prospect.reason is None else f"<small>{escape(game_words.say('advice', prospect.reason))}</small>"
    text = escape(texts.get(prospect.action, prospect.words))
    described = {"★": ' aria-describedby="hint-best"', "≈": ' aria-describedby="hint-equal"'}.get(mark, "")
    cells = "".join(f"<td>{_cell(prospect, column)}</td>" for column in columns)
    return (
        f'<tr data-hints="{prospect.action}"><th scope="row"><span class="sign" aria-hidden="true">{mark}</span>'
        f'<button type="button" class="choice" data-action="{prospect.action}"{described}>{text}</button>{reason}</th>'
        f"{cells}</tr>"
    )


def _cell(prospect: Prospect, column: Column) -> str:
    if column == "margin":
        return typeset(f"{prospect.margin:+.1f}")
    bar = f'<svg class="bar" aria-hidden="true"><rect width="{100 * prospect.win:.0f}%" height="100%"/></svg>'
    return f"{bar}{typeset(win_percent(prospect.win))}"
