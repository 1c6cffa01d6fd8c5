"""Web push: a message that only one browser can read (RFC 8291), signed by this site (RFC 8292)."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .outside import Outside
from .post import NotSent
from .tidings import Subscription

DAY = 24 * 3600
CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has."""
_GONE = (404, 410)
_POINT, _SECRET = 65, 16
"""The length of a browser's key and of its secret."""


class Gone(NotSent):
    """The browser takes no more messages."""


class Push:
    """Sends messages to browsers.

    The key of this site is drawn from its secret, so all machines that share the one share the
    other, and there is nothing more to keep.
    """

    def __init__(
        self,
        secret: str,
        contact: str,
        outside: Outside,
        *,
        clock: Callable[[], float],
    ) -> None:
        self.contact = contact
        self.outside = outside
        self._clock = clock
        drawn = HKDF(hashes.SHA256(), 48, None, b"trainshed web push").derive(secret.encode())
        number = int.from_bytes(drawn) % (_ORDER - 1) + 1
        self._key = ec.derive_private_key(number, CURVE)

    @property
    def public(self) -> str:
        """The key by which a browser knows this site."""
        return _text(_bytes(self._key.public_key()))

    async def send(self, to: Subscription, message: bytes, *, topic: str = "") -> None:
        """Send a message; one of the same topic that was not delivered yet is replaced.

        Gone says that the browser wants no more, NotSent that it could not be reached now.
        """
        body = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(CURVE),
            dh=_plain(to.key),
            auth_secret=_plain(to.secret),
            version="aes128gcm",
        )
        headers = {
            "authorization": f"vapid t={self.token(to.endpoint)}, k={self.public}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(DAY),
            "urgency": "high",
            **({"topic": _text(topic.encode())[:32]} if topic else {}),
        }
        status = await self.outside.post(to.endpoint, body, headers)
        if status in _GONE:
            raise Gone(f"{status}")
        if not 200 <= status < 300:
            raise NotSent(f"{urlsplit(to.endpoint).hostname}: {status}")

    def token(self, endpoint: str) -> str:
        """What tells the server of a browser who sends."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self._clock()) + DAY // 2,
            "sub": self.contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(_text(json.dumps(it).encode()) for it in (head, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{_text(r.to_bytes(32) + s.to_bytes(32))}"


def checked(found: Subscription, outside: Outside) -> Subscription:
    """A browser that can be told something; NotSent where it cannot."""
    outside.address(found.endpoint)
    try:
        key, secret = _plain(found.key), _plain(found.secret)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
    except (NotBase64, ValueError):
        raise NotSent("that is no key") from None
    is_plain = (_text(key), _text(secret)) == (found.key, found.secret)
    if not is_plain or len(key) != _POINT or len(secret) != _SECRET:
        raise NotSent("that is no key")
    return found


def _bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _plain(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))
