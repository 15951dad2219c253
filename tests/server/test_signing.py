"""Signed texts: nobody can make one, change one, or use one for something else."""

import stat
from pathlib import Path

import pytest

from chabudai.server.http.signing import CannotKeepKey, Signer, kept_signer


def test_what_was_signed_can_be_opened() -> None:
    seal = Signer(b"k" * 32)
    assert seal.open("guest", seal.sign("guest", "a-b_c.1")) == "a-b_c.1"


@pytest.mark.parametrize("forged", ["", ".", "abc", "abc.", "{}x", "ä.ö", "abd.{sig}", "abc.{sig}x"])
def test_what_was_changed_cannot_be_opened(forged: str) -> None:
    seal = Signer(b"k" * 32)
    signature = seal.sign("guest", "abc").rpartition(".")[2]
    assert seal.open("guest", forged.replace("{sig}", signature)) is None


def test_a_signature_is_good_for_one_purpose_and_one_key() -> None:
    seal = Signer(b"k" * 32)
    assert seal.open("guest", seal.sign("invite", "abc")) is None
    assert seal.open("guest", Signer(b"l" * 32).sign("guest", "abc")) is None


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.key"
    signed = kept_signer(path).sign("guest", "abc")
    assert kept_signer(path).open("guest", signed) == "abc"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["t.key"]


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.key"
    path.write_text("short")
    with pytest.raises(CannotKeepKey, match="is no key"):
        kept_signer(path)
    with pytest.raises(CannotKeepKey, match="No such file"):
        kept_signer(tmp_path / "no" / "t.key")
