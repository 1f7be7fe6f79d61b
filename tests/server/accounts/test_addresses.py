"""Addresses of accounts and new passwords by mail."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from smokestack.server.domain.time_source import ShiftedTime
from tests.server.accounts.test_accounts import PASSWORD, Device, rows
from tests.server.api.servers import Running, running
from tests.server.notices.receivers import Mailbox, mailbox
from tests.server.notices.test_delivery import log_lines

ADDRESS = "ann@example.org"
SITE = "http://games.example.org"


@pytest.fixture
def mails() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


@pytest.fixture
def own(tmp_path: Path, mails: Mailbox) -> Iterator[Running]:
    with running(
        tmp_path,
        bots=0,
        time_shift_file=str(tmp_path / "shift"),
        sign_ins_per_minute=0,
        public_url=SITE,
        smtp_host="127.0.0.1",
        smtp_port=mails.port,
        smtp_tls="none",
        mail_from="games@example.org",
    ) as server:
        yield server


def wait_for(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def next_mail(mails: Mailbox, number: int = 1) -> EmailMessage:
    wait_for(lambda: len(mails.mails) >= number)
    return mails.mails[-1]


def link_in(mail: EmailMessage) -> str:
    found = re.search(rf"{SITE}(/account/\S+)", mail.get_content())
    assert found
    return found[1]


def give_address(device: Device, mails: Mailbox) -> str:
    """Set an address and open the link of the mail; returns the link."""
    device.send_form("/account/email", email=ADDRESS, password=PASSWORD)
    link = link_in(next_mail(mails))
    assert device.get(link).status_code == 200
    assert rows_of(device) == [(None,)]  # opening a link changes nothing
    assert "confirmed" in device.send_form(link).text
    return link


def rows_of(device: Device) -> list[tuple[str | None]]:
    return [(device.get("/account/export.json").json()["email"],)]


def test_an_address_is_confirmed_by_a_link_that_works_once(
    own: Running, mails: Mailbox, tmp_path: Path
) -> None:
    laptop = Device(own)
    laptop.sign_up()
    for address in ("ann", "ann@localhost", "a@b.c\r\nBcc: x@y.z", "<ann@example.org>"):
        reply = laptop.send_form("/account/email", email=address, password=PASSWORD)
        assert reply.status_code == 422
    wrong = laptop.send_form("/account/email", email=ADDRESS, password="wrong")
    assert wrong.status_code == 401
    link = give_address(laptop, mails)
    assert rows_of(laptop) == [(ADDRESS,)]
    assert mails.mails[0]["subject"] == "Confirm your address"
    assert laptop.send_form(link).status_code == 422
    token = link.rpartition("/")[2]
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
    assert token.encode() not in stored
    # An old link does not work.
    laptop.send_form("/account/email", email="new@example.org", password=PASSWORD)
    late = link_in(next_mail(mails, 2))
    ShiftedTime(tmp_path / "shift").advance(days=2)
    assert laptop.send_form(late).status_code == 422
    assert rows_of(laptop) == [(ADDRESS,)]
    laptop.send_form("/account/email", email="", password=PASSWORD)
    assert rows_of(laptop) == [(None,)]


def test_a_new_password_by_mail_signs_all_devices_out(
    own: Running, mails: Mailbox, tmp_path: Path
) -> None:
    laptop, stranger = Device(own), Device(own)
    laptop.sign_up()
    give_address(laptop, mails)
    # Nothing tells whether an account or an address exists.
    replies = [
        stranger.send_form("/account/forgot", name=name)
        for name in ("Eve", "eve@example.org", "Ann", "ANN@example.org")
    ]
    assert [reply.status_code for reply in replies] == [200] * 4
    assert len({re.sub(r'value="[^"]*"', "", reply.text) for reply in replies}) == 1
    wait_for(lambda: rows(tmp_path, "SELECT count(*) FROM jobs WHERE kind = 'mail'") == [(0,)])
    assert {mail["to"] for mail in mails.mails} == {ADDRESS}
    link = link_in(mails.mails[-1])
    assert stranger.send_form(link, **{"new-password": "short"}).status_code == 422
    assert "was changed" in stranger.send_form(link, **{"new-password": "a better one"}).text
    assert not laptop.signed_in()
    assert laptop.sign_in().status_code == 401
    assert laptop.sign_in(password="a better one").status_code == 303
    assert stranger.send_form(link, **{"new-password": "another one"}).status_code == 422
    # Only so many mails are sent to one person.
    before = len(mails.mails)
    for _ in range(6):
        stranger.send_form("/account/forgot", name="Ann")
        wait_for(lambda: rows(tmp_path, "SELECT count(*) FROM jobs WHERE kind = 'mail'") == [(0,)])
    assert len(mails.mails) - before == 3


def test_without_mail_there_is_nothing_about_it(tmp_path: Path) -> None:
    with running(tmp_path, bots=0, sign_ins_per_minute=0) as server:
        device = Device(server)
        assert "/account/forgot" not in device.get("/account").text
        assert device.send_form("/account/forgot", name="Ann").status_code == 422
        device.sign_up()
        page = device.get("/account").text
        assert "/account/email" not in page
        reply = device.send_form("/account/email", email=ADDRESS, password=PASSWORD)
        assert reply.status_code == 422
        assert 'name="your-turn-mail"' not in device.get("/notices").text
        assert 'name="your-turn-push"' in device.get("/notices").text


def test_secrets_and_addresses_are_in_no_log(
    own: Running, mails: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    """Of every kind of route that takes some: accounts, addresses, resets, passkeys, notices."""
    caplog.set_level(logging.DEBUG)
    device, program = Device(own), own.guest()
    device.sign_up("Secretive Sue")
    link = give_address(device, mails)
    device.send_form(link)  # used before
    webhook, endpoint = "https://hooks.example/secret-hook", "https://push.example/secret-push"
    device.send_form("/notices/webhook", url=webhook, form="json")
    fields = {"endpoint": endpoint, "public-key": "secret-public", "auth": "secret-auth"}
    device.send_form("/notices/devices", **fields)
    device.send_form("/account/forgot", name=ADDRESS)
    reset = link_in(next_mail(mails, 2))
    device.get(reset)
    device.send_form(reset, **{"new-password": "secret password"})
    device.sign_in("Secretive Sue", "secret password")
    session = device.cookies["session"]
    device.send_form("/account/passkey-sign-up/options", name="Secretive Sam")
    for path in ("/account/passkey-sign-up", "/account/passkey-sign-in", "/account/passkeys"):
        device.send_form(path, response='{"id": "secret-credential"}', code="secret-code")
    unsubscribe = "/notices/unsubscribe/secret-guest.secret-token"
    device.get(unsubscribe)
    device.send_form(unsubscribe)
    device.get("/people/Secretive%20Sue")
    body = {"name": "Secretive Sue", "password": "secret password"}
    token = program.post("/sessions", json=body).json()["token"]
    program.headers["authorization"] = f"Bearer {token}"
    for path, sent in (
        ("/account/email", {"email": "sue@secret.example", "password": "secret password"}),
        ("/account/email/confirm", {"token": "secret-confirmation"}),
        ("/account/passkeys/options", {"password": "secret wrong"}),
        ("/account/passkeys", {"response": '{"id": "secret-credential"}'}),
        ("/notices", {"kinds": {}, "webhook": {"url": webhook, "form": "json"}}),
    ):
        program.post(path, json=sent)
    next_mail(mails, 3)
    lines = log_lines(caplog)
    assert "/account/confirm/{token}" in lines
    assert "/api/v1/account/email" in lines
    parts = [link.rpartition("/")[2], reset.rpartition("/")[2], session, token, ADDRESS, PASSWORD]
    for secret in (*parts, "secret", "Secretive"):
        assert secret not in lines, f"{secret} was logged"
