"""What requests bring: who asks, what was typed, and answers that fit pages and fragments."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response
from litestar.response import Redirect

from smokestack.engine.errors import SmokestackError
from smokestack.engine.language import tr
from smokestack.server.errors import (
    NoSuchSeat,
    NoSuchTable,
    NotPossible,
    NotYourSeat,
    NotYourTurn,
    Stale,
    TooMuch,
)
from smokestack.server.house import House
from smokestack.server.story import Stories
from smokestack.server.visitor import GUEST, Visitor, keeping, visitor_of

Asked = Request[Any, Any, Any]

STATUSES: Final = {
    NoSuchTable: 404,
    NoSuchSeat: 404,
    NotYourSeat: 403,
    NotYourTurn: 409,
    Stale: 409,
    NotPossible: 422,
    TooMuch: 429,
}
VISITOR: Final = "visitor"
MOST_FIELDS: Final = 40
MOST_LENGTH: Final = 1000


def house_of(request: Asked) -> House:
    house: House = request.app.state.house
    return house


def stories_of(request: Asked) -> Stories:
    stories: Stories = request.app.state.stories
    return stories


def is_secure(request: Asked) -> bool:
    secure: bool = request.app.state.secure
    return secure


def address_of_house(request: Asked) -> str:
    """Where people reach this server, for links that they send to others."""
    public: str = request.app.state.public_url
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def visitor(request: Asked) -> Visitor:
    """Who asks, found out once for each request."""
    state = request.scope["state"]
    found: Visitor | None = state.get(VISITOR)
    if found is None:
        found = state[VISITOR] = visitor_of(request, house_of(request).identity)
    return found


def status_of(error: SmokestackError) -> int:
    """The HTTP status of something declined."""
    return next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 422)


def wants_fragment(request: Asked) -> bool:
    """Whether a script of ours asks, which puts the answer into the page."""
    return request.headers.get("hx-request") == "true"


async def fields(request: Asked) -> dict[str, str]:
    """The text fields of a form, within limits."""
    form = await request.form()
    found: dict[str, str] = {}
    for name, value in form.multi_items():
        if not isinstance(value, str) or len(value) > MOST_LENGTH or len(found) >= MOST_FIELDS:
            raise NotPossible(tr("This form holds more than it can."))
        found[str(name)] = value
    return found


def whole_number(text: str) -> int:
    """A number from a form; `NotPossible` if it is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise NotPossible(tr("A number was expected."))
    return int(text)


def known(request: Asked, visitor: Visitor) -> tuple[str, bool]:
    """The guest who asks, and whether they are new and need a cookie."""
    if visitor.guest:
        return visitor.guest, False
    return house_of(request).identity.new_guest(), True


def remember(request: Asked, response: Response[Any], guest: str, new: bool) -> None:
    if new:
        cookie = keeping(GUEST, house_of(request).identity.sign(guest), is_secure(request))
        response.set_cookie(cookie)


def go_to(path: str) -> Redirect:
    """On to another page of ours; always with a GET."""
    return Redirect(path, status_code=303)
