"""How many times as many games as usual the tests play: `make fuzz` wants the long form."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = int(os.environ.get("SMOKESTACK_LONG", "1"))
