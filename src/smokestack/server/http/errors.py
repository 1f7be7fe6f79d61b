"""Which HTTP status and which problem type an error has, for pages and the API alike."""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.engine.errors import SmokestackError
from smokestack.presentation.language import mark, tr
from smokestack.server.domain.errors import (
    InvalidAction,
    InvitationUsed,
    KeyReused,
    LimitExceeded,
    NotHost,
    NotYourSeat,
    NotYourTurn,
    PuzzleNotFound,
    SeatNotFound,
    SignInFailed,
    StorageUnavailable,
    TableNotFound,
    TournamentNotFound,
    Unauthorized,
    VersionConflict,
)

PROBLEM_MEDIA_TYPE: Final = "application/problem+json"  # RFC 9457
PROBLEM_PATH: Final = "/api/v1/problems/"


class ProblemType(msgspec.Struct, frozen=True):
    status: int
    title: str


PROBLEM_TYPES: Final = {
    "bad-request": ProblemType(400, mark("The request can't be understood")),
    "unauthorized": ProblemType(401, mark("The token is not valid")),
    "sign-in-failed": ProblemType(401, mark("The name or the password is wrong")),
    "forbidden": ProblemType(403, mark("The seat is not yours")),
    "not-host": ProblemType(403, mark("Only the host of the table can do this")),
    "table-not-found": ProblemType(404, mark("There is no such table")),
    "tournament-not-found": ProblemType(404, mark("There is no such tournament")),
    "puzzle-not-found": ProblemType(404, mark("There is no such puzzle")),
    "seat-not-found": ProblemType(404, mark("There is no such seat")),
    "not-found": ProblemType(404, mark("There is nothing at this address")),
    "method-not-allowed": ProblemType(405, mark("The method is not allowed at this address")),
    "request-timeout": ProblemType(408, mark("The request took too long to arrive")),
    "not-your-turn": ProblemType(409, mark("It is another player's turn")),
    "version-conflict": ProblemType(409, mark("The game has changed since")),
    "key-reused": ProblemType(409, mark("The key belongs to another request")),
    "invitation-used": ProblemType(410, mark("The invitation has been used")),
    "content-too-large": ProblemType(413, mark("The request is too large")),
    "misdirected-request": ProblemType(421, mark("The host name is unknown")),
    "invalid-action": ProblemType(422, mark("That is not possible now")),
    "too-many-requests": ProblemType(429, mark("A limit is reached")),
    "internal-error": ProblemType(500, mark("Something went wrong on the server")),
    "service-unavailable": ProblemType(503, mark("The server is too busy")),
    "storage-unavailable": ProblemType(503, mark("The server can't store anything right now")),
}
"""By name. The names are part of the API and never change."""

ERRORS: Final[dict[type[SmokestackError], str]] = {
    Unauthorized: "unauthorized",
    SignInFailed: "sign-in-failed",
    NotYourSeat: "forbidden",
    NotHost: "not-host",
    TableNotFound: "table-not-found",
    TournamentNotFound: "tournament-not-found",
    PuzzleNotFound: "puzzle-not-found",
    SeatNotFound: "seat-not-found",
    InvitationUsed: "invitation-used",
    NotYourTurn: "not-your-turn",
    VersionConflict: "version-conflict",
    KeyReused: "key-reused",
    StorageUnavailable: "storage-unavailable",
    InvalidAction: "invalid-action",
    LimitExceeded: "too-many-requests",
}
STATUSES: Final = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    413: "content-too-large",
    421: "misdirected-request",
    429: "too-many-requests",
    503: "service-unavailable",
}
"""Problem types of errors that the HTTP layer itself finds."""


WRONG_FIELDS_STATUS: Final = PROBLEM_TYPES["invalid-action"].status
"""Of a form whose page explains what is wrong in each field."""


def problem_name(error: SmokestackError) -> str:
    """The problem type of an error; errors of the rules are invalid actions, too."""
    return next(
        (name for kind, name in ERRORS.items() if isinstance(error, kind)), "invalid-action"
    )


def status_of(error: SmokestackError) -> int:
    return PROBLEM_TYPES[problem_name(error)].status


def name_of_status(status: int) -> str:
    """The problem type of a status that no `DomainError` has caused."""
    return STATUSES.get(status, "internal-error" if status >= 500 else "bad-request")


def problem_json(name: str, detail: str, retry_after: int | None = None) -> bytes:
    """The members that every problem has; `api.problems.Problem` has more."""
    problem = PROBLEM_TYPES[name]
    members = {
        "type": f"{PROBLEM_PATH}{name}",
        "title": tr(problem.title),
        "status": problem.status,
        "detail": detail,
    }
    if retry_after is not None:
        members["retry_after"] = retry_after
    return msgspec.json.encode(members)
