"""Signed texts: a guest's cookie, an invitation, a link that moves a seat. Only who has the key can make them."""

import contextlib
import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError

_SIGNATURE = 22
"""Characters of a signature: 128 bits and a little."""

_KEY = 32
"""Bytes of a key."""


class CannotKeepKey(ChabudaiError):
    """A key file that cannot be read or written."""


class Signer:
    """Signs texts, each for one purpose, so that an invitation is no cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        """The text (letters, digits, hyphens and dots) with its signature."""
        return f"{text}.{self._signature(purpose, text)}"

    def open(self, purpose: str, signed: str) -> str | None:
        """The text that was signed for this purpose; None if it was not."""
        text, _, signature = signed.rpartition(".")
        if not signed.isascii() or not hmac.compare_digest(signature, self._signature(purpose, text)):
            return None
        return text

    def _signature(self, purpose: str, text: str) -> str:
        digest = hmac.digest(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest)[:_SIGNATURE].decode()


def kept_signer(path: Path) -> Signer:
    """The signer whose key is in this file. The file is created if it is missing, readable only by its owner."""
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_bytes()
    except OSError as error:
        raise CannotKeepKey(f"cannot keep the signing key in {path}: {error.strerror}") from error
    if len(key) < _KEY:
        raise CannotKeepKey(f"{path} is no key: remove it, and a new one is made")
    return Signer(key)


def _make_key(path: Path) -> None:
    """Write a new key beside, then give it its name: nobody ever reads half a key, and the first of two wins."""
    written = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(_KEY))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(written, path)
    finally:
        written.unlink()
