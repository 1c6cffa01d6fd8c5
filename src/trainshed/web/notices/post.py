"""Letters by e-mail, through the server that the site was told of."""

from __future__ import annotations

from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, localtime, make_msgid

import aiosmtplib
from msgspec import Struct

from trainshed.core import TrainshedError
from trainshed.web import mailbox
from trainshed.web.settings import Mail

PATIENCE = 20.0
"""Seconds for each word of the server."""
LONGEST = 200
"""Of a subject, in characters."""


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
                sender=mailbox.sender(self.mail.sender).addr_spec,
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
    try:
        ours, message["To"] = mailbox.sender(sender), mailbox.mailbox(letter.to)
    except ValueError as error:
        raise NotSent(str(error)) from None
    message["From"] = ours
    message["Subject"] = " ".join(letter.subject.split())[:LONGEST]
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=ours.domain)
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
