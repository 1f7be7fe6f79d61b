"""The protocol of all bots."""

from __future__ import annotations

from typing import Protocol

from smokestack.engine.view import View


class Bot(Protocol):
    """Gets the view of its seat and returns one of the view's legal answers."""

    def answer(self, view: View) -> int: ...
