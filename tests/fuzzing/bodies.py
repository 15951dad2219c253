"""Bodies of requests: forms and JSON, valid or damaged, with content types that fit or do not."""

from collections.abc import Sequence
from random import Random
from urllib.parse import quote_from_bytes

from fuzzing.values import damage_bytes, damage_json, json_text, odd_text

Pairs = Sequence[tuple[str, bytes]]

_CHARSETS = (
    b"utf-8",
    b"latin-1",
    b"utf-16",
    b"utf-7",
    b"unicode_escape",
    b"raw_unicode_escape",
    b"idna",
    b"punycode",
    b"undefined",
    b"hex",
    b"rot13",
    b"nothing",
    b"shift_jis",
    b"utf_8_sig",
    b"mbcs",
    b"\xff",
    b"",
)
_TYPES = (
    b"application/json",
    b"application/json; charset=utf-16",
    b"application/x-www-form-urlencoded",
    b"multipart/form-data",
    b"multipart/form-data; boundary=",
    b"multipart/form-data; boundary=x",
    b"text/plain",
    b"",
    b";;;",
    b"\xe3\x81\x82/\xff",
)


def encode_urlencoded(fields: Pairs) -> tuple[bytes, bytes]:
    """Encode a form as browsers do by default."""
    text = "&".join(f"{quote_from_bytes(name.encode())}={quote_from_bytes(value)}" for name, value in fields)
    return b"application/x-www-form-urlencoded", text.encode()


def encode_multipart(random: Random, fields: Pairs) -> tuple[bytes, bytes]:
    """Encode a form as multipart, with some fields as files, and often declare a charset, which need not be right."""
    body = bytearray()
    for name, value in fields:
        file = random.choice((b"", b"", b'; filename="a.json"', b"; filename*=utf-8''%ff", b'; filename="\\u3042"'))
        body += b'--edge\r\nContent-Disposition: form-data; name="' + name.encode() + b'"' + file + b"\r\n\r\n"
        body += value + b"\r\n"
    body += b"--edge--\r\n"
    content_type = b"multipart/form-data; boundary=edge"
    if random.random() < 0.4:
        content_type += b"; charset=" + random.choice(_CHARSETS)
    return content_type, bytes(body)


def encode_fields(random: Random, fields: dict[str, object]) -> tuple[bytes, bytes]:
    """Encode fields in any way, and sometimes damage the result or declare it as something else."""
    roll = random.random()
    if roll < 0.45:
        text = json_text(random, fields)
        content_type, body = b"application/json", (damage_json(random, text) if roll < 0.1 else text).encode()
    else:
        pairs = [(name, _form_value(random, value)) for name, value in fields.items()]
        if random.random() < 0.1:
            pairs *= random.choice((2, 70, 300))
        content_type, body = encode_urlencoded(pairs) if roll < 0.75 else encode_multipart(random, pairs)
    if random.random() < 0.2:
        body = damage_bytes(random, body)
    if random.random() < 0.06:
        content_type = random.choice(_TYPES)
    if random.random() < 0.01:
        body += b"x" * random.choice((65_536, 1_000_001))
    return content_type, body


def _form_value(random: Random, value: object) -> bytes:
    if isinstance(value, bool):
        return b"on" if value else b"off"
    if isinstance(value, str | int):
        return str(value).encode()
    return odd_text(random).encode() if random.random() < 0.3 else json_text(random, value).encode()
