"""Error responses of the API, as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from msgspec import Meta

from smokestack.engine.errors import SmokestackError
from smokestack.presentation.language import tr, translate
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.http.errors import (
    PROBLEM_MEDIA_TYPE,
    PROBLEM_PATH,
    PROBLEM_TYPES,
    name_of_status,
    problem_name,
)


class FieldProblem(msgspec.Struct, frozen=True):
    """An error in one field of a request."""

    field: str
    message: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was declined; it has changed nothing."""

    type: Annotated[
        str,
        Meta(
            description="The problem type, for programs: a URL that never changes.",
            examples=[f"{PROBLEM_PATH}version-conflict"],
        ),
    ]
    title: Annotated[str, Meta(description="The problem type, for people.")]
    status: int
    detail: Annotated[str, Meta(description="The cause of this problem, for people.")]
    errors: Annotated[
        list[FieldProblem],
        Meta(description="The errors by field, if the request could not be understood."),
    ] = []
    table: Annotated[
        TableReply | None, Meta(description="The current table, if it has changed since.")
    ] = None
    retry_after: Annotated[
        int | None, Meta(description="Seconds to wait before a retry, as in `Retry-After`.")
    ] = None


class ProblemTypeReply(msgspec.Struct, frozen=True):
    """A problem type."""

    type: str
    title: str
    status: int


def problem_type_reply(name: str) -> ProblemTypeReply:
    problem_type = PROBLEM_TYPES[name]
    return ProblemTypeReply(f"{PROBLEM_PATH}{name}", tr(problem_type.title), problem_type.status)


def problem(
    name: str,
    detail: str,
    *,
    errors: list[FieldProblem] | None = None,
    table: TableReply | None = None,
    retry_after: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response[Problem]:
    kind = problem_type_reply(name)
    sent = {"cache-control": "no-store", **(headers or {})}
    if retry_after is not None:
        sent["retry-after"] = str(retry_after)
    if kind.status == 401:
        sent["www-authenticate"] = "Bearer"
    return Response(
        Problem(kind.type, kind.title, kind.status, detail, errors or [], table, retry_after),
        status_code=kind.status,
        media_type=PROBLEM_MEDIA_TYPE,
        headers=sent,
    )


def problem_of(error: SmokestackError, table: TableReply | None = None) -> Response[Problem]:
    """The response to an error of the service."""
    return problem(
        problem_name(error),
        translate(error),
        table=table,
        retry_after=error.retry_after if isinstance(error, LimitExceeded) else None,
    )


def problem_with_request(error: HTTPException, detail: str) -> Response[Problem]:
    """The response to an error that was found before the request reached the service."""
    headers = {
        name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"
    }
    return problem(
        name_of_status(error.status_code), detail, errors=_fields(error), headers=headers
    )


def _fields(error: HTTPException) -> list[FieldProblem]:
    """The findings of the request parser: in English, without the values that were sent."""
    if error.status_code != 400:
        return []
    extra: Any = error.extra
    if not isinstance(extra, list):
        return [FieldProblem("", error.detail)] if error.detail else []
    return [_field(entry) for entry in extra if isinstance(entry, dict)]


def _field(entry: dict[str, Any]) -> FieldProblem:
    field, message = str(entry.get("key", "")), str(entry.get("message", ""))
    if field == "data":  # the name of the handlers' parameter for the body
        return FieldProblem("", "A body is missing" if message == "'data'" else message)
    return FieldProblem(field, message)
