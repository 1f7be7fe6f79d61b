"""The one protocol of all bots."""

from __future__ import annotations

from typing import Protocol

from smokestack.engine.view import View


class Bot(Protocol):
    """Gets what its seat may see and returns one of the answers it offers."""

    def answer(self, view: View) -> int: ...
