"""Letters reach the mail server as they were meant, and in no other way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest

from trainshed.web.notices.post import Letter, NotSent, Post, written
from trainshed.web.settings import Mail


class MailServer:
    """A mail server that takes everything, or refuses whoever it is told to."""

    def __init__(self, refuse: str = "") -> None:
        self.refuse = refuse
        self.port = 0
        self.said: list[str] = []
        self.letters: list[EmailMessage] = []
        self.visits: list[asyncio.Task[None]] = []

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits.append(asyncio.create_task(self.talk(reader, writer)))

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            text = line.decode().strip()
            self.said.append(text)
            match text.split(":")[0].split()[0].upper():
                case "EHLO":
                    writer.write(b"250-here\r\n250 AUTH PLAIN\r\n")
                case "DATA":
                    writer.write(b"354 go on\r\n")
                    body = await reader.readuntil(b"\r\n.\r\n")
                    found = message_from_bytes(body[:-5], policy=SMTP)
                    assert isinstance(found, EmailMessage)
                    self.letters.append(found)
                    writer.write(b"250 kept\r\n")
                case "AUTH":
                    writer.write(b"235 welcome\r\n")
                case "RCPT" if self.refuse and self.refuse in text:
                    writer.write(b"550 nobody of that name\r\n")
                case "QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                case _:
                    writer.write(b"250 yes\r\n")
            await writer.drain()
        writer.close()
        with suppress(OSError):  # whoever called has hung up
            await writer.wait_closed()


@asynccontextmanager
async def mail_server(refuse: str = "") -> AsyncIterator[MailServer]:
    found = MailServer(refuse)
    server = await asyncio.start_server(found.greet, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found
        await asyncio.gather(*found.visits)


def mail(port: int, **more: str) -> Mail:
    security = more.pop("security", "none")
    sender = "Our club <club@example.org>"
    return Mail(host="127.0.0.1", port=port, security=security, sender=sender, **more)


def with_server(
    test: Callable[[MailServer], Coroutine[Any, Any, None]], refuse: str = ""
) -> MailServer:
    async def go() -> MailServer:
        async with mail_server(refuse) as server:
            await test(server)
            return server

    return asyncio.run(go())


def test_a_letter_arrives_whole() -> None:
    letter = Letter("ada@example.org", "Ihr Zug, Ada", "Grüße\nvom Tisch", "https://a.b/off")

    async def send(server: MailServer) -> None:
        await Post(mail(server.port)).send(letter)

    server = with_server(send)
    (found,) = server.letters
    assert found["From"] == "Our club <club@example.org>"
    assert found["To"] == "ada@example.org"
    assert found["Subject"] == "Ihr Zug, Ada"
    assert found["List-Unsubscribe"] == "<https://a.b/off>"
    assert found["Message-ID"].endswith("@example.org>")
    assert found["Date"]
    assert found.get_content().split() == ["Grüße", "vom", "Tisch"]
    assert "MAIL FROM:<club@example.org>" in server.said[1]
    assert "RCPT TO:<ada@example.org>" in server.said[2]


def test_a_long_link_to_leave_stays_in_one_piece() -> None:
    """Where it is safe, whoever carries the letter may press it for its reader (RFC 8058)."""
    url = f"https://trains.example.org/leave/{'x' * 150}"
    letter = Letter("ada@example.org", "Your turn", "Text", url)

    async def send(server: MailServer) -> None:
        await Post(mail(server.port)).send(letter)

    (found,) = with_server(send).letters
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    raw = written("club@example.org", letter).as_bytes().decode()
    assert f"\r\nList-Unsubscribe: <{url}>\r\n" in raw
    plain = written("club@example.org", Letter("ada@example.org", "", "", "http://localhost/x"))
    assert "List-Unsubscribe-Post" not in plain


def test_the_site_signs_in_where_it_must() -> None:
    async def send(server: MailServer) -> None:
        known = mail(server.port, user="club", password="iron horse")
        await Post(known).send(Letter("ada@example.org", "Hello", "there"))

    server = with_server(send)
    assert any(line.startswith("AUTH PLAIN") for line in server.said)
    assert len(server.letters) == 1


def test_a_server_without_encryption_gets_nothing_where_it_is_asked_for() -> None:
    async def send(server: MailServer) -> None:
        known = mail(server.port, security="starttls", user="club", password="x")
        with pytest.raises(NotSent):
            await Post(known).send(Letter("ada@example.org", "Hello", "there"))

    server = with_server(send)
    assert not server.letters
    assert not any(line.startswith("AUTH") for line in server.said)


def test_a_refusal_is_told() -> None:
    async def send(server: MailServer) -> None:
        with pytest.raises(NotSent, match=r"server: 550$"):
            await Post(mail(server.port)).send(Letter("ben@example.org", "Hello", "there"))

    assert not with_server(send, refuse="ben").letters


def test_no_server_is_told() -> None:
    async def send() -> None:
        async with mail_server() as server:
            port = server.port
        with pytest.raises(NotSent):
            await Post(mail(port)).send(Letter("ada@example.org", "Hello", "there"))

    asyncio.run(send())


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "@example.org",
        "ada@example.org, eve@example.org",
        "ada@example.org\r\nBcc: eve@example.org",
        "Ada <ada@example.org>",
    ],
)
def test_what_is_no_address_gets_no_letter(address: str) -> None:
    with pytest.raises(NotSent):
        written("club@example.org", Letter(address, "Hello", "there"))


def test_a_subject_holds_no_header_of_its_own() -> None:
    found = written("club@example.org", Letter("a@b.org", "Hi\r\nBcc: eve@example.org", "there"))
    assert "Bcc" not in found
    assert found["Subject"] == "Hi Bcc: eve@example.org"
