"""Who calls: the guest behind a bearer token. Cookies count for nothing here, so no other site
can make a browser do something.
"""

from __future__ import annotations

from typing import Any, Final

from litestar.types import Scope

from smokestack.engine.language import tr
from smokestack.server.api.problems import UnknownGuest
from smokestack.server.asking import Asked, house_of

ROOT: Final = "/api/"


def is_api(scope: Scope | dict[str, Any]) -> bool:
    """Whether a request is for programs, also where it leads nowhere."""
    return str(scope["path"]).startswith(ROOT)


def caller(request: Asked) -> str:
    """The guest who calls, or nobody; `UnknownGuest` if the token is not one of ours."""
    header = request.headers.get("authorization")
    if header is None:
        return ""
    scheme, _, token = header.partition(" ")
    guest = house_of(request).identity.read(token.strip()) if scheme.lower() == "bearer" else None
    if guest is None:
        raise UnknownGuest(tr("This token is not one of this house."))
    return guest


def known_caller(request: Asked) -> str:
    """The guest who calls; `UnknownGuest` without a token."""
    guest = caller(request)
    if not guest:
        raise UnknownGuest(tr("Send the token of a guest; POST /api/v1/guests gives you one."))
    return guest
