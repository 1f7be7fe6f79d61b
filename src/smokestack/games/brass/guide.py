"""A guided first turn."""

from __future__ import annotations

from smokestack.engine.table_talk import Step
from smokestack.engine.view import View


def guide(view: View) -> list[Step]:
    return []
