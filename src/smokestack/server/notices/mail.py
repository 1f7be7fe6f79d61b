"""Mails, sent with the operator's SMTP server."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Final

import aiosmtplib
import msgspec

from smokestack.presentation.language import language, tr
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.jobs.runner import JobFailed
from smokestack.server.settings import Settings

TIMEOUT_SECONDS: Final = 20.0  # for each step
TOTAL_SECONDS: Final = 45.0  # shorter than the lease of a job
TRANSIENT: Final = range(400, 500)  # replies of SMTP servers after which a retry makes sense


class MailRefused(Exception):
    """The mail can't be sent, and another attempt would not help."""


class Mail(msgspec.Struct, frozen=True):
    to: str
    subject: str
    text: str
    unsubscribe: str = ""
    """A URL that stops mails of this kind, with one click (RFC 8058)."""


class Mailer:
    def __init__(self, settings: Settings, source: TimeSource) -> None:
        self._settings = settings
        self._source = source

    async def send(self, mail: Mail) -> None:
        """`JobFailed` if it is worth another attempt, `MailRefused` if not."""
        settings = self._settings
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                await aiosmtplib.send(
                    self._message(mail),
                    hostname=settings.smtp_host,
                    port=settings.smtp_port,
                    username=settings.smtp_user or None,
                    password=settings.smtp_password or None,
                    use_tls=settings.smtp_tls == "tls",
                    start_tls=settings.smtp_tls == "starttls",
                    timeout=TIMEOUT_SECONDS,
                )
        except (
            aiosmtplib.SMTPConnectError,
            aiosmtplib.SMTPConnectTimeoutError,
            aiosmtplib.SMTPAuthenticationError,
        ) as error:
            raise JobFailed(type(error).__name__) from None
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(refusal.code in TRANSIENT for refusal in error.recipients):
                raise JobFailed(type(error).__name__) from None
            raise MailRefused(type(error).__name__) from None
        except aiosmtplib.SMTPResponseException as error:
            if error.code in TRANSIENT:
                raise JobFailed(f"{type(error).__name__} {error.code}") from None
            raise MailRefused(f"{type(error).__name__} {error.code}") from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            # Some of them mean that the mail may have been sent, so it is not sent again.
            raise MailRefused(type(error).__name__) from None

    def _message(self, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._settings.mail_from
        message["To"] = mail.to
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(self._source.now())
        message["Message-ID"] = make_msgid(domain=self._settings.mail_from.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["Content-Language"] = language()
        text = mail.text
        if mail.unsubscribe:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            text += "\n-- \n" + tr("Stop these emails: {link}", link=mail.unsubscribe) + "\n"
        message.set_content(text)
        return message
