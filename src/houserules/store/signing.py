"""Signed heads of the audit log, and the key that signs them."""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from houserules.store.contract import SignedHead, Snapshot, UnusableStore


class Signer:
    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, size: int, root: bytes, at: int) -> SignedHead:
        signature = self._private.sign(head_message(size, root.hex(), at))
        return SignedHead(size, root.hex(), at, self.key, signature.hex())

    def seal(self, stream: str, version: int, data: bytes) -> str:
        """Signs a snapshot: what the store itself folded, and nobody edited since."""
        return self._private.sign(_snapshot_message(stream, version, data)).hex()


def head_message(size: int, root: str, at: int) -> bytes:
    """The bytes under the signature."""
    return f"houserules.head/1\n{size}\n{root}\n{at}\n".encode()


def is_signed(head: SignedHead) -> bool:
    """Whether the head's own key signed it. Whether that key is to be trusted is another question."""
    return _verifies(head.key, head.signature, head_message(head.size, head.root, head.at))


def is_sealed(snapshot: Snapshot, signature: str, key: str) -> bool:
    """Whether this key signed the snapshot as it stands."""
    return _verifies(key, signature, _snapshot_message(snapshot.stream, snapshot.version, snapshot.data))


def _snapshot_message(stream: str, version: int, data: bytes) -> bytes:
    return f"houserules.snapshot/1\n{version}\n{sha256(data).hexdigest()}\n{stream}\n".encode()


def _verifies(key: str, signature: str, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def signer_from(path: Path) -> Signer:
    """The key in a file, made if there is none. Others than the owner can neither read nor replace it."""
    if not path.exists():
        _make(path)
    try:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise UnusableStore(f"{path}: others can read the signing key; chmod 600 it, or make a new one")
        private = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise UnusableStore(f"{path}: the signing key cannot be read: {error.strerror}") from None
    except (ValueError, TypeError) as error:
        raise UnusableStore(f"{path}: not a signing key: {error}") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise UnusableStore(f"{path}: the signing key must be Ed25519")
    return Signer(private)


def _make(path: Path) -> None:
    """Two processes may start at once: the first to link its finished file wins, and nobody reads half a key."""
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise UnusableStore(f"{path}: the signing key cannot be written: {error.strerror}") from None
