"""Messages: sentences by id, independent of the language."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Message:
    """The id of a sentence in a game's text, and the values to fill in: words of the record, or numbers."""

    id: str
    values: Mapping[str, str | int] = field(default_factory=dict)
