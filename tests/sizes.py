"""The factor by which `make fuzz` raises the number of random games."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = int(os.environ.get("SMOKESTACK_LONG", "1"))
