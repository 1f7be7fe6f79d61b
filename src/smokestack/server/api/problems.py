"""What can go wrong, as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from msgspec import Meta

from smokestack.engine.errors import SmokestackError
from smokestack.engine.language import mark, tr
from smokestack.server.api.replies import TableReply
from smokestack.server.errors import (
    HouseError,
    NoSuchSeat,
    NoSuchTable,
    NotPossible,
    NotYourSeat,
    NotYourTurn,
    Stale,
    TooMuch,
)

PROBLEM: Final = "application/problem+json"
TYPES: Final = "/api/v1/problems/"


class UnknownGuest(HouseError):
    """The token that came along is none of this house, or none came."""


class Kind(msgspec.Struct, frozen=True):
    """A type of problem; its name never changes."""

    status: int
    title: str


KINDS: Final = {
    "bad-request": Kind(400, mark("The request can't be understood")),
    "unknown-guest": Kind(401, mark("No guest is known by this token")),
    "not-your-seat": Kind(403, mark("The seat is not yours")),
    "no-such-table": Kind(404, mark("There is no such table")),
    "no-such-seat": Kind(404, mark("There is no such seat")),
    "not-found": Kind(404, mark("There is nothing at this address")),
    "method-not-allowed": Kind(405, mark("This address does not take that method")),
    "too-slow": Kind(408, mark("The request took too long to arrive")),
    "not-your-turn": Kind(409, mark("Somebody else must answer")),
    "stale": Kind(409, mark("The game has moved on")),
    "too-large": Kind(413, mark("The request is too large")),
    "wrong-host": Kind(421, mark("This server has another name")),
    "not-possible": Kind(422, mark("That is not possible here and now")),
    "too-much": Kind(429, mark("A limit is reached")),
    "our-mistake": Kind(500, mark("Something went wrong in the house")),
    "overloaded": Kind(503, mark("The house is too busy")),
}
OF_ERRORS: Final[dict[type[SmokestackError], str]] = {
    UnknownGuest: "unknown-guest",
    NoSuchTable: "no-such-table",
    NoSuchSeat: "no-such-seat",
    NotYourSeat: "not-your-seat",
    NotYourTurn: "not-your-turn",
    Stale: "stale",
    NotPossible: "not-possible",
    TooMuch: "too-much",
}
OF_STATUSES: Final = {
    400: "bad-request",
    401: "unknown-guest",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    413: "too-large",
    421: "wrong-host",
    429: "too-much",
    503: "overloaded",
}


class FieldProblem(msgspec.Struct, frozen=True):
    """What is wrong with one part of a request."""

    field: str
    message: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was declined; nothing was changed by it."""

    type: Annotated[
        str,
        Meta(
            description="The kind of problem, for programs: never changes, leads to a description.",
            examples=[f"{TYPES}stale"],
        ),
    ]
    title: Annotated[str, Meta(description="The kind of problem, for people.")]
    status: int
    detail: Annotated[str, Meta(description="What is wrong this time, for people.")]
    errors: Annotated[
        list[FieldProblem], Meta(description="By field, if the request could not be understood.")
    ] = []
    table: Annotated[
        TableReply | None, Meta(description="The table as it stands, if it has moved on.")
    ] = None
    retry_after: Annotated[
        int | None, Meta(description="Seconds to wait before another try, as `Retry-After`.")
    ] = None


class ProblemKind(msgspec.Struct, frozen=True):
    """A kind of problem."""

    type: str
    title: str
    status: int


def problem_kind(slug: str) -> ProblemKind:
    kind = KINDS[slug]
    return ProblemKind(f"{TYPES}{slug}", tr(kind.title), kind.status)


def problem(
    slug: str,
    detail: str,
    *,
    errors: list[FieldProblem] | None = None,
    table: TableReply | None = None,
    retry_after: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response[Problem]:
    kind = problem_kind(slug)
    sent = {"cache-control": "no-store", **(headers or {})}
    if retry_after is not None:
        sent["retry-after"] = str(retry_after)
    if slug == "unknown-guest":
        sent["www-authenticate"] = "Bearer"
    return Response(
        Problem(kind.type, kind.title, kind.status, detail, errors or [], table, retry_after),
        status_code=kind.status,
        media_type=PROBLEM,
        headers=sent,
    )


def problem_of(error: SmokestackError, table: TableReply | None = None) -> Response[Problem]:
    """Something that the house has declined."""
    slug = next((slug for kind, slug in OF_ERRORS.items() if isinstance(error, kind)), "")
    return problem(
        slug or "not-possible",
        str(error),
        table=table,
        retry_after=error.retry_after if isinstance(error, TooMuch) else None,
    )


def problem_with_request(error: HTTPException, detail: str) -> Response[Problem]:
    """Something that never came as far as the house."""
    slug = OF_STATUSES.get(error.status_code, "bad-request")
    if error.status_code >= 500 and slug == "bad-request":
        slug = "our-mistake"
    headers = {
        name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"
    }
    return problem(slug, detail, errors=_fields(error), headers=headers)


def _fields(error: HTTPException) -> list[FieldProblem]:
    """What the reader of the request found; it speaks English and names no values."""
    if error.status_code != 400:
        return []
    extra: Any = error.extra
    if not isinstance(extra, list):
        return [FieldProblem("", error.detail)] if error.detail else []
    return [_field(entry) for entry in extra if isinstance(entry, dict)]


def _field(entry: dict[str, Any]) -> FieldProblem:
    field, message = str(entry.get("key", "")), str(entry.get("message", ""))
    if field == "data":  # the whole body, as the handlers call it
        return FieldProblem("", "A body is missing" if message == "'data'" else message)
    return FieldProblem(field, message)
