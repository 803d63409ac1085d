"""Signed notes (c2sp.org/signed-note): text, an empty line, and a line for each signature."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from msgspec import Struct

SIGNATURE: Final = 1
"""The type of an Ed25519 signature under a note."""
COSIGNATURE: Final = 4
"""The type of an Ed25519 cosignature with its time, on a checkpoint."""
LONGEST_NAME: Final = 100
LARGEST_NOTE: Final = 256_000
"""In bytes: room for at least 16 signatures of any kind, including those that withstand quantum computers."""
_MOST_SIGNATURES: Final = 100
_KEY_BYTES: Final = 32
_ID_BYTES: Final = 4
_DASH: Final = "— "

Sign = Callable[[bytes], bytes]
"""Signs bytes with an Ed25519 key."""


class MalformedNote(ValueError):
    """This is no note, no key or no checkpoint."""


class VerifierKey(Struct, frozen=True):
    """Whose signature it is, and the public key that checks it. Written as text it is a *vkey*."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:_ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"


class Signature(Struct, frozen=True):
    name: str
    id: bytes
    content: bytes

    def __str__(self) -> str:
        """Its line under a note."""
        return f"{_DASH}{self.name} {b64encode(self.id + self.content).decode()}\n"

    def is_by(self, key: VerifierKey) -> bool:
        return (self.name, self.id) == (key.name, key.id)


class Note(Struct, frozen=True):
    text: str
    """With the line feed at its end."""
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"


def insist_on_name(name: str) -> str:
    """Checks the name of a key used here, which is also the origin of a log: it must be short, and valid as the name
    of a key."""
    if len(name.encode()) > LONGEST_NAME or not name.isprintable() or not _is_name(name):
        raise MalformedNote(
            f"{name[:LONGEST_NAME]!r}: the name of a log or a witness is 1 to {LONGEST_NAME} bytes without "
            "blanks and plus signs, as in house.example/log"
        )
    return name


def _is_name(name: str) -> bool:
    """Whether a key may have this name: no blanks, no plus sign."""
    return bool(name) and "+" not in name and not any(map(str.isspace, name))


def parse_vkey(text: str) -> VerifierKey:
    name, _, rest = text.strip().partition("+")
    named, _, encoded = rest.partition("+")
    content = from_base64(encoded)
    if len(content) != 1 + _KEY_BYTES or content[0] not in (SIGNATURE, COSIGNATURE):
        raise MalformedNote(f"not a verifier key of Ed25519: {text[:200]!r}")
    key = VerifierKey(insist_on_name(name), content[0], content[1:])
    if key.id.hex() != named:
        raise MalformedNote(f"the verifier key of {name} has the number {key.id.hex()}, not {named[:20]}")
    return key


def parse_note(content: str) -> Note:
    text, _, lines = content.rpartition("\n\n")
    if not text or not lines.endswith("\n") or len(content) > LARGEST_NOTE:
        raise MalformedNote("not a signed note: text, an empty line, and lines of signatures")
    if not all(character == "\n" or character >= " " for character in content):
        raise MalformedNote("not a signed note: it has control characters")
    signed = lines[:-1].split("\n")
    if len(signed) > _MOST_SIGNATURES:
        raise MalformedNote(f"a note with more than {_MOST_SIGNATURES} signatures")
    return Note(text + "\n", tuple(map(parse_signature, signed)))


def parse_signature(line: str) -> Signature:
    dash, name, encoded = line[:2], *line[2:].partition(" ")[::2]
    content = from_base64(encoded)
    if dash != _DASH or len(content) <= _ID_BYTES or not _is_name(name):
        raise MalformedNote(f"not the line of a signature: {line[:200]!r}")
    return Signature(name, content[:_ID_BYTES], content[_ID_BYTES:])


def sign_note(text: str, key: VerifierKey, sign: Sign) -> Note:
    return Note(text, (Signature(key.name, key.id, sign(text.encode())),))


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether this Ed25519 key signed the message. The library is imported on the first call."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def from_base64(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise MalformedNote(f"not base64: {text[:200]!r}") from None
