"""Signs cookies, invitations and links that transfer a seat, so that nobody without the key can forge them."""

import contextlib
import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError

_SIGNATURE_LENGTH = 22
"""Characters, for at least 128 bits."""

_KEY_LENGTH = 32
"""Bytes."""


class CannotUseKey(ChabudaiError):
    """A file with a key or token that is invalid or cannot be read or written."""


class Signer:
    """Signs texts, each for one purpose, so that an invitation cannot serve as a cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        """Return the text (letters, digits, hyphens, underscores and dots) with its signature."""
        return f"{text}.{self._signature(purpose, text)}"

    def verify(self, purpose: str, signed: str) -> str | None:
        """Return the text if it was signed for this purpose, or else None."""
        text, _, signature = signed.rpartition(".")
        if not signed.isascii() or not hmac.compare_digest(signature, self._signature(purpose, text)):
            return None
        return text

    def pseudonym(self, purpose: str, text: str) -> str:
        """Return a code that is always the same for a text, and does not reveal it to anybody without the key."""
        return self._signature(f"pseudonym {purpose}", text)

    def _signature(self, purpose: str, text: str) -> str:
        digest = hmac.digest(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest)[:_SIGNATURE_LENGTH].decode()


def load_signer(path: Path) -> Signer:
    """Load the signing key from a file. If the file is missing, create it, readable only by its owner."""
    key = _load_secret(path, "the signing key", lambda: secrets.token_bytes(_KEY_LENGTH))
    if len(key) < _KEY_LENGTH:
        raise CannotUseKey(f"{path} is not a signing key; remove it to get a new one")
    return Signer(key)


def load_admin_token(path: Path) -> str:
    """Load the operator's token from a file. If the file is missing, create it with a new token."""
    token = _load_secret(path, "the operator's token", lambda: f"{secrets.token_urlsafe(16)}\n".encode())
    try:
        text = token.decode("ascii").strip()
    except UnicodeDecodeError:
        text = ""
    if len(text) < _SIGNATURE_LENGTH:
        raise CannotUseKey(f"{path} does not contain a token; remove it to get a new one")
    return text


def _load_secret(path: Path, what: str, make: Callable[[], bytes]) -> bytes:
    try:
        if not path.exists():
            _write_secret(path, make())
        return path.read_bytes()
    except OSError as error:
        raise CannotUseKey(f"cannot read or write {what} {path}: {error.strerror}") from error


def _write_secret(path: Path, content: bytes) -> None:
    """Write to a temporary file, then link it: nobody reads half a secret, and the first of two writers wins."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        temporary.unlink()
