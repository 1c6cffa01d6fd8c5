"""Web push: only the browser can read a message, and it knows who sent it."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import httpx2
import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from trainshed.web.notices.outside import NOT_OUTSIDE, Outside, is_private
from trainshed.web.notices.post import NotSent
from trainshed.web.notices.push import Gone, Push, checked
from trainshed.web.notices.tidings import Subscription

SECRET = b"0123456789abcdef"


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def plain(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Wire(Outside):
    """Notes what is sent."""

    def __init__(self, status: int = 201) -> None:
        super().__init__()
        self.status = status
        self.sent: list[tuple[str, bytes, Mapping[str, str]]] = []

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        self.address(url)
        self.sent.append((url, body, headers))
        return self.status


class Phone:
    """A browser that can be told something."""

    def __init__(self, number: int = 5) -> None:
        self.key = ec.derive_private_key(number, ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"https://push.example.com/to/{number}"
        self.subscription = Subscription(endpoint, text(point), text(SECRET))

    def read(self, body: bytes) -> bytes:
        found = http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET)
        assert isinstance(found, bytes)
        return found


GOOD = Phone().subscription


def push(wire: Outside) -> Push:
    return Push("a secret", "mailto:club@example.org", wire, clock=lambda: 1000.0)


def test_only_the_browser_can_read_it() -> None:
    wire, phone = Wire(), Phone()
    asyncio.run(push(wire).send(phone.subscription, b"your turn", topic="abc"))
    ((url, body, headers),) = wire.sent
    assert url == phone.subscription.endpoint
    assert b"your turn" not in body
    assert phone.read(body) == b"your turn"
    with pytest.raises(http_ece.ECEException):
        Phone(6).read(body)
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert headers["topic"]


def test_the_site_signs_what_it_sends() -> None:
    """RFC 8292: for whom, until when, from whom; signed with the key that the browser knows."""
    sender = push(Wire())
    signed, _, signature = sender.token("https://push.example.com/to/5").rpartition(".")
    head, claims = (json.loads(plain(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == "https://push.example.com"
    assert 1000 < claims["exp"] <= 1000 + 24 * 3600
    assert claims["sub"] == "mailto:club@example.org"
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(sender.public))
    raw = plain(signature)
    found = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(found, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(found, b"forged", ec.ECDSA(hashes.SHA256()))


def test_machines_that_share_the_secret_share_the_key() -> None:
    wire = Wire()
    assert push(wire).public == push(wire).public
    assert Push("another", "mailto:a@b.org", wire, clock=lambda: 1000.0).public != push(wire).public


def test_what_the_push_server_says_counts() -> None:
    for status, error in ((404, Gone), (410, Gone), (429, NotSent), (302, NotSent)):
        with pytest.raises(error):
            asyncio.run(push(Wire(status)).send(Phone().subscription, b"x"))


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example.com/a"},
        {"endpoint": "https://127.0.0.1/a"},
        {"endpoint": "https://[::1]/a"},
        {"endpoint": "https://localhost/a"},
        {"endpoint": "https://me:word@push.example.com/a"},
        {"endpoint": "https:///a"},
        {"endpoint": f"https://{'a' * 64}.example.com/a"},
        {"endpoint": "https://push..example.com/a"},
        {"endpoint": "https://push.example.com:99999/a"},
        {"endpoint": ""},
        {"key": "AAAA"},
        {"key": "ü"},
        {"key": "A" * 87},
        {"secret": "AAAA"},
        {"key": f"{GOOD.key}{'!' * 400}"},
        {"secret": f"{GOOD.secret}{'=' * 400}"},
    ],
)
def test_what_is_no_browser_is_refused(change: Mapping[str, str]) -> None:
    """By its address, its key or its secret, which have no other signs than they need."""
    assert checked(GOOD, Outside()) == GOOD
    with pytest.raises(NotSent):
        checked(replace(GOOD, **change), Outside())


@pytest.mark.parametrize(
    "name", ["localhost", "trains.localhost", "printer.local", "db.internal", "localhost."]
)
def test_names_of_our_own_network_are_not_called(name: str) -> None:
    """Nobody has to be asked where they are."""
    assert is_private(name)


@pytest.mark.parametrize("network", [ip_network(it) for it in NOT_OUTSIDE], ids=str)
def test_no_address_is_called_that_lies_in_no_public_network(
    network: IPv4Network | IPv6Network,
) -> None:
    """Neither the first nor the last of a range, in whatever way it is written.

    Its neighbours are, unless they lie in another range.
    """
    edges = network[0], network[-1]
    assert all(is_private(str(it)) for it in edges)
    beside = {edges[0] - 1 if int(edges[0]) else edges[0], _after(edges[1])}
    others = [ip_network(it) for it in NOT_OUTSIDE]
    for it in beside:
        assert is_private(str(it)) is any(it in other for other in others)
    if isinstance(network, IPv4Network):
        for it in edges:
            assert all(is_private(str(IPv6Address(prefix + int(it)))) for prefix in LEADING)
            assert is_private(str(IPv6Address((0x2002 << 112) + (int(it) << 80))))


def _after(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    return address if int(address) == 2**address.max_prefixlen - 1 else address + 1


LEADING = (0, 0xFFFF << 32, 0xFFFF << 48, 0x64FF9B << 96, 0x64FF9B0001 << 80)
"""How addresses of IPv6 begin that lead to one of IPv4, which is their end."""


@pytest.mark.parametrize(
    "address",
    ["::", "::1", "fe80::1%eth0", "fd00::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "4000::1"],
)
def test_no_other_part_of_ipv6_is_called(address: str) -> None:
    """Only one is given to machines that everybody can reach."""
    assert is_private(address)


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "8.8.8.8", "::ffff:8.8.8.8", "2606:4700:4700::1111", "2a01:4f8::1"],
)
def test_the_outside_world_is_called(address: str) -> None:
    """By either kind of address."""
    assert not is_private(address)


def test_what_python_calls_not_global_is_not_called() -> None:
    """No range is forgotten that it knows."""
    dice = random.Random(1861)
    drawn = [IPv4Address(dice.getrandbits(32)) for _ in range(20_000)]
    for address in drawn:
        assert address.is_global or is_private(str(address))


def test_what_is_called_does_not_depend_on_the_version_of_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They differ in what they call global or private."""
    for kind in (IPv4Address, IPv6Address):
        for name in ("is_global", "is_private", "is_reserved"):
            monkeypatch.delattr(kind, name)
    assert is_private("192.0.0.9")
    assert not is_private("2606:4700:4700::1111")


