"""Form fields that pages share: segmented controls and drop-down lists."""

from collections.abc import Iterable

from chabudai.web.pages.page_words import PageWords

Choices = Iterable[tuple[str, str]]
"""Pairs of a value and its label, as HTML."""

REFUSAL = '<p class="refused" role="alert" hidden></p>'
"""The place for the reason why a form was refused. Its form has `data-inline`, and a script sends it."""


def segmented(name: str, choices: Choices, chosen: str) -> str:
    """Draw a segmented control: a few values side by side."""
    labels = "".join(
        f'<label><input type="radio" class="sr" name="{name}" value="{value}"{_flag("checked", value == chosen)}>'
        f"{text}</label>"
        for value, text in choices
    )
    return f'<span class="seg">{labels}</span>'


def segmented_fieldset(legend: str, name: str, choices: Choices, chosen: str, meaning: str = "") -> str:
    """Draw a segmented control with a title and, optionally, a sentence of explanation."""
    explanation = f'<p class="meaning">{meaning}</p>' if meaning else ""
    return f"<fieldset><legend>{legend}</legend>{segmented(name, choices, chosen)}{explanation}</fieldset>"


def select_field(name: str, label: str, choices: Choices, chosen: str) -> str:
    """Draw a drop-down list."""
    options = "".join(
        f'<option value="{value}"{_flag("selected", value == chosen)}>{text}</option>' for value, text in choices
    )
    return f'<label class="choose"><span class="label">{label}</span><select name="{name}">{options}</select></label>'


def duration_choices(seconds: Iterable[int], none: str, say: PageWords) -> Choices:
    """Return durations to choose from, each in the largest unit that divides it; `none` labels 0."""
    return [(str(duration), _duration_text(duration, say) if duration else none) for duration in seconds]


def bot_choices(levels: Iterable[str], say: PageWords) -> list[tuple[str, str]]:
    """Return the bots to choose from, by level."""
    return [(level, say("set.bot", level=say.tables["level"].get(level, level))) for level in levels]


def _duration_text(seconds: int, say: PageWords) -> str:
    for unit, length in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds % length == 0:
            return say.counted(f"time.{unit}", seconds // length)
    return say("time.seconds", number=seconds)


def _flag(attribute: str, is_set: bool) -> str:
    return f" {attribute}" if is_set else ""
