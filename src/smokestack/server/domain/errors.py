"""Errors that a request to a table can end with; the message is in the guest's language."""

from __future__ import annotations

from smokestack.engine.errors import SmokestackError


class DomainError(SmokestackError):
    """Base of all refusals; nothing was changed."""


class TableNotFound(DomainError):
    """No table has this id."""


class TournamentNotFound(DomainError):
    """No tournament has this id."""


class PuzzleNotFound(DomainError):
    """There is no puzzle with this id, or none of this kind."""


class SeatNotFound(DomainError):
    """No seat has this number or this token."""


class InvitationUsed(DomainError):
    """The invitation was valid once, and someone has taken the seat with it."""

    def __init__(self, message: str, table_id: str = "") -> None:
        super().__init__(message)
        self.table_id = table_id


class NotYourSeat(DomainError):
    """The seat belongs to someone else."""


class NotHost(DomainError):
    """Only the host of the table may do this."""


class NotYourTurn(DomainError):
    """Another seat must answer."""


class VersionConflict(DomainError):
    """The game has changed since the version that the request named."""


class KeyReused(DomainError):
    """The idempotency key was used for a different request."""


class InvalidAction(DomainError):
    """The action is not possible in the current state of the table."""


class LimitExceeded(DomainError):
    """A limit is reached; `retry_after` is the number of seconds to wait, if known."""

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class StorageUnavailable(DomainError):
    """The database can't be read or written now; `reason` is for the log."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class Unauthorized(DomainError):
    """The guest token is missing or was not issued by this server."""


class SignInFailed(DomainError):
    """The name or the password is wrong; the message does not say which."""
