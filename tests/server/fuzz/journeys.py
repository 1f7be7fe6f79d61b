"""Sequences of valid requests, which reach what generated requests hardly ever reach.

A journey is a generator: it yields the next step and gets the response. It ends early if a step is
refused, since generated requests of the same visitors come in between. All responses are checked
like any other, and the ids, tokens and forms in them are used for generated requests.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Generator
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from smokestack.games import ui_of
from smokestack.games.glasgow.formats.data import shipped_tiles
from smokestack.games.glasgow.ui.tile_form import fields_of
from smokestack.server.domain.study import study_of_position
from smokestack.server.domain.study_address import read_address
from tests.server.accounts.authenticator import Authenticator
from tests.server.fuzz.connection import Reply
from tests.server.fuzz.forms import forms_of
from tests.server.fuzz.visitors import Visitor

API = "/api/v1"
PASSWORD = "a long password"
OTHER_PASSWORD = "another long password"
ORIGIN, HOST = "http://games.example.org", "games.example.org"
MAX_WAIT_SECONDS = 30.0  # for a mail
LIVE = {"kind": "live", "minutes": 60}
JOURNEY_ADDRESS = r"^(new-)?Person-[0-9a-f]+@example.org$"
THING = re.compile(r'data-thing="([^"]+)"')

Data = dict[str, Any]


class Step(msgspec.Struct):
    """A request of a journey."""

    visitor: Visitor
    method: str
    path: str
    body: Data | None = None
    """Sent as JSON to the API, else as a form."""
    may_fail: bool = False
    """The journey goes on after a refusal."""


Journey = Generator[Step | None, Reply, None]
"""None: there is nothing to do yet."""
Part = Generator[Step | None, Reply, str]


class Cast(msgspec.Struct):
    """Those who take part, and what they know."""

    rng: random.Random
    ann: Visitor
    ben: Visitor
    guest: Visitor
    """Without an account; uses the API."""
    mails: dict[str, list[EmailMessage]]
    """By address."""
    unsubscribe_token: Callable[[str], str]
    """By the name of an account."""

    def link(self, address: str, path: str) -> Part:
        """Wait for a mail with a link to a path, and return the last part of the link."""
        end = time.monotonic() + MAX_WAIT_SECONDS
        while time.monotonic() < end:
            for mail in self.mails.get(address, []):
                if found := re.search(rf"{path}([\w.-]+)", mail.get_content()):
                    self.mails[address].remove(mail)
                    return found[1]
            yield None
        return "no-mail-came"


def call(visitor: Visitor, path: str, **body: Any) -> Step:
    return Step(visitor, "POST", API + path, body)


def attempt(visitor: Visitor, path: str, **body: Any) -> Step:
    return Step(visitor, "POST", API + path, body, may_fail=True)


def read(visitor: Visitor, path: str) -> Step:
    return Step(visitor, "GET", path)


def send_form(visitor: Visitor, path: str, **fields: str) -> Step:
    return Step(visitor, "POST", path, {name.replace("_", "-"): fields[name] for name in fields})


def submit(cast: Cast, visitor: Visitor, page: Reply, path: str, **fields: str) -> Step:
    """Submit a form of a page, with values that it offers; an empty one if it has none."""
    offered = [form for form in forms_of(page.text) if form.action.partition("?")[0] == path]
    values: Data = {}
    if offered:
        form = cast.rng.choice(offered)
        values = {name: cast.rng.choice(choices) for name, choices in form.fields.items()}
    return Step(visitor, "POST", path, {**values, **fields}, may_fail=True)


def sign_up(cast: Cast, visitor: Visitor) -> Part:
    """A new account on a new device; returns its name."""
    name = f"Person {cast.rng.getrandbits(40):x}"
    yield from _forget(visitor)
    yield send_form(visitor, "/account/sign-up", name=name, password=PASSWORD)
    yield from _open_session(visitor, name, PASSWORD)
    return name


def _forget(visitor: Visitor) -> Journey:
    visitor.cookies.clear()
    visitor.token = ""
    yield read(visitor, "/account")


def _open_session(visitor: Visitor, name: str, password: str) -> Journey:
    """Use the account with the API as well."""
    visitor.token = ""
    reply = yield call(visitor, "/sessions", name=name, password=password)
    visitor.token = json.loads(reply.body)["token"]


def account(cast: Cast) -> Journey:
    ann = cast.ann
    name = yield from sign_up(cast, ann)
    yield read(ann, f"{API}/account")
    guest = _data((yield call(ann, "/guests", name="Guest")))
    yield call(ann, "/account/guest-games", guest_token=guest["token"])
    yield read(ann, "/account/export.json")
    yield send_form(ann, "/account/privacy", private="no")
    yield send_form(ann, "/account/puzzles", agree="yes")
    yield read(ann, f"{API}/people/{name.replace(' ', '%20')}")
    address = f"{name.replace(' ', '-')}@example.org"
    yield send_form(ann, "/account/email", email=address, password=PASSWORD)
    token = yield from cast.link(address, "/account/confirm/")
    yield read(ann, f"/account/confirm/{token}")
    yield send_form(ann, f"/account/confirm/{token}")
    yield send_form(ann, "/account/password", password=PASSWORD, new_password=OTHER_PASSWORD)
    yield send_form(ann, "/account/forgot", name=name)
    token = yield from cast.link(address, "/account/reset/")
    yield read(ann, f"/account/reset/{token}")
    yield send_form(ann, f"/account/reset/{token}", new_password=PASSWORD)
    yield from _forget(ann)
    yield send_form(ann, "/account/sign-in", name=name, password=PASSWORD)
    yield from _open_session(ann, name, PASSWORD)
    yield call(ann, "/account/email", email=f"new-{address}", password=PASSWORD)
    token = yield from cast.link(f"new-{address}", "/account/confirm/")
    yield call(ann, "/account/email/confirm", token=token)
    yield call(ann, "/account/email/remove", password=PASSWORD)
    yield send_form(ann, f"/notices/unsubscribe/{cast.unsubscribe_token(name)}")
    yield call(ann, "/sessions/end")
    if cast.rng.random() < 0.5:
        yield send_form(ann, "/account/sign-out")
    else:
        yield send_form(ann, "/account/delete", password=PASSWORD)


def passkeys(cast: Cast) -> Journey:
    ann = cast.ann
    yield from _forget(ann)
    passkey = Authenticator(ORIGIN, HOST)
    name = f"Person {cast.rng.getrandbits(40):x}"
    options = yield send_form(ann, "/account/passkey-sign-up/options", name=name)
    response = passkey.create(json.loads(options.body))
    yield send_form(ann, "/account/passkey-sign-up", name=name, response=response)
    yield from _forget(ann)
    options = yield send_form(ann, "/account/passkey-sign-in/options")
    response = passkey.get(json.loads(options.body))
    yield send_form(ann, "/account/passkey-sign-in", response=response)
    yield from sign_up(cast, ann)
    options = yield send_form(ann, "/account/passkeys/options", password=PASSWORD)
    response = Authenticator(ORIGIN, HOST).create(json.loads(options.body))
    yield send_form(ann, "/account/passkeys", response=response)
    found = yield read(ann, f"{API}/account/passkeys")
    number = json.loads(found.body)[0]["number"]
    yield send_form(ann, f"/account/passkeys/{number}/remove")
    options = yield call(ann, "/account/passkeys/options", password=PASSWORD)
    response = Authenticator(ORIGIN, HOST).create(json.loads(options.body))
    found = yield call(ann, "/account/passkeys", response=response)
    yield call(ann, f"/account/passkeys/{json.loads(found.body)[0]['number']}/remove")


def notices(cast: Cast) -> Journey:
    ann = cast.ann
    yield from sign_up(cast, ann)
    url = f"https://example.org/{secrets.token_hex(8)}"
    yield send_form(ann, "/notices/webhook", url=url, form="json")
    yield send_form(ann, "/notices/test")
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    yield send_form(
        ann,
        "/notices/devices",
        endpoint=f"https://example.org/push/{secrets.token_hex(8)}",
        public_key=_encode(point),
        auth=_encode(secrets.token_bytes(16)),
    )
    page = yield read(ann, "/notices")
    for number in re.findall(r"/notices/devices/(\d+)/remove", page.text)[:1]:
        yield send_form(ann, f"/notices/devices/{number}/remove")


def rated_game(cast: Cast) -> Journey:
    """With clocks and pauses, an invitation by name, and all that one does after the game."""
    ann, ben = cast.ann, cast.ben
    yield from sign_up(cast, ann)
    name = yield from sign_up(cast, ben)
    plan = {"game": "glasgow", "seats": ["me", "link"], "name": "Ann", "pace": LIVE}
    table = _data((yield call(ann, "/tables", **plan, rated=True)))
    path = f"/tables/{table['id']}"
    yield call(ann, f"{path}/invitations", name=name)
    yield call(ben, f"{path}/invitation", accept=True, name="Ben")
    yield call(ann, f"{path}/contribution", text="one")
    yield call(ben, f"{path}/contribution", text="two")
    yield call(ann, f"{path}/pause")
    yield call(ben, f"{path}/pause")
    yield call(ann, f"{path}/resume")
    yield from _play(cast, path, 6)
    yield send_form(ann, f"{path}/pause")
    yield send_form(ben, f"{path}/pause")
    yield send_form(ben, f"{path}/resume")
    mine = _data((yield read(ben, API + path)))["my_seats"][0]
    yield call(ben, f"{path}/seats/{mine}/resign")
    yield call(ann, f"{path}/rematch")
    yield from _look_back(cast, path)


def _look_back(cast: Cast, path: str) -> Journey:
    """A finished game: its record, replay and analysis, and playing on."""
    ann = cast.ann
    yield read(ann, f"{API}{path}/record")
    yield read(ann, f"{API}{path}/score")
    yield read(ann, f"{path}/replay/3")
    if cast.rng.random() < 0.5:
        yield call(ann, f"{path}/analysis", depth="quick")
    else:
        yield send_form(ann, f"{path}/analysis", depth="quick")
    yield read(ann, f"{API}{path}/analysis?depth=quick")
    yield read(ann, f"{path}/analysis")
    seat = _data((yield read(ann, API + path)))["my_seats"][0]
    yield attempt(ann, f"{path}/play-on", after=2, seat=seat, bot="clerk", name="Ann")
    form = {"seat": str(seat), "bot": "clerk"}
    yield Step(ann, "POST", f"{path}/replay/2/play-on", {**form}, may_fail=True)


def alone(cast: Cast) -> Journey:
    """Hints and undone answers, with the API and on pages."""
    ann = cast.ann
    yield from sign_up(cast, ann)
    game, *seats = cast.rng.choice(
        (("glasgow", "me", "here:Ben"), ("brass", "me", "here:Ben", "here:Cid"))
    )
    plan = {"game": game, "seats": seats, "name": "Ann", "hints": True}
    table = _data((yield call(ann, "/tables", **plan)))
    path = f"/tables/{table['id']}"
    yield call(ann, f"{path}/contribution", text="one")
    yield call(ann, f"{path}/hint")
    for _ in range(3):
        table = _data((yield from_table(ann, path)))
        yield attempt(ann, f"{path}/answers", **_answer(cast, table))
        table = _data((yield from_table(ann, path)))
        yield attempt(ann, f"{path}/undo", version=table["version"], key=_key(cast))
        page = yield read(ann, path)
        yield submit(cast, ann, page, f"{path}/answers")
        page = yield read(ann, path)
        yield submit(cast, ann, page, f"{path}/undo")
        yield submit(cast, ann, page, f"{path}/hint")
    yield call(ann, f"{path}/seats/0/automatic", answers=["only-answer"])


def together(cast: Cast) -> Journey:
    """Chat, muting, a deal without all contributions, leaving, and a bot that takes over."""
    ann, ben = cast.ann, cast.ben
    yield from sign_up(cast, ann)
    yield from sign_up(cast, ben)
    plan = {"game": "glasgow", "seats": ["me", "link"], "name": "Ann", "first": 0, "open": True}
    table = _data((yield call(ann, "/tables", **plan)))
    path = f"/tables/{table['id']}"
    yield call(ben, f"{path}/join", name="Ben")
    yield call(ann, f"{path}/seats/1/remove")
    table = _data((yield from_table(ann, path)))
    token = table["seats"][1]["seat_token"]
    yield attempt(ben, "/invitations", seat_token=token)
    yield call(ben, "/seats", seat_token=token, name="Ben")
    yield call(ann, f"{path}/contribution", text="one")
    if cast.rng.random() < 0.5:
        yield call(ann, f"{path}/deal")
    else:
        yield send_form(ann, f"{path}/deal")
    chat = _data((yield call(ben, f"{path}/chat", text="Good luck")))
    chat = _data((yield call(ann, f"{path}/mutes", message=chat["messages"][-1]["number"])))
    yield call(ann, f"{path}/mutes/{chat['muted'][-1]['number']}/remove")
    yield call(ann, f"{path}/reports", text="Please look")
    yield call(ann, f"{path}/chat-lock", locked=True)
    yield from _play(cast, path, 4)
    seat = _data((yield read(ben, API + path)))["my_seats"][0]
    yield call(ben, f"{path}/seats/{seat}/leave")
    yield call(ann, f"{path}/seats/{seat}/bot-vote", bot="clerk")
    yield call(ben, f"{path}/seats/{seat}/return")


def hosting(cast: Cast) -> Journey:
    """A free seat for a bot, and a table that is closed."""
    ann = cast.ann
    yield from sign_up(cast, ann)
    plan = {"game": "glasgow", "name": "Ann", "first": 0, "open": True}
    for ending in ("close", "bot"):
        table = _data((yield call(ann, "/tables", **plan, seats=["me", "link"])))
        path = f"/tables/{table['id']}"
        if ending == "close":
            yield call(ann, f"{path}/close")
        else:
            yield call(ann, f"{path}/seats/1/bot", bot="clerk")
            yield call(ann, f"{path}/contribution", text="one")


def tournament(cast: Cast) -> Journey:
    """With the API or on pages."""
    ann, ben = cast.ann, cast.ben
    yield from sign_up(cast, ann)
    yield from sign_up(cast, ben)
    plan = {"name": "Club", "game": "glasgow", "table_size": 2}
    found = _data((yield call(ann, "/tournaments", **plan)))
    path = f"/tournaments/{found['id']}"
    on_pages = cast.rng.random() < 0.5

    def change(visitor: Visitor, what: str, **fields: str) -> Step:
        url = f"{path}/{what}"
        return send_form(visitor, url, **fields) if on_pages else call(visitor, url, **fields)

    yield call(cast.guest, f"{path}/enter", name="Cid")
    found = _data((yield read(ann, API + path)))
    yield change(ann, f"entrants/{found['entrants'][0]['number']}/remove")
    yield read(ben, path)
    yield change(ben, "enter", name="Ben")
    yield change(ben, "leave")
    yield change(ben, "enter", name="Ben")
    yield change(ann, "enter", name="Ann")
    yield change(ann, "start")
    yield read(ann, path)
    yield change(ann, "cancel")


def study(cast: Cast) -> Journey:
    """Puzzles, lessons, openings, positions set up by hand and tile sets."""
    ann, rng = cast.ann, cast.rng
    yield from sign_up(cast, ann)
    game = rng.choice(("glasgow", "brass"))
    edition = {"glasgow": "standard", "brass": "2018"}[game]
    yield read(ann, f"{API}/openings?game={game}&edition={edition}&players=2")
    puzzle = _data((yield read(ann, f"{API}/puzzles/next?game={game}")))
    path = f"/puzzles/{puzzle['id']}"
    page = yield read(ann, path)
    yield from _look_at_thing(ann, page, path)
    answers = [answer for form in forms_of(page.text) for answer in form.fields.get("answer", [])]
    if answers:
        answer = rng.choice(answers)
        yield attempt(ann, f"{path}/tries", answer=answer)
        yield Step(ann, "POST", path, {"answer": answer}, may_fail=True)
    yield call(ann, f"{path}/solution")
    path = f"/learn/{game}/{rng.randrange(4)}"
    page = yield read(ann, path)
    yield from _look_at_thing(ann, page, path)
    yield submit(cast, ann, page, path)
    editor = (yield read(ann, f"/study/edit?start={game}/{edition}/2")).header("location")
    yield read(ann, editor)
    yield Step(ann, "POST", editor, _entered(editor))
    tiles = {**fields_of(shipped_tiles()), "name": f"Set {rng.randrange(10**6)}"}
    yield Step(ann, "POST", "/tiles/included", dict(tiles))


JOURNEYS: tuple[Callable[[Cast], Journey], ...] = (
    account,
    passkeys,
    notices,
    rated_game,
    alone,
    together,
    hosting,
    tournament,
    study,
)


def from_table(visitor: Visitor, path: str) -> Step:
    return read(visitor, API + path)


def _play(cast: Cast, path: str, answers: int) -> Journey:
    """Let Ann and Ben answer in turn."""
    for _ in range(answers):
        for visitor in (cast.ann, cast.ben):
            table = _data((yield from_table(visitor, path)))
            if table["choices"]:
                yield attempt(visitor, f"{path}/answers", **_answer(cast, table))
                break


def _answer(cast: Cast, table: Data) -> Data:
    answer = cast.rng.choice(table["choices"])["answer"] if table["choices"] else "none"
    return {"version": table["version"], "key": _key(cast), "answer": answer}


def _entered(editor: str) -> Data:
    """The form of the position at an address, as the page offers it."""
    found = study_of_position(read_address(dict(parse_qsl(urlsplit(editor).query))))
    form = ui_of(found.game).position_form(found.state)
    fields = [field for section in form for row in section.rows for field in row.fields]
    return {field.name: field.value for field in fields if field.value}


def _look_at_thing(visitor: Visitor, page: Reply, path: str) -> Journey:
    for thing in THING.findall(page.text)[:1]:
        yield Step(visitor, "GET", f"{path}/about/{thing}", may_fail=True)


def _key(cast: Cast) -> str:
    return f"fuzz-{cast.rng.getrandbits(64):x}"


def _data(reply: Reply) -> Data:
    found: Data = json.loads(reply.body)
    return found


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
