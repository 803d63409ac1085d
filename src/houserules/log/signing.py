"""Signed heads of the log, and the key that signs them. The library is loaded when the first head is checked."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houserules.log.entries import SignedHead, Snapshot
from houserules.log.errors import UnusableLog
from houserules.log.private_files import drafted
from houserules.notes import verifies

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Signer:
    """``origin`` is the name under which the log is published; unless it is given, it is derived from the key."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.bytes = private.sign
        self.key = private.public_key().public_bytes_raw().hex()
        self.origin = f"houserules/{self.key[:16]}"

    def sign(self, size: int, root: bytes) -> SignedHead:
        head = SignedHead(size, root.hex(), self.origin, self.key, "")
        return replace(head, signature=self.bytes(head.text().encode()).hex())

    def seal(self, snapshot: Snapshot) -> str:
        """Signs a snapshot, so that an edited one is not trusted."""
        return self.bytes(_snapshot_message(snapshot)).hex()


def is_signed(head: SignedHead) -> bool:
    """Whether the head's own key signed it. Whether that key is to be trusted is another question."""
    try:
        return verifies(_read(head.key), _read(head.signature), head.text().encode())
    except (ValueError, TypeError, AttributeError):  # Somebody edited the database: this is not a key or a root.
        return False


def is_sealed(snapshot: Snapshot, signature: str, key: str) -> bool:
    """Whether this key signed the snapshot in its present form."""
    try:
        return verifies(_read(key), _read(signature), _snapshot_message(snapshot))
    except (ValueError, TypeError):
        return False


def _read(text: str) -> bytes:
    """Hexadecimal exactly as it was written: a capital letter stands for the same bytes and is still an edit."""
    read = bytes.fromhex(text)
    if read.hex() != text:
        raise ValueError(text)
    return read


def _snapshot_message(snapshot: Snapshot) -> bytes:
    digest = sha256(snapshot.data).hexdigest()
    return f"houserules.snapshot/1\n{snapshot.version}\n{digest}\n{snapshot.stream}\n".encode()


def signer_from(path: Path, before: Callable[[Signer], None] = lambda _signer: None) -> Signer:
    """The key in a file, created if there is none; ``before`` is called with a new key before its file is there.
    Nobody but the owner can read or replace it."""
    try:
        if not path.exists():
            _make(path, before)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise UnusableLog(f"{path}: others can read the signing key; chmod 600 it, or make a new one")
    except OSError as error:
        raise UnusableLog(f"{path}: the signing key cannot be read: {error.strerror}") from None
    return read_signer(path)


def read_signer(path: Path) -> Signer:
    """The key in an existing file. Who else can read it is not checked."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        private = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise UnusableLog(f"{path}: the signing key cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UnusableLog(f"{path}: not a signing key: {error}") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise UnusableLog(f"{path}: the signing key must be Ed25519")
    return Signer(private)


def _make(path: Path, before: Callable[[Signer], None]) -> None:
    """Two processes may start at the same time: the first to link its finished file wins, and nobody reads half a
    key."""
    from cryptography.hazmat.primitives import serialization as form  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    made = Ed25519PrivateKey.generate()
    pem = made.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with drafted(path, pem) as draft:
            before(Signer(made))
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
    except OSError as error:
        raise UnusableLog(f"{path}: the signing key cannot be written: {error.strerror}") from None
