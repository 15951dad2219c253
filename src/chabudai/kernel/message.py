"""A thing to say, apart from the language to say it in."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Message:
    """The id of a sentence in the text of a game, and the values that it speaks of: words of the record, or numbers."""

    id: str
    values: Mapping[str, str | int] = field(default_factory=dict)
