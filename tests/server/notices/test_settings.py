"""The settings of notices: on the page without scripts, in the API, and by unsubscribing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.domain.tokens import hash_token
from smokestack.server.storage import one_time_tokens
from smokestack.server.storage.writer import AFTER_ALL_TABLES
from tests.server.accounts.test_accounts import PASSWORD, Device, rows
from tests.server.api.servers import NO_CERTIFICATES, Running, problem, running
from tests.server.notices.receivers import Browser, Receiver, receiver
from tests.server.services import ANN, open_service


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    with running(
        tmp_path,
        bots=0,
        private_webhooks=True,
        sign_ins_per_minute=0,
        time_shift_file=str(tmp_path / "shift"),
    ) as server:
        yield server


def add_device(device: Device, browser: Browser, **changed: str) -> httpx.Response:
    fields = {"endpoint": browser.endpoint, "public-key": browser.public_key, "auth": browser.auth}
    return device.send_form("/notices/devices", **{**fields, **changed})


def test_a_guest_chooses_without_scripts(own: Running, web: Receiver) -> None:
    device = Device(own)
    reply = device.send_form("/notices", **{"chat-webhook": "yes", "clock-push": "yes"})
    assert reply.status_code == 303
    page = device.get("/notices").text
    assert page.count(" checked") == 2
    refused = device.send_form("/notices/webhook", url="ftp://example.org", form="json")
    assert refused.status_code == 422
    device.send_form("/notices/webhook", url=f"{web.url}/hook", form="slack")
    page = device.get("/notices").text
    assert f"{web.url}/hook" in page
    assert page.count(" checked") == 8  # the first webhook gets everything
    assert "Send a test" in page
    # Others see nothing of it.
    assert "/hook" not in Device(own).get("/notices").text


def test_a_host_can_do_without_webhooks(tmp_path: Path) -> None:
    with running(tmp_path, bots=0, webhooks=False) as server:
        assert "ebhook" not in Device(server).get("/notices").text
        with server.guest() as guest:
            assert guest.get("/notices").json()["channels"] == ["push"]
            body = {"kinds": {}, "webhook": {"url": "https://example.org/"}}
            assert problem(guest.post("/notices", json=body)) == "invalid-action"


def test_a_device_that_is_signed_out_gets_no_more_push_messages(
    own: Running, web: Receiver, tmp_path: Path
) -> None:
    laptop, phone = Device(own), Device(own)
    assert add_device(laptop, Browser(web, "laptop")).status_code == 303
    laptop.sign_up()
    phone.sign_in()
    add_device(phone, Browser(web, "phone"))
    assert rows(tmp_path, "SELECT count(*) FROM push_devices WHERE device LIKE 'session:%'") == [
        (2,)
    ]
    phone.send_form("/account/sign-out")
    found = rows(tmp_path, "SELECT endpoint FROM push_devices")
    assert found == [(f"{web.url}/laptop",)]
    ((number,),) = rows(tmp_path, "SELECT number FROM push_devices")
    assert phone.send_form(f"/notices/devices/{number}/remove").status_code in (401, 422)
    phone.sign_in()
    add_device(phone, Browser(web, "phone"))
    phone.send_form("/account/password", password=PASSWORD, **{"new-password": "another one"})
    assert rows(tmp_path, "SELECT endpoint FROM push_devices") == [(f"{web.url}/phone",)]
    exported = phone.get("/account/export.json").json()["notices"]
    assert len(exported["devices"]) == 1
    assert "auth" not in str(exported)
    phone.send_form("/account/delete", password="another one")
    for table in ("push_devices", "notice_settings"):
        assert rows(tmp_path, f"SELECT count(*) FROM {table}") == [(0,)]


def test_what_is_no_subscription_is_refused(own: Running, web: Receiver) -> None:
    device, browser = Device(own), Browser(web)
    for changed in (
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": ""},
        {"public-key": "x" * 87},
        {"public-key": "é"},
        {"auth": "short"},
    ):
        assert add_device(device, browser, **changed).status_code == 422


def test_programs_choose_with_the_api_and_are_told(
    own: Running, web: Receiver, tmp_path: Path
) -> None:
    with own.guest() as guest:
        assert guest.get("/notices").json()["kinds"] == {}
        body = {"kinds": {"your-turn": ["webhook"]}, "webhook": {"url": f"{web.url}/hook"}}
        found = guest.post("/notices", json=body).json()
        assert found["kinds"]["your-turn"] == ["webhook"]
        assert found["kinds"]["chat"] == []
        assert found["webhook"] == {"url": f"{web.url}/hook", "form": "json"}
        assert found["channels"] == ["push", "webhook"]
        wrong = {"webhook": {"url": "gopher://example.org"}}
        assert problem(guest.post("/notices", json=wrong)) == "invalid-action"
        assert problem(guest.post("/notices", json={"kinds": {"x": []}})) == "invalid-action"
        assert guest.get("/notices").json() == found
        guest.post("/notices", json={**body, "kinds": {"chat": ["webhook"]}})
        table = guest.new_table("me", "here:Ben")
        with own.guest() as other:
            other.post(f"/tables/{table['id']}/chat", json={"text": "Hello Ann", "name": "Eve"})
        ShiftedTime(tmp_path / "shift").advance(seconds=6)
        guest.wait_until(table["id"], lambda _: bool(web.requests))
        assert web.requests[0].json["kind"] == "chat"


def test_unsubscribing_needs_one_click_and_no_cookie(own: Running, tmp_path: Path) -> None:
    device = Device(own)
    device.send_form("/notices", **{"chat-mail": "yes", "chat-push": "yes"})
    ((guest,),) = rows(tmp_path, "SELECT guest FROM notice_settings")
    path = own.app.state.service.notices.unsubscribe_link(guest)
    with httpx.Client(base_url=own.url, verify=NO_CERTIFICATES) as program:
        body = {"List-Unsubscribe": "One-Click"}
        assert program.post(f"{path[:-1]}x", data=body).status_code == 422
        assert program.get(path).status_code == 200
        assert '"mail"' in rows(tmp_path, "SELECT chosen FROM notice_settings")[0][0]
        assert program.post(path, data=body).status_code == 200
    chosen = rows(tmp_path, "SELECT chosen FROM notice_settings")[0][0]
    assert '"mail"' not in chosen
    assert '"push"' in chosen


async def test_a_token_is_taken_once_by_one_of_several_processes(
    tmp_path: Path, database: str
) -> None:
    async with (
        open_service(tmp_path, bots=0, database=database) as one,
        open_service(tmp_path, bots=0, database=database) as other,
    ):
        now = one.now()
        hashed = hash_token("secret")
        await one._database.write(
            AFTER_ALL_TABLES, one_time_tokens.add, hashed, "test", ANN, "x", now, now
        )
        found = await asyncio.gather(
            *[
                service._database.write(AFTER_ALL_TABLES, one_time_tokens.take, hashed, "test", now)
                for service in (one, other) * 4
            ]
        )
        assert sorted(found, key=bool)[-2:] == [None, (ANN, "x")]
