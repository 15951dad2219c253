"""Parts of forms that pages share: segments to choose from side by side, and lists to choose from."""

from collections.abc import Iterable

from chabudai.web.pages.words import PageWords

Choices = Iterable[tuple[str, str]]
"""Values, each with what it is called, as HTML."""


def segment(name: str, choices: Choices, chosen: str) -> str:
    """A few values side by side."""
    labels = "".join(
        f'<label><input type="radio" class="sr" name="{name}" value="{value}"{_if("checked", value == chosen)}>'
        f"{text}</label>"
        for value, text in choices
    )
    return f'<span class="seg">{labels}</span>'


def segments(legend: str, name: str, choices: Choices, chosen: str, meaning: str = "") -> str:
    """The same with a title, and perhaps a sentence on what it means."""
    told = f'<p class="meaning">{meaning}</p>' if meaning else ""
    return f"<fieldset><legend>{legend}</legend>{segment(name, choices, chosen)}{told}</fieldset>"


def select(name: str, label: str, choices: Choices, chosen: str) -> str:
    """Values in a list that opens."""
    options = "".join(
        f'<option value="{value}"{_if("selected", value == chosen)}>{text}</option>' for value, text in choices
    )
    return f'<label class="choose"><span class="label">{label}</span><select name="{name}">{options}</select></label>'


def times(seconds: Iterable[int], none: str, say: PageWords) -> Choices:
    """Times to choose from, each in the largest unit that divides it; `none` is what 0 is called."""
    return [(str(time), _time(time, say) if time else none) for time in seconds]


def bots(levels: Iterable[str], say: PageWords) -> list[tuple[str, str]]:
    """Bots to choose from, by their levels."""
    return [(level, say("set.bot", level=say.tables["level"].get(level, level))) for level in levels]


def _time(seconds: int, say: PageWords) -> str:
    for unit, length in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds % length == 0:
            number = seconds // length
            return say(f"time.{unit}") if number == 1 else say(f"time.{unit}s", number=number)
    return say("time.seconds", number=seconds)


def _if(attribute: str, is_so: bool) -> str:
    return f" {attribute}" if is_so else ""
