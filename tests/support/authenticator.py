"""A device with passkeys, in software: it says what a test has it say, lies among them.

Written from the W3C's Web Authentication, and sharing nothing with the service.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Device:
    """One passkey in one device."""

    origin: str
    site: str
    flags: int = PRESENT | VERIFIED
    count: int = 0
    counts: bool = True
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    user: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int, more: bytes = b"") -> bytes:
        self.count += self.counts
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def made(self, challenge: dict[str, Any]) -> dict[str, str]:
        """A new key, as a browser passes it on."""
        self.user = challenge["user"]
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )
        more = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + public
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(self.flags | HAS_KEY, more)}
        return {
            "credential": base64url(self.credential),
            "client_data": base64url(self._said("webauthn.create", challenge["challenge"])),
            "attestation": base64url(cbor2.dumps(attested)),
        }

    def signed(self, challenge: str) -> dict[str, str]:
        said, data = self._said("webauthn.get", challenge), self._data(self.flags)
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "credential": base64url(self.credential),
            "client_data": base64url(said),
            "authenticator_data": base64url(data),
            "signature": base64url(signature),
            "user": self.user,
        }


def account_in(user: str) -> str:
    return urlsafe_b64decode(user + "=" * (-len(user) % 4)).decode()