def test_a_name_that_leads_to_our_own_network_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever else it leads to."""

    def found(*_: object, **__: object) -> list[object]:
        return [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]

    async def call() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", found)
        await Outside().post("https://trap.example.com/", b"", {})

    with pytest.raises(NotSent, match="outside world"):
        asyncio.run(call())


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.1", "0177.0.0.1"])
def test_an_address_in_an_odd_form_is_the_one_it_means(host: str) -> None:
    """Whatever the system reads as one of our own network is not called."""
    with pytest.raises(NotSent, match="outside world"):
        asyncio.run(Outside().post(f"https://{host}/", b"", {}))


def test_a_machine_is_called_by_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever answers for its name may say something else the second time: nobody asks him."""
    told = iter(["93.184.215.14", "127.0.0.1"])
    called: list[tuple[str, str, object]] = []

    def found(*_: object, **__: object) -> list[object]:
        return [(2, 1, 6, "", (next(told), 443))]

    def stream(self: object, method: str, url: str, **more: Any) -> None:  # noqa: ANN401
        called.append((url, more["headers"]["host"], more["extensions"]["sni_hostname"]))
        raise httpx2.ConnectError("cut off")

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(httpx2.AsyncClient, "stream", stream)
    with pytest.raises(NotSent, match="ConnectError"):
        asyncio.run(Outside().post("https://trap.example.com/hook", b"", {}))
    name = "trap.example.com"
    assert called == [("https://93.184.215.14:443/hook", name, name)]
    assert list(told) == ["127.0.0.1"]


def test_a_message_is_posted_as_it_is_and_no_redirect_followed() -> None:
    """To the very machine, by its name; the answer is not read."""
    heard: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        heard.append(head + await reader.readexactly(5))
        writer.write(b"HTTP/1.1 302 Elsewhere\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        await reader.read()
        writer.close()
        await writer.wait_closed()

    async def call() -> int:
        tasks: list[asyncio.Task[None]] = []

        def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            tasks.append(asyncio.create_task(answer(reader, writer)))

        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            status = await Outside(near=True).post(
                f"http://127.0.0.1:{port}/hook?a=b", b"hello", {"x-more": "yes"}
            )
            await asyncio.gather(*tasks)
        return status

    assert asyncio.run(call()) == 302
    (request,) = heard
    assert request.startswith(b"POST /hook?a=b HTTP/1.1\r\n")
    assert b"\r\nhost: 127.0.0.1:" in request.lower()
    assert b"\r\nx-more: yes" in request.lower()
    assert request.endswith(b"hello")


def certificate(name: str, folder: Path) -> Path:
    """A certificate for a machine of this name that it has signed itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    day, now = timedelta(days=1), datetime.now(UTC)
    made = x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - day).not_valid_after(now + day)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / f"{name}.pem"
    path.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return path


@pytest.mark.parametrize("name", ["hook.example.com", "other.example.com"])
def test_a_machine_must_be_the_one_that_was_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it is called by its number, its certificate must be for its name."""
    path = certificate(name, tmp_path)
    outside = Outside(near=True)
    outside.__dict__["_context"] = ssl.create_default_context(cafile=path)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(path)

    def found(host: str, port: int, **_: object) -> list[object]:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 Taken\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def call() -> int:
        server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=own)
        port = server.sockets[0].getsockname()[1]
        monkeypatch.setattr(socket, "getaddrinfo", found)
        async with server:
            return await outside.post(f"https://hook.example.com:{port}/", b"", {})

    if name == "hook.example.com":
        assert asyncio.run(call()) == 204
    else:
        with pytest.raises(NotSent):
            asyncio.run(call())
