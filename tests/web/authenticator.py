"""A device that keeps passkeys, as far as the tests need one: ES256, no attestation."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """One passkey, and how often it was used; a device may also count nothing."""

    def __init__(self, origin: str, *, counts: bool = True) -> None:
        self.origin = origin
        self.counts = counts
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = sha256(str(self.key.private_numbers().private_value).encode()).digest()
        self.handle = b""
        self.count = 0

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make the key that a site asks for."""
        self.handle = read(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        about = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], HAS_KEY) + about
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=self._said("webauthn.create", options["challenge"]),
            attestationObject=attested,
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Show the key to a site."""
        self.count += self.counts
        data = self._data(options["rpId"])
        said = self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=said,
            authenticatorData=data,
            signature=signature,
            userHandle=self.handle,
        )

    def _data(self, site: str, more: int = 0) -> bytes:
        flags = PRESENT | VERIFIED | more
        return sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": written(self.id),
            "rawId": written(self.id),
            "type": "public-key",
            "response": {name: written(value) for name, value in response.items()},
        }
