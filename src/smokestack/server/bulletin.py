"""What processes that share a database hear through it: that there is something new.

The database tells it by itself (migration 0004), whoever changes it and by whatever means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

CHANGES: Final = "smokestack_changes"  # of a table: its id and the number of its latest news
THOUGHTS: Final = "smokestack_thoughts"  # of a bot: the table's id and its version

Hear = Callable[[str, str, int], None]
"""Gets a channel, the id of a table and a number."""


class Listener(Protocol):
    """Hears what any process has changed, its own included, once that is committed."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def is_up_to_date(self) -> bool:
        """Whether what lies in memory can be trusted, but for what was heard to be old."""
        ...
