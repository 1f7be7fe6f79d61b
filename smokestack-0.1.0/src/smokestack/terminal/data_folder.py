"""The folder for saved games, arena results and the server's database."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """`SMOKESTACK_HOME`, or the platform's folder for a user's application data."""
    if chosen := os.environ.get("SMOKESTACK_HOME"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("smokestack", appauthor=False)
