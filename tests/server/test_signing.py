"""Signed texts cannot be forged, changed, or used for another purpose."""

import stat
from pathlib import Path

import pytest

from chabudai.server.http.signing import CannotUseKey, Signer, load_signer


def test_a_signed_text_can_be_verified() -> None:
    signer = Signer(b"k" * 32)
    assert signer.verify("guest", signer.sign("guest", "a-b_c.1")) == "a-b_c.1"


@pytest.mark.parametrize("forged", ["", ".", "abc", "abc.", "{}x", "ä.ö", "abd.{sig}", "abc.{sig}x"])
def test_a_changed_text_is_rejected(forged: str) -> None:
    signer = Signer(b"k" * 32)
    signature = signer.sign("guest", "abc").rpartition(".")[2]
    assert signer.verify("guest", forged.replace("{sig}", signature)) is None


def test_a_signature_is_valid_for_one_purpose_and_one_key() -> None:
    signer = Signer(b"k" * 32)
    assert signer.verify("guest", signer.sign("invite", "abc")) is None
    assert signer.verify("guest", Signer(b"l" * 32).sign("guest", "abc")) is None


def test_only_the_owner_can_read_the_key_file(tmp_path: Path) -> None:
    path = tmp_path / "t.key"
    signed = load_signer(path).sign("guest", "abc")
    assert load_signer(path).verify("guest", signed) == "abc"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["t.key"]


def test_an_invalid_key_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.key"
    path.write_text("short")
    with pytest.raises(CannotUseKey, match="is not a signing key"):
        load_signer(path)
    with pytest.raises(CannotUseKey, match="No such file"):
        load_signer(tmp_path / "no" / "t.key")
