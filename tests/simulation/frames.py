"""The server's messages as a simulated client reads them: only the fields it needs. Scene, log and chat stay JSON."""

from functools import cache, lru_cache

import msgspec
from msgspec import Raw

from chabudai.scene.words import LANGUAGES, text_of


class Curtain(msgspec.Struct):
    """On a shared device: whose turn it is to take it."""

    seat: int


class Ask(msgspec.Struct):
    """A vote that the viewer is asked for."""

    name: str
    kind: str = "undo"
    seat: int | None = None
    vote: int = 0


class Notes(msgspec.Struct):
    """What is shown besides the scene."""

    log: Raw
    can_sit: str = ""
    can_undo: bool = False
    guide: Raw = Raw(b"null")


class Frame(msgspec.Struct, kw_only=True):
    """Any message of the server."""

    t: str
    seq: int = -1
    turn: bool = False
    moment: bool = False
    curtain: Curtain | None = None
    ask: Ask | None = None
    status: str = ""
    mine: list[int] = []
    host: bool = False
    scene: Raw = Raw(b"")
    notes: Notes | None = None
    sections: dict[str, list[str | int]] = {}
    id: str | None = None
    why: str = ""
    lines: Raw = Raw(b"[]")
    hint: Raw = Raw(b"null")
    to: str = ""

    @property
    def is_update(self) -> bool:
        """Whether this shows the table."""
        return self.t in ("scene", "sections")


class ChatLine(msgspec.Struct):
    """A line of chat."""

    seq: int
    seat: int | None
    name: str
    text: str
    you: bool


class HintShown(msgspec.Struct):
    """A hint: the seat that it is for, and the actions that it compares."""

    seat: int
    choices: list["_Choice"]


class _Choice(msgspec.Struct):
    action: int
    why: str | None = None


class _Scene(msgspec.Struct):
    choices: list[_Choice]


_FRAMES = msgspec.json.Decoder(Frame)
_SCENES = msgspec.json.Decoder(_Scene)
_LINES = msgspec.json.Decoder(list[ChatLine])
_SENTENCES = msgspec.json.Decoder(list[str])
_HINTS = msgspec.json.Decoder(HintShown)


def decode_frame(text: str) -> Frame:
    """Decode a message of the server."""
    return _FRAMES.decode(text)


def chat_lines(frame: Frame) -> list[ChatLine]:
    """Return the lines in a message of chat."""
    return _LINES.decode(frame.lines)


def sentences(frame: Frame) -> list[str]:
    """Return the sentences in an announcement."""
    return _SENTENCES.decode(frame.lines)


def shown_hint(frame: Frame) -> HintShown:
    """Return the hint in a message."""
    return _HINTS.decode(frame.hint)


@lru_cache(maxsize=64)
def legal_actions(scene: bytes) -> list[int]:
    """Return the actions that a scene offers."""
    return [choice.action for choice in _SCENES.decode(scene).choices if choice.why is None]


@cache
def _texts(*names: str) -> frozenset[str]:
    refusals = [text_of("chabudai.server", language)["refused"] for language in LANGUAGES]
    return frozenset(texts[name] for texts in refusals for name in names)


def is_uncertain(why: str) -> bool:
    """Check whether a refusal leaves open if the command was carried out.

    The write may have succeeded although its reply was lost. The simulated clients send such a command again.
    """
    return why in _texts("restarting", "cannot_save")


def is_unread(why: str) -> bool:
    """Check whether the server has refused a message without reading it: one of too many."""
    return why in _texts("too_fast", "too_fast_here", "too_many_at_once")
