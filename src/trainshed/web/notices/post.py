"""Letters by e-mail, through the server that the site was told of."""

from __future__ import annotations

from email.errors import HeaderParseError
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, localtime, make_msgid, parseaddr

import aiosmtplib
from msgspec import Struct

from trainshed.core import TrainshedError
from trainshed.web.settings import Mail

PATIENCE = 20.0
"""Seconds for each word of the server."""
LONGEST = 200
"""Of an address or a subject, in characters."""


class _Unbroken(UnstructuredHeader, BaseHeader):
    """A header on one line: nobody reads an address in pieces."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _Unbroken)
_POLICY = SMTP.clone(header_factory=_HEADERS)


class NotSent(TrainshedError):
    """A letter, or another notice, could not be delivered."""


class Letter(Struct, frozen=True):
    """One mail to one address."""

    to: str
    subject: str
    text: str
    leave: str = ""
    """Where whoever wants no more such letters can say so, by one click."""


class Post:
    """Sends letters."""

    def __init__(self, mail: Mail, *, patience: float = PATIENCE) -> None:
        self.mail = mail
        self.patience = patience

    async def send(self, letter: Letter) -> None:
        """Hand a letter to the server; NotSent says why it did not take it."""
        message = written(self.mail.sender, letter)
        try:
            await aiosmtplib.send(
                message,
                sender=parseaddr(self.mail.sender)[1],
                recipients=[letter.to],
                hostname=self.mail.host,
                port=self.mail.port,
                username=self.mail.user or None,
                password=self.mail.password or None,
                use_tls=self.mail.security == "tls",
                start_tls=self.mail.security == "starttls",
                timeout=self.patience,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise NotSent(f"the mail server: {_reason(error)}") from error


def written(sender: str, letter: Letter) -> EmailMessage:
    """A letter as it is sent: no field can hold a line of its own, nor a second address."""
    message = EmailMessage(_POLICY)
    name, address = parseaddr(sender)
    message["From"] = _address(address, name)
    message["To"] = _address(letter.to)
    message["Subject"] = " ".join(letter.subject.split())[:LONGEST]
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2] or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    if letter.leave:
        message["List-Unsubscribe"] = f"<{letter.leave}>"
        if letter.leave.startswith("https://"):  # what others may post to by themselves
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text)
    return message


def _reason(error: Exception) -> str:
    """What went wrong, without the address that a server may repeat."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        return str(error.recipients[0].code)
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return str(error.code)
    return type(error).__name__


def _address(address: str, name: str = "") -> Address:
    """An address that is one; NotSent where it is none."""
    try:
        found = Address(display_name=" ".join(name.split()), addr_spec=address)
    except (HeaderParseError, ValueError, IndexError):
        raise NotSent(f"{address[:LONGEST]!r} is no address") from None
    if not found.username or not found.domain or not address.isprintable():
        raise NotSent(f"{address[:LONGEST]!r} is no address")
    return found
