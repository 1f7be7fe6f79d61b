"""What a guest of the house may do wrong; each message is in the guest's language."""

from __future__ import annotations

from smokestack.engine.errors import SmokestackError


class HouseError(SmokestackError):
    """Base of all that the house declines; nothing was changed."""


class NoSuchTable(HouseError):
    """No table has this id."""


class NoSuchSeat(HouseError):
    """No seat has this number or this secret."""


class NotYourSeat(HouseError):
    """The seat belongs to somebody else."""


class NotYourTurn(HouseError):
    """Another seat must answer."""


class Stale(HouseError):
    """The table has moved on since the page was made."""


class NotPossible(HouseError):
    """Nobody could do this here and now."""


class TooMuch(HouseError):
    """A limit of the house is reached; `retry_after` says in how many seconds it may not be."""

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
