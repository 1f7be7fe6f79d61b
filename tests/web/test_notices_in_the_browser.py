"""Notices, passkeys and the installed app in Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.api.servers import NO_CERTIFICATES
from tests.server.notices.receivers import Browser, Receiver, receiver
from tests.web.conftest import Server
from tests.web.player import set_up

pytestmark = pytest.mark.browser

# Chromium's own push service is on the internet; this one is on loopback.
SUBSCRIBE = """
const plain = (text) => atob(text.replace(/-/g, "+").replace(/_/g, "/"));
const bytes = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0)).buffer;
PushManager.prototype.subscribe = async (options) => {
  if (options.applicationServerKey.length !== 65) throw new Error("no key");
  return { endpoint: "%s", getKey: (name) => bytes({ p256dh: "%s", auth: "%s" }[name]) };
};
PushManager.prototype.getSubscription = async () => null;
Notification.requestPermission = async () => "granted";
"""


# Chromium without a screen shows no notifications, so the service worker tells what it would show.
KEEP = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push(`${title}: ${options.body} (${options.data.path})`);
  };
}"""


# What a browser does when it renews a subscription; the promise tells when the worker is done.
RENEW = """() => {
  let done;
  const event = new ExtendableEvent("pushsubscriptionchange");
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  return done;
}"""


def wait_for(page: Page, find: Callable[[], Any]) -> Any:
    """What is found, once it is not empty."""
    for _ in range(200):
        if found := find():
            return found
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen in time")


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


def test_push_messages_are_turned_on_tried_and_shown(
    server: Server, visit: Callable[..., Page], web: Receiver
) -> None:
    page = visit()
    phone = Browser(web)
    page.add_init_script(SUBSCRIBE % (phone.endpoint, phone.public_key, phone.auth))
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.goto(f"{server.url}/notices")
    page.get_by_role("button", name="Turn on for this device").click()
    expect(page.locator("#this-device")).to_contain_text("this one")
    expect(page.locator("input[name=your-turn-push]")).to_be_checked()
    key = page.locator("#push").get_attribute("data-key") or ""
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_role("status").first).to_contain_text("A test is on its way.")
    wait_for(page, lambda: web.requests)
    (message,) = phone.messages(key)
    assert message["title"] == "A test"
    worker = wait_for(page, lambda: page.context.service_workers)[0]
    worker.evaluate(KEEP)
    # The service worker shows what the push service delivers, also for a table without a page.
    session = page.context.new_cdp_session(page)
    found: list[dict[str, str]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_for(page, lambda: found)
    data = {"title": "It is your turn", "body": "Glasgow", "path": "/tables/x", "tag": "x"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": server.url,
            "registrationId": found[-1]["registrationId"],
            "data": json.dumps(data),
        },
    )
    shown = wait_for(page, lambda: worker.evaluate("self.shown"))
    assert shown == ["It is your turn: Glasgow (/tables/x)"]
    page.locator("#this-device button").click()
    expect(page.locator("#this-device")).to_have_count(0)


def test_a_subscription_that_the_browser_renews_goes_on(
    server: Server, visit: Callable[..., Page], web: Receiver
) -> None:
    page = visit()
    old, new = Browser(web, "old"), Browser(web, "new")
    page.add_init_script(SUBSCRIBE % (old.endpoint, old.public_key, old.auth))
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.goto(f"{server.url}/notices")
    page.get_by_role("button", name="Turn on for this device").click()
    expect(page.locator("#this-device")).to_have_count(1)
    key = page.locator("#push").get_attribute("data-key") or ""
    worker = wait_for(page, lambda: page.context.service_workers)[0]
    subscribed = SUBSCRIBE.partition("Notification.")[0]
    worker.evaluate(f"() => {{ {subscribed % (new.endpoint, new.public_key, new.auth)} }}")
    worker.evaluate(RENEW)
    page.goto(f"{server.url}/notices")
    expect(page.locator("#this-device")).to_have_count(1)
    page.get_by_role("button", name="Send a test").click()
    (message,) = wait_for(page, lambda: new.messages(key))
    assert message["title"] == "A test"
    assert old.messages(key) == []


def add_authenticator(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_made_used_and_removed(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(f"{server.url}/account")
    add_authenticator(page)
    form = page.locator("form[action='/account/sign-up']")
    form.locator("[name=name]").fill("Passkey Pat")
    form.locator("[name=password]").fill("correct horse")
    form.locator("button").click()
    passkey = page.locator("#new-passkey")
    passkey.locator("[name=password]").fill("wrong")
    passkey.locator("button").click()
    expect(passkey.locator(".problem")).to_contain_text("The password is wrong.")
    passkey.locator("[name=password]").fill("correct horse")
    passkey.locator("button").click()
    removal = page.locator("form[action^='/account/passkeys/'][action$='/remove']")
    expect(removal).to_have_count(1)
    page.locator("form[action='/account/sign-out'] button").first.click()
    page.locator("#passkey-sign-in button").click()
    expect(page.locator("h1")).to_have_text("Passkey Pat")
    removal.locator("button").click()
    expect(removal).to_have_count(0)
    page.locator("form[action='/account/sign-out'] button").first.click()
    page.locator("#passkey-sign-in button").click()
    expect(page.locator(".notice")).to_contain_text("You could not be signed in")


def test_an_account_has_a_passkey_and_no_password(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit(f"{server.url}/account")
    add_authenticator(page)
    form = page.locator("#passkey-sign-up")
    form.locator("[name=name]").fill("Passkey Pia")
    form.locator("button").click()
    expect(page.locator("h1")).to_have_text("Passkey Pia")
    removal = page.locator("form[action^='/account/passkeys/'][action$='/remove']")
    removal.locator("button").click()
    expect(page.locator(".notice")).to_contain_text("This is your only passkey.")
    page.locator("form[action='/account/sign-out'] button").first.click()
    page.locator("#passkey-sign-in button").click()
    expect(page.locator("h1")).to_have_text("Passkey Pia")
    # The passkey confirms a new password, and then it can be removed.
    password = page.locator("form[action='/account/password']")
    password.locator("[name=new-password]").fill("correct horse")
    password.locator("button").click()
    expect(password.locator("[name=password]")).to_have_count(1)
    removal.locator("button").click()
    expect(removal).to_have_count(0)


def test_title_icon_and_header_show_how_many_tables_wait(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit()
    table = set_up(page, server.url, "me", "here:Ben")
    page.goto(f"{server.url}/rules/glasgow")
    expect(page.locator("#my-turns .count")).to_have_text("1")
    assert page.title().startswith("(1) ")
    assert "favicon-turn" in (page.locator("#favicon").get_attribute("href") or "")
    page.locator(".next-game").click()
    page.wait_for_url(table)
    manifest = page.locator("link[rel=manifest]").get_attribute("href")
    found = httpx.get(f"{server.url}{manifest}", verify=NO_CERTIFICATES).json()
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        reply = httpx.get(f"{server.url}{icon['src']}", verify=NO_CERTIFICATES)
        assert reply.headers["content-type"] == "image/png"
        width = int.from_bytes(reply.content[16:20], "big")  # in the header of a PNG file
        assert icon["sizes"] == f"{width}x{width}"
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Each test has a private window, in which Chromium installs nothing.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []
