"""Accounts with a passkey and no password: signing up, in, and confirming what matters."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx
import pytest

from smokestack.server.accounts.admin import AccountAdmin
from smokestack.server.http.addresses import LOOPBACK
from smokestack.server.settings import SIGN_UP_BY_INVITATION, SIGN_UP_CLOSED
from tests.server.accounts.authenticator import Authenticator
from tests.server.accounts.test_accounts import PASSWORD, Device
from tests.server.api.servers import Running, problem, running
from tests.server.notices.test_delivery import log_lines
from tests.server.services import settings


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, bots=0, sign_ins_per_minute=0) as server:
        yield server


def passkey_for(server: Running) -> Authenticator:
    return Authenticator(server.url, "127.0.0.1")


def sign_up(
    device: Device, passkey: Authenticator, name: str = "Pia", code: str = ""
) -> httpx.Response:
    options = device.send_form("/account/passkey-sign-up/options", name=name)
    assert options.status_code == 201, options.text
    return device.send_form(
        "/account/passkey-sign-up", name=name, code=code, response=passkey.create(options.json())
    )


def shown(device: Device, passkey: Authenticator) -> str:
    """The response of a passkey to a new challenge."""
    return passkey.get(device.send_form("/account/passkey-sign-in/options").json())


def test_a_guest_signs_up_with_a_passkey_alone_and_keeps_the_games(
    own: Running, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    laptop, phone, passkey = Device(own), Device(own), passkey_for(own)
    table = laptop.new_table()
    assert sign_up(laptop, passkey).status_code == 303
    assert "guest" not in laptop.cookies
    assert "data-my-turn" in laptop.get(table).text
    # No password opens it, also not an empty one.
    for password in ("", PASSWORD):
        assert phone.sign_in("Pia", password).status_code == 401
    response = shown(phone, passkey)
    assert phone.send_form("/account/passkey-sign-in", response=response).status_code == 303
    assert "data-my-turn" in phone.get(table).text
    again = Device(own).send_form("/account/passkey-sign-in", response=response)
    assert again.status_code == 401  # a response works once
    lines = log_lines(caplog)
    assert "Pia" not in lines
    assert response[20:60] not in lines


def test_the_only_passkey_stays_until_there_is_a_password(own: Running) -> None:
    device, passkey, stranger = Device(own), passkey_for(own), passkey_for(own)
    sign_up(device, passkey)
    sign_up(Device(own), stranger, "Stranger")
    refused = device.send_form("/account/passkeys/1/remove")
    assert refused.status_code == 422
    assert "your only passkey" in refused.text
    fields = {"new-password": PASSWORD}
    for proof in ({}, {"password": ""}, {"passkey": "{}"}, {"passkey": shown(device, stranger)}):
        assert device.send_form("/account/password", **fields, **proof).status_code == 401
        assert device.send_form("/account/delete", **proof).status_code == 401
    confirmed = device.send_form("/account/password", **fields, passkey=shown(device, passkey))
    assert confirmed.status_code == 303
    assert device.send_form("/account/passkeys/1/remove").status_code == 303
    assert Device(own).sign_in("Pia").status_code == 303


def test_an_account_is_deleted_with_its_passkey(own: Running) -> None:
    device, passkey = Device(own), passkey_for(own)
    sign_up(device, passkey)
    assert device.send_form("/account/delete", passkey=shown(device, passkey)).status_code == 303
    later = Device(own)
    response = shown(later, passkey)
    assert later.send_form("/account/passkey-sign-in", response=response).status_code == 401
    assert sign_up(later, passkey_for(own)).status_code == 303  # the name is free again


def test_a_passkey_gets_one_account_and_a_name_one_passkey(own: Running) -> None:
    passkey = passkey_for(own)
    assert sign_up(Device(own), passkey).status_code == 303
    assert sign_up(Device(own), passkey, "Pat").status_code == 422
    taken = Device(own).send_form("/account/passkey-sign-up/options", name="pia")
    assert (taken.status_code, "taken" in taken.text) == (422, True)
    # The challenge of one guest is no use for another, nor for another purpose.
    ann, bob = Device(own), Device(own)
    options = ann.send_form("/account/passkey-sign-up/options", name="Ann").json()
    bob.send_form("/account/passkey-sign-up/options", name="Bob")
    response = passkey_for(own).create(options)
    stolen = bob.send_form("/account/passkey-sign-up", name="Ann", response=response)
    assert stolen.status_code == 422
    assert not bob.signed_in()
    elsewhere = Authenticator("https://evil.example", "evil.example").create(options)
    assert ann.send_form("/account/passkey-sign-up", response=elsewhere).status_code == 422
    signed_in = Device(own)
    signed_in.sign_up("Eve")
    for path in ("/account/passkey-sign-up/options", "/account/passkey-sign-up"):
        assert signed_in.send_form(path, name="Eva").status_code == 422


@pytest.mark.parametrize("attempt", range(3))
def test_one_of_several_who_want_the_same_name_at_once_gets_it(own: Running, attempt: int) -> None:
    """By password and by passkey."""
    devices = [Device(own) for _ in range(6)]
    ready = Barrier(len(devices))

    def send(number: int) -> int:
        device = devices[number]
        if number % 2:
            ready.wait()
            return device.sign_up("Zoe").status_code
        options = device.send_form("/account/passkey-sign-up/options", name="Zoe").json()
        response = passkey_for(own).create(options)
        ready.wait()
        return device.send_form(
            "/account/passkey-sign-up", name="Zoe", response=response
        ).status_code

    with ThreadPoolExecutor(len(devices)) as threads:
        found = list(threads.map(send, range(len(devices))))
    assert sorted(found) == [303, 422, 422, 422, 422, 422]
    assert sum(device.signed_in() for device in devices) == 1


def test_a_host_who_closes_sign_up_or_invites_decides_about_passkeys_too(tmp_path: Path) -> None:
    with running(tmp_path / "closed", bots=0, sign_up=SIGN_UP_CLOSED) as closed:
        for path in ("/account/passkey-sign-up/options", "/account/passkey-sign-up"):
            assert Device(closed).send_form(path, name="Pia").status_code == 422
    chosen = settings(tmp_path, bots=0, sign_up=SIGN_UP_BY_INVITATION)
    with running(tmp_path, bots=0, sign_up=SIGN_UP_BY_INVITATION) as server:
        admin = AccountAdmin(chosen)
        (code,) = admin.invite(1)
        admin.close()
        passkey = passkey_for(server)
        assert sign_up(Device(server), passkey, code="wrong").status_code == 422
        assert sign_up(Device(server), passkey, code=code).status_code == 303
        assert sign_up(Device(server), passkey_for(server), "Pat", code).status_code == 422


def test_attempts_to_sign_up_with_a_passkey_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, bots=0, sign_ins_per_minute=3) as server:
        found = [
            Device(server).send_form("/account/passkey-sign-up/options", name="Pia").status_code
            for _ in range(8)
        ]
        assert found[0] == 201
        assert 429 in found


@pytest.mark.parametrize("path", ["/account/passkey-sign-in/options", "/account/passkey-sign-in"])
def test_attempts_to_sign_in_with_a_passkey_are_limited_by_address(
    tmp_path: Path, path: str
) -> None:
    with running(tmp_path, bots=0, trusted_proxies=LOOPBACK, sign_ins_per_minute=4) as server:
        one, other = Device(server), Device(server)
        one.headers["x-forwarded-for"] = "198.51.100.1"
        other.headers["x-forwarded-for"] = "203.0.113.1"
        found = [one.send_form(path, response="{}").status_code for _ in range(8)]
        assert 429 not in found[:2]
        assert 429 in found
        assert other.send_form(path, response="{}").status_code == found[0]


def test_passkeys_and_the_address_with_the_api(own: Running) -> None:
    device, passkey = Device(own), passkey_for(own)
    device.sign_up("Ann")
    program = own.guest()
    token = program.post("/sessions", json={"name": "Ann", "password": PASSWORD}).json()["token"]
    program.headers["authorization"] = f"Bearer {token}"
    account = program.get("/account").json()
    assert (account["email"], account["has_password"]) == (None, True)
    assert program.get("/account/passkeys").json() == []
    wrong = program.post("/account/passkeys/options", json={"password": "wrong"})
    assert problem(wrong) == "sign-in-failed"
    options = program.post("/account/passkeys/options", json={"password": PASSWORD}).json()
    body = {"response": passkey.create(options)}
    (added,) = program.post("/account/passkeys", json=body).json()
    assert problem(program.post("/account/passkeys", json=body)) == "invalid-action"
    assert program.get("/account/passkeys").json() == [added]
    other = own.guest()
    path = f"/account/passkeys/{added['number']}/remove"
    assert problem(other.post(path)) == "unauthorized"
    assert program.post(path).json() == []
    assert problem(program.post(path)) == "invalid-action"
